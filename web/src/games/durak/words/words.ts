// The words of Durak, in the shape both languages have.
import type { DurakAsk, DurakTimeout } from "../../../protocol.ts";
import type { LineOf } from "../../../speak/lines.ts";
import type { Money } from "../../../words/words.ts";
import type { DurakLine } from "../lines.ts";

/** Says cards: "ace of spades, ten of clubs". */
export type Cards = (cards: readonly string[]) => string;

type PerKind = { [K in DurakLine["kind"]]: (line: LineOf<DurakLine, K>, money: Money, cards: Cards) => string };

export type DurakWords = {
  hand: string;
  cards: (count: number) => string;
  points: (count: number) => string;
  won: (amount: string) => string;
  /** For those who listen: attack cards with what beats them. */
  tableEmpty: string;
  onTable: (piles: string) => string;
  beaten: (attack: string, by: string) => string;
  unbeaten: (attack: string) => string;
  deckText: (deck: number, trump: string, discarded: number) => string;
  beatThis: (card: string) => string;
  showsCard: (card: string) => string;
  act: {
    bar: string;
    take: string;
    done: string;
    pass: string;
    transfer: string;
    show: string;
    to: (name: string) => string;
    beat: string;
    lead: string;
    throwIn: string;
    several: (count: number, lead: boolean) => string;
    /** Beside the buttons, while no card is marked. */
    pick: string;
    noneFits: (defends: boolean) => string;
  };
  ready: { [A in DurakAsk]: string };
  notReady: string;
  stakeOf: (amount: string) => string;
  /** So long there is to answer; `loses`: the seat is gone otherwise. */
  within: (seconds: number, loses: boolean) => string;
  surrender: string;
  surrenderSure: string;
  playOn: string;
  leaving: string;
  away: string;
  back: string;
  waits: string;
  mark: {
    attacks: string;
    defends: string;
    takes: string;
    throwsIn: string;
    done: string;
    passed: string;
    out: string;
    away: string;
    ready: string;
    fool: string;
  };
  /** What a seat did, as a word. */
  deed: { takes: string; done: string; passes: string; transfers: string; shows: string; out: string };
  status: {
    youLead: string;
    leads: (attacker: string, defender: string, you: boolean) => string;
    youDefend: string;
    defends: (name: string) => string;
    throwInNow: (name: string) => string;
    youTransfer: string;
    shows: (name: string) => string;
    youThrow: string;
    youThrowMore: (name: string) => string;
    throws: (names: string) => string;
    youTake: (names: string) => string;
    nextRound: string;
    youAreOut: string;
  };
  timeout: { [K in DurakTimeout["kind"]]: string };
  line: PerKind;
  describe: { noCards: string; cards: (cards: string) => string; pot: (amount: string) => string };
};
