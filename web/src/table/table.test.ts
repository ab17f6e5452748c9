import { describe, expect, test } from "vitest";
import type { HoldemOffer, HoldemView } from "../protocol.ts";
import { view } from "../room/testing.ts";
import { indexOf, suitColour } from "./deck.ts";
import { BET, type Box, layout, overlap } from "./places.ts";
import { presets, type Raise, steps } from "./sizing.ts";

describe("places around the table", () => {
  /** The table on a phone, a small phone, a phone on its side, a desk, and a desk at twice the size of everything. */
  const tables = { phone: [390, 612], small: [360, 408], narrow: [320, 336], side: [844, 266], desk: [1200, 712], zoomed: [720, 262] } as const;
  const sizes = Object.entries(tables).flatMap(([name, [width, height]]) =>
    // On the narrowest screens six seats leave no room for every bet at once.
    [2, 3, 4, ...(name === "narrow" ? [] : [6])].map((seats) => [name, seats, { width, height }] as const),
  );
  const large = [[9, tables.desk], [10, tables.desk]] as const;
  const all = [...sizes, ...large.map(([seats, [width, height]]) => [`${width}`, seats, { width, height }] as const)];

  test.each(all)("%s, %i seats: oneself at the bottom in the middle, then clockwise", (_, seats, table) => {
    const { places } = layout(table, seats, 2);
    expect(places.map(({ seat }) => seat)).toEqual(Array.from({ length: seats }, (_, step) => ((step + 1) % seats) + 1));
    expect(places[0]?.x).toBeCloseTo(table.width / 2);
    expect(Math.max(...places.map(({ y }) => y))).toBe(places[0]?.y);
    // The next seat clockwise from the bottom is on the left.
    if (seats > 2) expect(places[1]?.x).toBeLessThan(table.width / 2);
  });

  const eyes = all.flatMap(([name, seats, table]) => ([[name, seats, 2, table], [name, seats, null, table]] as const));

  test.each(eyes)("%s, %i seats, seen from %s: nothing covers anything and everything is in sight", (_, seats, bottom, table) => {
    const { places, middle, inPlay } = layout(table, seats, bottom);
    for (const place of places) expect(overlap(place, middle), `seat ${place.seat} over the middle`).toBe(false);
    const things: [string, Box][] = inPlay.map((box, index) => [["the pots", "the board"][index] ?? "", box]);
    for (const place of places) things.push([`seat ${place.seat}`, place], [`bet ${place.seat}`, { ...place.bet, ...BET }]);
    for (const [name, box] of things) {
      expect(box.x - box.width / 2, name).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width / 2, name).toBeLessThanOrEqual(table.width);
      expect(box.y - box.height / 2, name).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height / 2, name).toBeLessThanOrEqual(table.height);
      for (const [other, covered] of things) if (other !== name) expect(overlap(box, covered), `${name} over ${other}`).toBe(false);
    }
  });

  test("somebody who looks on sees seat 1 at the bottom", () => {
    expect(layout({ width: 390, height: 612 }, 6, null).places[0]?.seat).toBe(1);
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
