// Where everything of a party lies: the fan, the piles, the deck.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Box, Point } from "../../stage/boxes.ts";
import type { Layout, Place } from "../../stage/ring.ts";
import { BACK, BACK_STEP, BEATEN, COLUMNS, DECK_CARD, OWN_CARD, PILE_CARD, PILE_GAP, RISE, SIDE } from "./plan.ts";

/** A card of the fan: where its middle lies, and how far it leans. */
export type FanCard = { at: Point; width: number; turn: number };

/** How much of a card stays in sight at least: its index. */
const INDEX = 0.4;
/** How far apart cards lie at most. */
const APART = 0.78;
/** Smaller than that no card is held in one row, in pixels of a picture of size 1. */
const LEAST_IN_ROW = 40;
const IN_TWO_ROWS = 44;

/** As wide as a card may be so that so many fit side by side, each with its index. */
const widest = (room: number, count: number): number => room / (1 + INDEX * (count - 1));

/** The fan of so many cards: smaller cards when there are many, and two rows when there are very many. */
export function fan({ held, heldScale }: Place, count: number): FanCard[] {
  const single = widest(held.width, count);
  const rows = single < LEAST_IN_ROW * heldScale ? 2 : 1;
  const perRow = Math.ceil(count / rows);
  const most = (rows === 1 ? OWN_CARD : IN_TWO_ROWS) * heldScale;
  const width = Math.min(most, widest(held.width, perRow));
  const step = perRow > 1 ? Math.min(width * APART, (held.width - width) / (perRow - 1)) : 0;
  const bottom = held.y + held.height / 2 - (width * CARD_RATIO) / 2;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const off = (index % perRow) - (inRow - 1) / 2;
    // A held hand is an arc: the outer cards lean and hang a little.
    const lean = rows === 1 && inRow > 1 ? off / ((inRow - 1) / 2) : 0;
    return {
      at: { x: held.x + off * step, y: bottom - (rows - 1 - row) * width * 0.5 + lean * lean * RISE * 0.5 * heldScale },
      width,
      turn: lean * Math.min(7, inRow),
    };
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

/** The part of the middle where cards are played; the rest is the deck's. */
export function tableBox({ middle, middleScale }: Layout): Box {
  const side = (SIDE + 10) * middleScale;
  return { x: middle.x + side / 2, y: middle.y, width: middle.width - side, height: middle.height };
}

/** Where the attack card of a pile lies, and what beats it. */
export function pilePlace(layout: Layout, index: number, count: number): { attack: Point; beaten: Point; width: number } {
  const box = tableBox(layout);
  const width = PILE_CARD * layout.middleScale;
  const gap = PILE_GAP * layout.middleScale;
  const size = { width: width * (1 + BEATEN.x), height: width * (CARD_RATIO + BEATEN.y) };
  const rows = count > COLUMNS ? 2 : 1;
  const row = Math.floor(index / COLUMNS);
  const inRow = Math.min(COLUMNS, count - row * COLUMNS);
  const column = index % COLUMNS;
  const x = box.x + (column - (inRow - 1) / 2) * (size.width + gap);
  const y = box.y + (row - (rows - 1) / 2) * (size.height + gap);
  const attack = { x: x - (width * BEATEN.x) / 2, y: y - (width * BEATEN.y) / 2 };
  return { attack, beaten: { x: attack.x + width * BEATEN.x, y: attack.y + width * BEATEN.y }, width };
}

/** The deck with its trump, and the discards below it. */
export function deckPlace({ middle, middleScale }: Layout): { deck: Point; trump: Point; discards: Point; width: number } {
  const width = DECK_CARD * middleScale;
  const x = middle.x - middle.width / 2 + (SIDE * middleScale) / 2;
  const deck = { x: x - width * 0.1, y: middle.y - width * 0.85 };
  return {
    deck,
    trump: { x: deck.x + width * 0.2, y: deck.y + width * 0.32 },
    discards: { x, y: middle.y + width * 1.05 },
    width,
  };
}
