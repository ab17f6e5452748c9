// The words of Hold'em, in the shape both languages have.
import type { HoldemTimeout, Made, MadeHand, PresetKind } from "../../../protocol.ts";
import type { LineOf } from "../../../speak/lines.ts";
import type { Money } from "../../../words/words.ts";
import type { Deed, HoldemLine } from "../lines.ts";

/** Says cards: "ace of spades, ten of clubs". */
export type Cards = (cards: readonly string[]) => string;

type PerKind = {
  [K in HoldemLine["kind"]]: (line: LineOf<HoldemLine, K>, money: Money, cards: Cards, words: HoldemWords) => string;
};

export type HoldemWords = {
  pot: string;
  sidePot: (number: number) => string;
  total: string;
  board: string;
  noBoard: string;
  /** One of several boards. */
  boardNumber: (number: number) => string;
  won: (amount: string) => string;
  allInMark: string;
  act: {
    bar: string;
    fold: string;
    check: string;
    call: string;
    /** A call that takes the whole stack. */
    callAllIn: string;
    bet: string;
    raise: string;
    allIn: string;
    show: string;
    muck: string;
    /** After the hand: what nobody has seen. */
    showAfter: string;
    showCard: (card: string) => string;
    showAll: string;
    /** Whether the rest of the board is dealt twice. */
    runTwiceAsk: string;
    runTwiceHint: string;
    runTwice: string;
    runOnce: string;
    straddle: string;
    straddleHint: string;
    preset: { [K in PresetKind]: string };
    /** Said in full where the button shows a figure only. */
    presetSpoken: { [K in PresetKind]?: string };
    /** Folding beside a free check. */
    foldFree: string;
    foldAnyway: string;
    /** What there is to win, where nobody can raise. */
    inPot: (amount: string) => string;
    /** What one may make up one's mind to do when the turn comes. */
    before: string;
    beforeCheckFold: string;
    beforeCheck: string;
    beforeCall: (price: string) => string;
  };
  /** What a seat did, as a word with its price. */
  deed: { [D in Deed]: (amount: string) => string };
  /** What cards make, in a word. */
  madeName: { [M in MadeHand]: string };
  /** A high card in a word, by its rank. */
  high: (rank: string) => string;
  /** What cards make, in full, with the kicker that decided if one did. */
  made: (made: Made, kicker: string | null) => string;
  line: PerKind;
  mine: { folded: string; allIn: string; asked: (names: string) => string };
  timeout: { [T in HoldemTimeout]: string };
  describe: {
    noCards: string;
    cards: (cards: string, made: string) => string;
    board: (cards: string) => string;
    pot: (amount: string) => string;
  };
};
