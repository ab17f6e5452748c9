// What a deal of Seka needs on the felt, in pixels of a picture of size 1: three cards, the pot and the stake are the whole stage.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Plan } from "../../stage/ring.ts";

export const HELD_CARD = 39;
export const OWN_CARD = 62;
/** Between two faces of a hand: index and suit of each are in sight. */
export const HELD_GAP = 2;
export const OWN_GAP = 3;
/** How far the next back lies, in cards. */
export const BACKS_STEP = 0.62;

export const plan: Plan = {
  held: { width: 3 * HELD_CARD + 2 * HELD_GAP, height: HELD_CARD * CARD_RATIO },
  own: { width: 3 * OWN_CARD + 2 * OWN_GAP, height: OWN_CARD * CARD_RATIO },
  middle: { width: 150, height: 72 },
  // Where the deal stands.
  head: 28,
  leastMiddle: 0.62,
  // How often there was a tie.
  foot: 24,
};
