import { describe, expect, test } from "vitest";
import { indexOf, suitColour } from "./deck.ts";
import { BET, type Box, layout, overlap } from "./places.ts";
import { steps } from "./sizing.ts";
import { isTyping } from "./typing.ts";

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

test("a raise slides from the least to the most, whatever the step", () => {
  const slide = steps({ least: 60, most: 95, step: 10 });
  expect(Array.from({ length: slide.count + 1 }, (_, index) => slide.at(index))).toEqual([60, 70, 80, 90, 95]);
  expect([60, 71, 95, 400].map(slide.nearest)).toEqual([0, 1, 4, 4]);
  expect(steps({ least: 95, most: 95, step: 10 }).count).toBe(0);
});

describe("a letter", () => {
  const target = (tagName: string, rest: object = {}) => ({ tagName, ...rest }) as unknown as EventTarget;
  test.each([
    ["an amount", target("INPUT", { type: "text" })],
    ["a name", target("input", { type: "search" })],
    ["an input of no kind", target("INPUT")],
    ["a chat line", target("TEXTAREA")],
    ["a list", target("SELECT")],
    ["a text that can be edited", target("DIV", { isContentEditable: true })],
  ])("typed into %s does not act", (_, field) => expect(isTyping(field)).toBe(true));

  test.each([
    ["a slider", target("INPUT", { type: "range" })],
    ["a tick", target("INPUT", { type: "checkbox" })],
    ["a button", target("BUTTON", { type: "submit" })],
    ["the page", target("BODY", { isContentEditable: false })],
    ["nothing", null],
  ])("typed at %s acts", (_, place) => expect(isTyping(place)).toBe(false));
});

test("cards are named and coloured as the person likes them", () => {
  expect([..."AKQJT9"].map((rank) => indexOf(rank, false))).toEqual(["A", "K", "Q", "J", "10", "9"]);
  expect([..."AKQJT9"].map((rank) => indexOf(rank, true))).toEqual(["Т", "К", "Д", "В", "10", "9"]);
  expect((["s", "h", "d", "c"] as const).map((suit) => suitColour(suit, false))).toEqual(["ink", "red", "red", "ink"]);
  expect((["s", "h", "d", "c"] as const).map((suit) => suitColour(suit, true))).toEqual(["ink", "red", "blue", "green"]);
});
