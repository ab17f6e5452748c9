import { expect, test } from "vitest";
import { pileHeight } from "./chips.ts";
import { indexOf, suitColour } from "./deck.ts";
import { monogram } from "./monogram.ts";

test("cards are named and coloured as the person likes them", () => {
  expect([..."AKQJT9"].map((rank) => indexOf(rank, false))).toEqual(["A", "K", "Q", "J", "10", "9"]);
  expect([..."AKQJT9"].map((rank) => indexOf(rank, true))).toEqual(["Т", "К", "Д", "В", "10", "9"]);
  expect((["s", "h", "d", "c"] as const).map((suit) => suitColour(suit, false))).toEqual(["ink", "red", "red", "ink"]);
  expect((["s", "h", "d", "c"] as const).map((suit) => suitColour(suit, true))).toEqual(["ink", "red", "blue", "green"]);
});

test("a pile of chips follows its amount", () => {
  expect([0, 5, 10, 20, 25, 60, 400, 1_000_000].map((amount) => pileHeight(amount, 10))).toEqual([0, 1, 1, 1, 2, 2, 5, 7]);
});

test("a player's monogram is theirs for good, and others look different", () => {
  expect(monogram(6305642456517578, "Бабушка Зина")).toMatchObject({ letters: "БЗ" });
  expect(monogram(7, "  anna ")).toMatchObject({ letters: "A" });
  expect(monogram(7, "anna")).toEqual(monogram(7, "anna"));
  const looks = new Set([1, 2, 3, 4, 5, 6].map((player) => JSON.stringify(monogram(player, "x"))));
  expect(looks.size).toBeGreaterThan(4);
});
