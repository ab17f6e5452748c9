// Where everything of a party lies: the fan, the piles, the deck.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Card } from "../../protocol.ts";
import { type Box, overlap, type Point } from "../../stage/boxes.ts";
import type { Layout, Place } from "../../stage/ring.ts";
import { BACK, BACK_STEP, BEATEN, COLUMNS, DECK_CARD, OWN_CARD, PILE_CARD, PILE_GAP, RISE, SIDE } from "./plan.ts";

/** A card of the fan: where its middle lies, how far it leans, and in which row it is held. */
export type FanCard = { at: Point; width: number; turn: number; row: "only" | "upper" | "lower" };

/** How much of a card stays in sight at least: its index, and ten is the only one of two signs. */
const indexOf = (card: Card): number => (card.startsWith("T") ? 0.66 : 0.42);
/** How far apart cards lie at most, and in two rows. */
const APART = 0.78;
const APART_IN_TWO = 0.94;
/** Smaller than that no card is held in one row, in pixels of a picture of size 1. */
const LEAST_IN_ROW = 38;
const IN_TWO_ROWS = 44;
const LEAST_IN_TWO_ROWS = 40;
/** As wide as a thumb, in pixels: so wide a card of two rows is where both index and suit find room in the upper edges above. */
const THUMB = 48;
const THUMB_STRIP = 0.7;
/** So much of its width has to be in sight for a card to have its suit beside its index. */
export const EDGE = 0.92;
/** So much of the upper row is seen above the lower one, in widths of a card: index and suit, or where there is no room the index. */
const STRIP = 0.9;
const LEAST_STRIP = 0.5;
/** Rather two rows than less of a card in sight than that, in pixels: a finger would take its neighbour. */
const FINGER = 24;
const AIR = 4;
const NONE = { above: 0, left: 0 };

/** What the cards of a row need beside the last one, in widths of a card. */
const needed = (row: readonly Card[]): number => row.slice(0, -1).reduce((sum, card) => sum + indexOf(card), 0);

/** One row of the fan, as wide as it may be. */
function fanRow(row: readonly Card[], middle: number, bottom: number, room: number, width: number, apart = APART): FanCard[] {
  const needs = needed(row);
  const loose = needs > 0 ? (room - width) / (needs * width) : 1;
  const steps = row.map((card) => width * Math.min(apart, indexOf(card) * loose));
  const wide = steps.slice(0, -1).reduce((sum, step) => sum + step, 0);
  let x = middle - wide / 2;
  return steps.map((step) => {
    const at = { x, y: bottom - (width * CARD_RATIO) / 2 };
    x += step;
    return { at, width, turn: 0, row: "only" };
  });
}

/** How much more room there is for a fan before it covers anything: above it, and on its left where its plate is on its right. */
export type Spare = { above: number; left: number };

export function spareFor(layout: Layout, { held, plate, seat }: Place): Spare {
  const others = layout.places.filter((place) => place.seat !== seat).flatMap(({ plate, held }) => [plate, held]);
  const over = (box: Box) => Math.abs(box.x - held.x) < (box.width + held.width) / 2 && box.y < held.y;
  const beside = (box: Box) => Math.abs(box.y - held.y) < (box.height + held.height) / 2 && box.x < held.x;
  const lowest = Math.max(0, ...[middleOf(layout), ...others].filter(over).map(({ y, height }) => y + height / 2));
  const rightmost = Math.max(0, ...others.filter(beside).map(({ x, width }) => x + width / 2));
  const left = plate.x > held.x + 1 ? held.x - held.width / 2 - rightmost - 2 * AIR : 0;
  return { above: Math.max(0, held.y - held.height / 2 - lowest - AIR), left: Math.max(0, left) };
}

/** The fan of a hand: smaller cards when there are many, and two rows when so little of each would be seen that a finger misses it. */
export function fan({ held: box, heldScale }: Place, hand: readonly Card[], { above, left }: Spare = NONE): FanCard[] {
  const wanted = OWN_CARD * heldScale * (1 + needed(hand));
  const more = Math.min(left, Math.max(0, wanted - box.width));
  const held = { ...box, x: box.x - more / 2, width: box.width + more };
  const bottom = held.y + held.height / 2;
  const widest = (row: readonly Card[]) => held.width / (1 + needed(row));
  const single = Math.min(OWN_CARD * heldScale, widest(hand));
  const half = Math.ceil(hand.length / 2);
  const rows = [hand.slice(0, half), hand.slice(half)];
  // In two rows cards rise by half as much.
  const high = held.height - RISE * heldScale + above;
  const double = Math.min(OWN_CARD * heldScale, high / (CARD_RATIO + STRIP), ...rows.map(widest));
  const many = single < LEAST_IN_ROW * heldScale;
  if (many || (single * indexOf("6s") < FINGER && double >= LEAST_IN_TWO_ROWS * heldScale)) {
    const loosest = (row: readonly Card[]) => (indexOf("6s") * (held.width - THUMB)) / (needed(row) * THUMB);
    const roomy = THUMB * (CARD_RATIO + THUMB_STRIP) <= high && rows.every((row) => loosest(row) >= EDGE);
    const thumb = roomy ? THUMB : 0;
    const width = Math.max(double, Math.min(Math.max(IN_TWO_ROWS * heldScale, thumb), ...rows.map(widest)));
    const strip = Math.min(STRIP, Math.max(LEAST_STRIP, high / width - CARD_RATIO));
    return rows.flatMap((row, nth) => {
      const upper = nth === 0;
      const lies = fanRow(row, held.x, bottom - (upper ? width * strip : 0), held.width, width, APART_IN_TWO);
      return lies.map((card) => ({ ...card, row: upper ? ("upper" as const) : ("lower" as const) }));
    });
  }
  const row = fanRow(hand, held.x, bottom, held.width, single);
  // A held hand is an arc: the outer cards lean and hang a little.
  const reach = Math.max(1, ...row.map(({ at }) => Math.abs(at.x - held.x)));
  return row.map(({ at, width }) => {
    const lean = (at.x - held.x) / reach;
    const hangs = (1 - lean * lean) * RISE * 0.5 * heldScale;
    const turn = hand.length > 1 ? lean * Math.min(7, hand.length) : 0;
    return { at: { x: at.x, y: at.y - hangs }, width, turn, row: "only" };
  });
}

/** The backs in another's hand, from the left; many are drawn as no more than eight. */
export const MOST_BACKS = 8;

export function backs({ held, heldScale }: Place, count: number): Point[] {
  const drawn = Math.min(count, MOST_BACKS);
  const width = BACK * heldScale;
  const step = drawn > 1 ? Math.min(BACK_STEP * heldScale, (held.width - width) / (drawn - 1)) : 0;
  const y = held.y - held.height / 2 + (width * CARD_RATIO) / 2;
  return Array.from({ length: drawn }, (_, index) => ({ x: held.x + (index - (drawn - 1) / 2) * step, y }));
}

export const backWidth = ({ heldScale }: Place): number => BACK * heldScale;

/** The middle of what is seen of the felt: on a wide one the own fan covers its lower edge, and few sit beside it. */
function middleOf({ middle, felt, shape, places }: Layout): Box {
  const fan = places.find(({ own }) => own)?.held;
  if (shape !== "wide" || !fan) return middle;
  const y = (felt.y - felt.height / 2 + fan.y - fan.height / 2) / 2;
  const moved = { ...middle, y };
  const free = places.every(({ plate, held }) => !overlap(moved, plate) && !overlap(moved, held));
  return y > middle.y && free ? moved : middle;
}

/** The part of the middle where cards are played; the rest is the deck's. */
export function tableBox(layout: Layout): Box {
  const { middleScale } = layout;
  const middle = middleOf(layout);
  const side = (SIDE + 10) * middleScale;
  return { x: middle.x + side / 2, y: middle.y, width: middle.width - side, height: middle.height };
}

/** Where the attack card of a pile lies, and what beats it. Few piles lie in the middle of the felt; many need the room beside it. */
export function pilePlace(layout: Layout, index: number, count: number): { attack: Point; beaten: Point; width: number } {
  const box = tableBox(layout);
  const width = PILE_CARD * layout.middleScale;
  const gap = PILE_GAP * layout.middleScale;
  const size = { width: width * (1 + BEATEN.x), height: width * (CARD_RATIO + BEATEN.y) };
  const rows = count > COLUMNS ? 2 : 1;
  const row = Math.floor(index / COLUMNS);
  const inRow = Math.min(COLUMNS, count - row * COLUMNS);
  const column = index % COLUMNS;
  const wide = inRow * size.width + (inRow - 1) * gap;
  const left = box.x - box.width / 2 + wide / 2;
  const centre = Math.max(layout.middle.x, Math.min(left + gap, box.x), left);
  const x = centre + (column - (inRow - 1) / 2) * (size.width + gap);
  const y = box.y + (row - (rows - 1) / 2) * (size.height + gap);
  // A single row has room below it: what is not beaten yet lies in the middle.
  const up = rows > 1 ? 0.5 : 0.2;
  const attack = { x: x - (width * BEATEN.x) / 2, y: y - width * BEATEN.y * up };
  return { attack, beaten: { x: attack.x + width * BEATEN.x, y: attack.y + width * BEATEN.y }, width };
}

/** The deck with its trump, and the discards below it. */
export function deckPlace(layout: Layout): { deck: Point; trump: Point; discards: Point; width: number } {
  const { middleScale } = layout;
  const middle = middleOf(layout);
  const width = DECK_CARD * middleScale;
  const x = middle.x - middle.width / 2 + (SIDE * middleScale) / 2;
  const deck = { x: x - width * 0.2, y: middle.y - width * 0.85 };
  return {
    deck,
    trump: { x: deck.x + width * 0.34, y: deck.y + width * 0.2 },
    discards: { x, y: middle.y + width * 1.05 },
    width,
  };
}
