// The words of Seka, in the shape both languages have.
import type { SekaHand, SekaLastAction, SekaMade, SekaPresetKind, SekaStage } from "../../../protocol.ts";
import type { LineOf } from "../../../speak/lines.ts";
import type { Money } from "../../../words/words.ts";
import type { SekaLine } from "../lines.ts";

/** Says cards: "ace of spades, ten of clubs". */
export type Cards = (cards: readonly string[]) => string;

/** The rank that most of these cards have: the joker stands for it. */
export function alike(cards: readonly string[] = []): string {
  const ranks = cards.map((card) => card[0] ?? "");
  return ranks.find((rank, at) => ranks.indexOf(rank) !== at) ?? "";
}

type PerKind = {
  [K in SekaLine["kind"]]: (line: LineOf<SekaLine, K>, money: Money, cards: Cards) => string;
};

export type SekaWords = {
  pot: string;
  stake: string;
  /** What the house has put into the pot for dark bets. */
  lent: (amount: string) => string;
  won: (amount: string) => string;
  /** Where the deal stands; a svara and its round say so themselves. */
  stage: { [S in SekaStage]: string };
  svara: (number: number, round: number) => string;
  /** Two compare their hands: who fell. */
  reveal: (by: string, target: string, loser: string | null) => string;
  /** A tie of the chain: who, points, pot, what they voted, who bought themselves in. */
  tie: (tie: { names: string; points: number | null; pot: string; carried: boolean | null; entered: string }) => string;
  chain: string;
  /** A player of a tie who has left the table since. */
  gone: string;
  bet: (amount: string) => string;
  /** Marks at a plate. */
  mark: {
    dark: string;
    ready: string;
    waits: string;
    folded: string;
    tied: string;
    entered: string;
    lobby: string;
    left: string;
  };
  last: (action: SekaLastAction, money: Money, name: (seat: number) => string) => string;
  /** What a hand is counted as, in a few words. */
  hand: { [H in SekaHand]: string };
  /** "30: three of a suit". */
  made: (made: SekaMade) => string;
  /** What it is counted as, without its points. */
  counted: (made: SekaMade) => string;
  /** The table of points. */
  table: { open: string; title: string; about: (joker: string | null) => string; yours: string };
  /** Points alone. */
  points: (points: number) => string;
  seconds: (seconds: number) => string;
  act: {
    /** So much time there is to decide. */
    left: (seconds: number) => string;
    bar: string;
    ready: string;
    notReady: string;
    readyWhy: string;
    missing: (amount: string) => string;
    bring: string;
    tooMany: (amount: string) => string;
    open: string;
    /** Costs nothing. */
    free: string;
    dark: string;
    check: string;
    call: string;
    raise: string;
    reveal: (name: string) => string;
    fold: string;
    foldFree: string;
    /** What is paid, when the button says another sum. */
    pays: (amount: string) => string;
    /** What bet and pot grow by, when that is not the price. */
    counts: (amount: string) => string;
    preset: { [K in SekaPresetKind]: string };
    vote: string;
    voteYes: string;
    voteNo: string;
    /** Who may buy themselves in, and for how much. */
    votePrices: (loser: string, waiting: string) => string;
    enter: string;
    pass: string;
    enterWhy: (pot: string) => string;
  };
  line: PerKind;
  mine: { folded: string; waits: string; entered: string; entryLacks: (amount: string) => string; voted: string; dark: string };
  timeout: { fold: string; vote: string; enter: string };
  describe: {
    noCards: string;
    unseen: string;
    cards: (cards: string, made: string) => string;
    board: (stage: string, stake: string) => string;
    pot: (amount: string) => string;
  };
};
