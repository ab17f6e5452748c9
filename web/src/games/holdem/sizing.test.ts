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
  [100, 1940, 10, [150, 180, 210]],
  [20, 10_000, 1, [33, 50, 66, 100]],
  [400, 200_000, 100, [1000, 1200, 1500]],
])("a deep stack has its usual raises beside the thumb: %i to %i", (least, most, step, usual) => {
  const presets = usual.map((to) => ({ kind: "pot" as const, to }));
  const slide = steps({ least, most, step, presets });
  const all = Array.from({ length: slide.count + 1 }, (_, place) => slide.at(place));
  expect([all[0], all.at(-1)]).toEqual([least, most]);
  expect(
    all.every((to, place) => place === 0 || to > (all[place - 1] ?? 0)),
    "each is more than the one before",
  ).toBe(true);
  expect(all, "the room's own amounts are places").toEqual(expect.arrayContaining(usual));
  expect(all.map(slide.nearest)).toEqual([...all.keys()]);
  const places = usual.map((to) => slide.nearest(to) / slide.count);
  // A thumb covers a tenth of a slider, and lies at its beginning.
  expect(Math.min(...places)).toBeGreaterThan(0.07);
  expect(Math.max(...places)).toBeGreaterThan(0.12);
  // The buttons beside it move by one step, wherever it stands.
  expect([slide.next?.(least, 1), slide.next?.(most, 1), slide.next?.(least, -1)]).toEqual([least + step, most, least]);
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
  expect(marks({ ...raise, least: 180 })).toEqual([0.0625, 0.6875]);
  expect(marks({ ...raise, least: 500 })).toEqual([]);
  const near = [
    { kind: "halfPot" as const, to: 301 },
    { kind: "twoThirdsPot" as const, to: 304 },
  ];
  expect(marks({ ...raise, least: 200, presets: near }), "two that are next to each other share a mark").toHaveLength(1);
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
