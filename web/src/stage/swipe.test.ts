import { expect, test } from "vitest";
import { isSwipe } from "./swipe.ts";

const stroke = { fromX: 100, fromY: 300, toX: 220, toY: 310, ms: 200 };

test.each([
  ["across", {}, true],
  ["too short", { toX: 150 }, false],
  ["to the other side", { toX: 0 }, false],
  ["down as well", { toY: 400 }, false],
  ["too slow", { ms: 1500 }, false],
  ["from the edge", { fromX: 5 }, false],
])("a stroke %s", (_, change, expected) => {
  expect(isSwipe({ ...stroke, ...change })).toBe(expected);
});
