// What a party of Durak needs on the felt, in pixels of a picture of size 1.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Plan } from "../../stage/ring.ts";

/** The small backs of others. */
export const BACK = 26;
/** So far each covers the one before. */
export const BACK_STEP = 7;
export const OWN_CARD = 58;
/** A card that can be played now is so much higher, and a marked one twice that. */
export const RISE = 9;
export const PILE_CARD = 46;
/** What beats a card lies so far down and aside, in widths of a card: index and suit of the one below stay in sight. */
export const BEATEN = { x: 0.14, y: 0.6 };
export const PILE_GAP = 8;
export const COLUMNS = 3;
export const DECK_CARD = 38;

const pileWidth = PILE_CARD * (1 + BEATEN.x);
const pileHeight = PILE_CARD * (CARD_RATIO + BEATEN.y);
/** The deck with the trump across below it on one side, what is discarded on the other. */
export const SIDE = DECK_CARD * CARD_RATIO + 4;

export const plan: Plan = {
  held: { width: BACK + 6 * BACK_STEP, height: BACK * CARD_RATIO },
  own: { width: 344, height: OWN_CARD * CARD_RATIO + 2 * RISE },
  middle: {
    width: COLUMNS * pileWidth + (COLUMNS - 1) * PILE_GAP + SIDE + 10,
    height: 2 * pileHeight + PILE_GAP,
  },
  head: 0,
  leastMiddle: 0.6,
};
