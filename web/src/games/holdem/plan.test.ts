import { expect, test } from "vitest";
import { layout } from "../../stage/ring.ts";
import { planFor } from "./plan.ts";

test.each([
  ["NT", 2],
  ["NS", 2],
  ["PO", 4],
  ["FO/8", 4],
])("%s has room for %i cards each", (variant, cards) => {
  const { held, own } = planFor(variant);
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
  const { places } = layout({ width, height }, seats, 1, planFor("PO"));
  for (const { held, own, heldScale } of places)
    expect(held.width + 0.1).toBeGreaterThanOrEqual(planFor("PO")[own ? "own" : "held"].width * heldScale);
});
