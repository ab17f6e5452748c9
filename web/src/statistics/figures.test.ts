import { expect, test } from "vitest";
import type { GameStatistics } from "../protocol.ts";
import { partsOf, perHundred } from "./figures.ts";

const holdem: GameStatistics = {
  game: "holdem/NT",
  currency: "chips",
  hands: 40,
  voluntary: 13,
  raised: 6,
  showdowns: 9,
  won: 5,
  net: -130,
};

test("counts are said as parts of all hands", () => {
  const said = partsOf(holdem).map(({ what, percent }) => `${what} ${percent}`);
  expect(said).toEqual(["voluntary 33", "raised 15", "showdown 23", "won 13"]);
  expect(partsOf({ ...holdem, hands: 0, voluntary: 0, raised: 0, showdowns: 0, won: 0 }).map(({ percent }) => percent)).toEqual([
    0, 0, 0, 0,
  ]);
});

test("Durak is won or not", () => {
  expect(partsOf({ ...holdem, game: "durak" })).toEqual([{ what: "won", percent: 13 }]);
});

test("a hundred hands are not guessed from a few, nor for others", () => {
  expect(perHundred(holdem)).toBe(-325);
  expect(perHundred({ ...holdem, hands: 19 })).toBe(null);
  const { net: _, ...theirs } = holdem;
  expect(perHundred(theirs)).toBe(null);
});
