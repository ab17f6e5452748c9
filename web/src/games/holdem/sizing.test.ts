import { expect, test } from "vitest";
import { typedAmount } from "../../table/amount.ts";
import { view } from "../../net/testing.ts";
import type { HoldemPlayer, SeatView, TableView } from "../../protocol.ts";
import { marks, priceNow, type Raise, steps } from "./sizing.ts";

test("a raise slides from the least to the most, whatever the step", () => {
  const slide = steps({ least: 60, most: 95, step: 10 });
  expect(Array.from({ length: slide.count + 1 }, (_, index) => slide.at(index))).toEqual([60, 70, 80, 90, 95]);
  expect([60, 71, 95, 400].map(slide.nearest)).toEqual([0, 1, 4, 4]);
  expect(steps({ least: 95, most: 95, step: 10 }).count).toBe(0);
});

test.each([
  ["100", 100, null],
  ["1 940", 1940, null],
  ["99", null, "tooLittle"],
  ["0", null, "tooLittle"],
  ["1941", null, "tooMuch"],
  ["", null, "notAnAmount"],
  ["lots", null, "notAnAmount"],
])("typing %j is never changed into another amount", (text, to, wrong) => {
  expect(typedAmount(text, 0, { least: 100, most: 1940 })).toEqual({ to, wrong });
});

test("parts of the pot are marked on the slider, its ends are not", () => {
  const raise: Raise = {
    kind: "raise",
    least: 100,
    most: 500,
    step: 10,
    allIn: 500,
    presets: [
      { kind: "least", to: 100 },
      { kind: "halfPot", to: 200 },
      { kind: "pot", to: 400 },
      { kind: "allIn", to: 500 },
    ],
  };
  expect(marks(raise)).toEqual([0.25, 0.75]);
  expect(marks({ ...raise, least: 500 })).toEqual([]);
});

test.each([
  ["what is missing", [20, 60, 0], 1000, 60],
  ["nothing when all have bet the same", [60, 60, 60], 1000, 0],
  ["the whole stack when it is less", [0, 600, 0], 250, 250],
])("a call costs %s", (_, bets, stack, price) => {
  const player = (bet: number): HoldemPlayer => ({ player: 1, bet });
  const seat: SeatView = { player: 1, name: "A", stack, kind: "person", state: "playing", connected: true, inHand: true };
  const at: TableView = view({
    seats: { 3: seat },
    game: {
      game: "holdem",
      boards: [[]],
      order: [1, 2, 3],
      players: Object.fromEntries(bets.map((bet, index) => [index + 1, player(bet)])),
      pots: [],
      street: 0,
      total: 0,
    },
  });
  expect(priceNow({ ...at, own: { seat: 3 } })).toBe(price);
  expect(priceNow(at)).toBe(0);
});
