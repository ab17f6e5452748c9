import { expect, test } from "vitest";
import { pageMs, setClock } from "./clock.ts";

test("a late message does not set the clock back, an earlier one puts it right", () => {
  const first = setClock(null, 1_000_000, 5_050, 1);
  expect(pageMs(first, 1_001_000)).toBe(6_050);
  expect(setClock(first, 1_002_000, 7_300, 1)).toBe(first);
  const earlier = setClock(first, 1_003_000, 8_010, 1);
  expect(pageMs(earlier, 1_003_000)).toBe(8_010);
});

test("after a restart the room's time has jumped, and the page follows", () => {
  const before = setClock(null, 1_000_000, 0, 1);
  const after = setClock(before, 1_000_500, 60_000, 1);
  expect(pageMs(after, 1_001_500)).toBe(61_000);
});

test("a room that is run faster than life is shown so", () => {
  const clock = setClock(null, 1_000_000, 0, 10);
  expect(pageMs(clock, 1_020_000)).toBeCloseTo(2_000);
});
