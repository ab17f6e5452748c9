import { describe, expect, test } from "vitest";
import type { Card } from "../../protocol.ts";
import { type Box, overlap } from "../../stage/boxes.ts";
import { layout, type Place } from "../../stage/ring.ts";
import { CARD_RATIO } from "../../cards/deck.ts";
import { deckPlace, EDGE, fan, pilePlace, spareFor } from "./places.ts";
import { plan } from "./plan.ts";

const pack: Card[] = [..."shcd"].flatMap((suit) => [..."6789TJQKA"].map((rank) => `${rank}${suit}`));
const tables = { phone: [390, 612], small: [360, 408], side: [844, 266], desk: [1440, 712] } as const;
const all = Object.entries(tables).flatMap(([name, [width, height]]) =>
  [2, 3, 4, 5, 6].map((seats) => [name, seats, { width, height }] as const),
);

test.each([
  [390, 612, 2, 50],
  [390, 612, 3, 50],
  [390, 612, 6, 40],
  [844, 292, 3, 40],
  [1440, 712, 3, 50],
  [1440, 712, 6, 50],
])("a finger finds each of sixteen cards: %i by %i with %i seats", (width, height, seats, wide) => {
  const laid = layout({ width, height }, seats, 1, plan);
  const own = laid.places[0] as Place;
  const lies = fan(own, pack.slice(0, 16), spareFor(laid, own));
  for (const [index, { at, row, width }] of lies.entries()) {
    const next = lies[index + 1];
    expect(width).toBeGreaterThanOrEqual(wide);
    if (next?.row === row) expect(next.at.x - at.x).toBeGreaterThanOrEqual(row === "only" ? 23.5 : 36);
    // Index and suit of the upper row end there.
    if (row === "upper") expect((lies.at(-1)?.at.y ?? 0) - at.y).toBeGreaterThan((width * CARD_RATIO * 54) / 90);
  }
  for (const { at, width } of lies) {
    const box = { ...at, width, height: width * CARD_RATIO };
    for (const { plate, held, seat } of laid.places)
      if (seat !== own.seat) expect(overlap(box, plate) || overlap(box, held)).toBe(false);
    for (const pile of [0, 1, 2, 3, 4, 5]) {
      const { beaten, width } = pilePlace(laid, pile, 6);
      expect(overlap(box, { ...beaten, width, height: width * CARD_RATIO }, -1)).toBe(false);
    }
  }
});

test("fourteen cards on a phone are as wide as a thumb, and suits stand beside the indices above", () => {
  const laid = layout({ width: 390, height: 612 }, 6, 1, plan);
  const own = laid.places[0] as Place;
  const lies = fan(own, pack.slice(0, 14), spareFor(laid, own));
  expect(lies.filter(({ row }) => row === "upper")).toHaveLength(7);
  for (const [index, { at, row, width }] of lies.entries()) {
    const next = lies[index + 1];
    expect(width).toBeGreaterThanOrEqual(48);
    if (next?.row === row) expect((next.at.x - at.x) / width).toBeGreaterThanOrEqual(EDGE);
  }
});

describe.each(all)("%s with %i seats", (_, seats, table) => {
  const laid = layout(table, seats, 1, plan);
  const own = laid.places[0] as Place;

  test.each([1, 6, 9, 14, 16, 20, 30])("every index of %i cards is seen", (count) => {
    const cards = pack.slice(0, count);
    const places = fan(own, cards, spareFor(laid, own));
    expect(places.length).toBe(count);
    for (const [index, { at, width }] of places.entries()) {
      expect(width, "a card is wide enough to be read").toBeGreaterThanOrEqual(20);
      const left = at.x - width / 2;
      expect(left, "inside the table").toBeGreaterThanOrEqual(-1);
      expect(at.x + width / 2).toBeLessThanOrEqual(table.width + 1);
      const next = places[index + 1];
      const room = cards[index]?.startsWith("T") ? 0.6 : 0.4;
      if (next && next.at.x > at.x)
        expect(next.at.x - at.x, "the next card begins behind the index").toBeGreaterThanOrEqual(width * room);
      if (next && next.at.x < at.x)
        expect(next.at.y - at.y, "a second row leaves the first its indices").toBeGreaterThan(width * 0.4);
    }
  });

  test("what beats a card leaves its index and the suit beside it in sight", () => {
    const { attack, beaten, width } = pilePlace(laid, 0, 1);
    // The index of a card ends 36 of its 90 parts down, and so does the suit of one that is covered.
    expect(beaten.y - attack.y).toBeGreaterThan((width * CARD_RATIO * 36) / 90);
    expect(beaten.x, "a little aside, as by hand").toBeGreaterThan(attack.x);
  });

  test("few piles lie in the middle of the felt, not behind the deck", () => {
    const { attack, beaten, width } = pilePlace(laid, 0, 1);
    expect(Math.abs((attack.x + beaten.x) / 2 - laid.middle.x)).toBeLessThan(width);
  });

  test("six piles and the deck lie in the middle, and nothing lies on anything", () => {
    const boxes: Box[] = Array.from({ length: 6 }, (_, index) => {
      const { attack, beaten, width } = pilePlace(laid, index, 6);
      const [x, y] = [(attack.x + beaten.x) / 2, (attack.y + beaten.y) / 2];
      return { x, y, width: width + beaten.x - attack.x, height: width * CARD_RATIO + beaten.y - attack.y };
    });
    const { deck, width } = deckPlace(laid);
    boxes.push({ ...deck, width: width * 1.4, height: width * CARD_RATIO });
    for (const [index, box] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other, -1)).toBe(false);
      for (const { plate } of laid.places) expect(overlap(box, plate)).toBe(false);
    }
  });
});
