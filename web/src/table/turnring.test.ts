import { expect, test } from "vitest";
import { calmTurn, halfFrames, turnsOf } from "./turnring.ts";

const turns = turnsOf(100, 50);

test("a ring gets shorter by the same length in the same time: longer along the long edges", () => {
  expect(turns.map(({ at }) => at.toFixed(2))).toEqual(["0.00", "0.33", "0.67", "1.00"]);
  expect(turns.map(({ degrees }) => Math.round(degrees))).toEqual([0, 63, 117, 180]);
  // A place that is not laid out yet has no size, and still a ring.
  expect(turnsOf(0, 0).every(({ at, degrees }) => Number.isFinite(at) && Number.isFinite(degrees))).toBe(true);
});

test("the browser turns a half in eight steps a second, all the way", () => {
  const frames = halfFrames(turns, 12_000);
  expect(frames.map(({ easing }) => easing)).toEqual(["steps(32)", "steps(32)", "steps(32)", "steps(1)"]);
  expect([frames[0]?.rotate, frames.at(-1)?.rotate]).toEqual(["0deg", "180deg"]);
});

test("for calm eyes a ring takes ten steps, five a half", () => {
  const seen = [];
  for (let leftMs = 20_000; leftMs > 0;) {
    const { degrees, nextMs } = calmTurn(turns, leftMs, 20_000);
    seen.push(Math.round(degrees));
    expect(nextMs).toBeCloseTo(2_000);
    leftMs -= nextMs;
  }
  expect(seen).toEqual([0, 38, 74, 106, 142, 0, 38, 74, 106, 142]);
  // Whoever comes in the middle of a step waits for the rest of it.
  expect(calmTurn(turns, 19_500, 20_000).nextMs).toBeCloseTo(1_500);
});

test("a timer that is a moment early takes the step all the same", () => {
  expect(calmTurn(turns, 10_000.3, 20_000)).toMatchObject({ second: true, degrees: 0 });
  const last = calmTurn(turns, 0.3, 20_000);
  expect([last.second, Math.round(last.degrees), last.nextMs]).toEqual([true, 142, 1]);
});
