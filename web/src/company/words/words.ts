// The shape both dictionaries of what is around tables have: tables people open, talk, the lobby's filters.
import type { GameName, Reaction, TableProblem } from "../../protocol.ts";
import type { Money } from "../../words/words.ts";

export type CompanyWords = {
  /** The lobby. */
  open: string;
  quickSeat: string;
  noQuickSeat: string;
  filter: {
    title: string;
    anyGame: string;
    anyMode: string;
    game: { [G in GameName]: string };
    stakes: string;
    stake: {
      any: string;
      small: (most: string) => string;
      middle: (least: string, most: string) => string;
      large: (least: string) => string;
    };
    seats: string;
    anySeats: string;
    free: string;
    nothing: string;
  };
  private: string;
  yourTable: string;
  spectators: (count: number) => string;
  /** Those who only watch see the table so much later. */
  later: (seconds: number) => string;
  waiting: (count: number) => string;
  /** The form of a new table. */
  form: {
    title: string;
    name: string;
    nameHint: string;
    who: string;
    public: string;
    publicHint: string;
    private: string;
    privateHint: string;
    game: string;
    variant: string;
    variants: Readonly<Record<string, string>>;
    mode: string;
    modes: {
      plain: string;
      transfer: string;
      trafficLight: string;
      pairs: string;
      pairsTransfer: string;
      pairsTrafficLight: string;
    };
    cards: string;
    smallBlind: string;
    bigBlind: string;
    base: string;
    stake: string;
    points: string;
    seats: string;
    clock: string;
    seconds: (seconds: number) => string;
    noClock: string;
    /** How much later those without a seat see the table. */
    delay: string;
    noDelay: string;
    delayed: (seconds: number) => string;
    /** What a table of Hold'em may be made with. */
    straddle: string;
    runItTwice: string;
    bots: string;
    create: string;
    notHere: string;
  };
  problem: { [P in TableProblem["problem"]]: (said: Extract<TableProblem, { problem: P }>, money: Money) => string };
  invite: {
    title: string;
    open: string;
    hint: string;
    publicHint: string;
    copy: string;
    copied: string;
    share: string;
    qr: string;
  };
  host: {
    title: string;
    panel: string;
    you: string;
    asksSeat: (name: string, seat: number, chips: string) => string;
    asksSeatOnly: (name: string, seat: number) => string;
    asksChips: (name: string, chips: string) => string;
    accept: string;
    decline: string;
    others: (count: number) => string;
    holdUp: string;
    goOn: string;
    heldUp: string;
    ask: string;
    bots: string;
    clock: string;
    stakes: string;
    change: string;
    nextHand: string;
    people: string;
    seatOf: (name: string) => string;
    seat: (seat: number) => string;
    remove: string;
    removeSure: (name: string) => string;
    silence: string;
    hear: string;
    passOn: string;
    passOnSure: (name: string) => string;
    yes: string;
    no: string;
    removed: string;
    forgive: string;
    newLink: string;
    newLinkHint: string;
  };
  asked: string;
  askedNext: string;
  sheet: {
    title: string;
    empty: string;
    name: string;
    brought: string;
    took: string;
    net: string;
    settle: string;
    pays: (from: string, to: string, amount: string) => string;
    even: string;
    later: string;
    download: string;
  };
  chat: {
    title: string;
    open: string;
    lobby: string;
    empty: string;
    write: string;
    send: string;
    reactions: string;
    reaction: { [R in Reaction]: string };
    mute: string;
    hear: string;
    block: string;
    unblock: string;
    about: (name: string) => string;
    blocked: string;
    unread: (count: number) => string;
    comeIn: string;
  };
  wait: {
    wait: string;
    leave: string;
    place: (place: number) => string;
    kept: string;
  };
};
