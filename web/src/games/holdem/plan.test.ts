import { expect, test } from "vitest";
import { layout } from "../../stage/ring.ts";
import { planFor } from "./plan.ts";

test.each([2, 4])("there is room for %i cards each", (cards) => {
  const { held, own } = planFor(cards);
  expect(held.width / held.height).toBeCloseTo(own.width / own.height);
  // Every index is seen: no card is covered by more than its right part.
  expect(own.width).toBeGreaterThanOrEqual(62 * (1 + (cards - 1) * 0.6));
});

test.each([
  [390, 612, 6],
  [390, 612, 9],
  [844, 266, 6],
  [1440, 712, 9],
])("four cards each fit at %i by %i with %i seats", (width, height, seats) => {
  const { places } = layout({ width, height }, seats, 1, planFor(4));
  for (const { held, own, heldScale } of places)
    expect(held.width + 0.1).toBeGreaterThanOrEqual(planFor(4)[own ? "own" : "held"].width * heldScale);
});
