// What a hand of Hold'em or Omaha needs on the felt, in pixels of a picture of size 1.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Plan } from "../../stage/ring.ts";

export const HELD_CARD = 40;
export const OWN_CARD = 62;
export const BOARD_CARD = 50;
export const BOARD_GAP = 5;

/** From one card of a hand to the next, in widths of a card: two lie side by side, more overlap but for their index. */
export const heldStep = (cards: number): number => (cards > 2 ? 0.62 : 1.06);

const held = (cards: number, width: number) => ({
  width: width * (1 + (cards - 1) * heldStep(cards)),
  height: width * CARD_RATIO,
});

/** Two boards one above the other need so much more height than one; each is smaller than one alone. */
const TWO_ROWS = 1.42;

/** How high what lies on the board is, by the height of a card: room for two boards where there may be two. */
export const boardRows = (twice: boolean): number => (twice ? TWO_ROWS : 1);

/** For so many cards in everybody's hand; `twice`: the board may be dealt twice. */
export function planFor(cards: number, twice = false): Plan {
  return {
    held: held(cards, HELD_CARD),
    own: held(cards, OWN_CARD),
    middle: { width: 5 * BOARD_CARD + 4 * BOARD_GAP, height: BOARD_CARD * CARD_RATIO * boardRows(twice) },
    // The pots.
    head: 28,
    leastMiddle: 0.62,
  };
}

export const plan: Plan = planFor(2);
