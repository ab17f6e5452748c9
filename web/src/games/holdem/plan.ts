// What a hand of Hold'em needs on the felt, in pixels of a picture of size 1.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Plan } from "../../stage/ring.ts";

export const HELD_CARD = 40;
export const OWN_CARD = 62;
export const BOARD_CARD = 50;
export const BOARD_GAP = 5;
/** Between two cards of a hand. */
export const HELD_GAP = 3;

export const plan: Plan = {
  held: { width: 2 * HELD_CARD + HELD_GAP, height: HELD_CARD * CARD_RATIO },
  own: { width: 2 * OWN_CARD + HELD_GAP, height: OWN_CARD * CARD_RATIO },
  middle: { width: 5 * BOARD_CARD + 4 * BOARD_GAP, height: BOARD_CARD * CARD_RATIO },
  // The pots.
  head: 28,
  leastMiddle: 0.62,
};
