import { describe, expect, test } from "vitest";
import type { HoldemOffer, HoldemView } from "../protocol.ts";
import { view } from "../room/testing.ts";
import { indexOf, suitColour } from "./deck.ts";
import { places } from "./places.ts";
import { presets, type Raise, steps } from "./sizing.ts";

describe("places around the table", () => {
  const shapes = [2, 3, 6, 9, 10].flatMap((seats) => [true, false].map((tall) => [seats, tall] as const));

  test.each(shapes)("%i seats, tall %s: oneself at the bottom in the middle, then clockwise", (seats, tall) => {
    const around = places(seats, 2, tall);
    expect(around.map(({ seat }) => seat)).toEqual(Array.from({ length: seats }, (_, step) => ((step + 1) % seats) + 1));
    expect(around[0]?.x).toBeCloseTo(50);
    expect(Math.max(...around.map(({ y }) => y))).toBe(around[0]?.y);
    // The next seat clockwise from the bottom is on the left.
    if (seats > 2) expect(around[1]?.x).toBeLessThan(50);
    for (const { x, y, bet } of around) {
      for (const part of [x, y, bet.x, bet.y]) expect(part).toBeGreaterThan(5);
      for (const part of [x, y, bet.x, bet.y]) expect(part).toBeLessThan(95);
      expect(Math.hypot(bet.x - 50, bet.y - 45)).toBeLessThan(Math.hypot(x - 50, y - 45));
    }
  });

  test("somebody who looks on sees seat 1 at the bottom", () => {
    expect(places(6, null, true)[0]?.seat).toBe(1);
  });
});

describe("the size of a raise", () => {
  const raise: Raise = { kind: "raiseTo", least: 60, most: 1000, opens: false };
  const facing = (price: number, total: number, bet: number, offer = raise): HoldemView => {
    const offers: HoldemOffer[] = price > 0 ? [{ kind: "call", price }, offer] : [{ kind: "check" }, offer];
    const own = { seat: 2, bet, allIn: false, cards: [], folded: false, lastAction: null, made: null, mucked: false, shown: false, won: 0 };
    return { ...view(1).game, offers, total, players: [own] };
  };
  const short = (offer: Raise, game: HoldemView) => presets(offer, game, 2).map(({ kind, to }) => [kind, to]);

  test("by the pot means to call first", () => {
    // 100 in the middle, 40 of it to be called, 20 of it one's own: a pot raise is to 20+40+140.
    expect(short(raise, facing(40, 100, 20))).toEqual([["least", 60], ["halfPot", 130], ["wholePot", 200], ["most", 1000]]);
  });

  test("never leaves the offer, and says nothing twice", () => {
    expect(short(raise, facing(0, 100, 0))).toEqual([["least", 60], ["wholePot", 100], ["most", 1000]]);
    expect(short(raise, facing(0, 9000, 0))).toEqual([["least", 60], ["most", 1000]]);
    const only: Raise = { ...raise, least: 1000 };
    expect(short(only, facing(0, 100, 0))).toEqual([["most", 1000]]);
  });

  test("slides from the least to the most, whatever the step", () => {
    const slide = steps({ ...raise, least: 60, most: 95 }, 10);
    expect(Array.from({ length: slide.count + 1 }, (_, index) => slide.at(index))).toEqual([60, 70, 80, 90, 95]);
    expect([60, 71, 95, 400].map(slide.nearest)).toEqual([0, 1, 4, 4]);
    expect(steps({ ...raise, least: 95, most: 95 }, 10).count).toBe(0);
  });
});

test("cards are named and coloured as the person likes them", () => {
  expect([..."AKQJT9"].map((rank) => indexOf(rank, false))).toEqual(["A", "K", "Q", "J", "10", "9"]);
  expect([..."AKQJT9"].map((rank) => indexOf(rank, true))).toEqual(["Т", "К", "Д", "В", "10", "9"]);
  expect((["s", "h", "d", "c"] as const).map((suit) => suitColour(suit, false))).toEqual(["ink", "red", "red", "ink"]);
  expect((["s", "h", "d", "c"] as const).map((suit) => suitColour(suit, true))).toEqual(["ink", "red", "blue", "green"]);
});
