// The shape both dictionaries of the frame have. A word missing in one of them does not compile. A game's own words live
// with the game.
import type {
  Chips,
  DurakRefusal,
  Fault,
  LeftWhy,
  MustShow,
  NoRaise,
  Refusal,
  TournamentRefusal,
  TournamentStatus,
} from "../protocol.ts";
import type { LineOf, TableLine } from "../speak/lines.ts";

/** Writes an amount of chips. */
export type Money = (amount: Chips) => string;

/** One text for every code of a tagged type of the protocol: a new code is a compile error here. */
type PerCode<T extends { code: string }> = {
  [C in T["code"]]: (said: Extract<T, { code: C }>, money: Money) => string;
};

export type Words = {
  /** What the room is called. */
  room: string;
  /** What the page is called among others. */
  title: string;
  language: { name: string; other: string; choose: string };
  home: {
    line: string;
    play: string;
    playAs: (name: string) => string;
    name: string;
    nameHint: string;
    tables: string;
    someoneElse: string;
    /** Before the old name and its chips are given up. */
    someoneNew: string;
    newSure: (name: string, wallet: string) => string;
    /** The same for an account, which loses nothing. */
    outSure: (name: string) => string;
    account: string;
    signIn: string;
    stayAs: (name: string) => string;
    comeNew: string;
    going: string;
    atTable: (table: string) => string;
    seatedThere: (names: string) => string;
    look: string;
  };
  lobby: {
    title: string;
    /** The way to one's own hands. */
    hands: string;
    statistics: string;
    /** A free seat at a table of one game. */
    playNow: string;
    playNowAt: (game: string) => string;
    moreTables: (count: number) => string;
    shelf: { [S in "own" | "holdem" | "seka" | "durak" | "other"]: string };
    empty: string;
    emptyNext: string;
    looking: string;
    buyIn: string;
    seated: (seated: number, seats: number) => string;
    full: string;
    /** Who sits there, when not all of them have room. */
    andMore: (count: number) => string;
    pot: string;
    anHour: (hands: number) => string;
    yours: string;
    /** A game this page does not know yet. */
    otherGame: string;
    /** What the person is, under their name. */
    account: string;
    guest: string;
    signIn: string;
    wallet: string;
    refill: (amount: string) => string;
    tournaments: string;
    /** The kinds of sit-and-go that the house has. */
    house: { sng: string; turbo: string };
    newTournament: string;
    cash: string;
    evenings: string;
    shows: string;
    tournamentStatus: { [S in TournamentStatus]: string };
    entry: string;
    pool: string;
    entrants: (entrants: number, most: number | null) => string;
    playersLeft: (left: number, entrants: number) => string;
  };
  /** Why a tournament refuses. */
  tournamentRefusal: { [R in TournamentRefusal["refused"]]: string };
  table: {
    toTables: string;
    /** The way to the hand that was played last. */
    lastHand: string;
    hand: (hand: number) => string;
    /** Somebody's time ran out. */
    timedOut: string;
    /** A game this page does not know. */
    otherGame: string;
    otherGameNext: string;
    seats: string;
    /** Before a stack, for those who listen. */
    stack: string;
    free: string;
    takeSeat: (seat: number) => string;
    bot: string;
    button: string;
    buttonLetter: string;
    away: string;
    /** The player's line is lost. */
    offline: string;
    waits: string;
    noChips: string;
    leaving: string;
    turnOf: (name: string) => string;
    /** So many big blinds. */
    blinds: (count: string) => string;
    yourTurn: string;
    /** At another table than the one on the screen. */
    yourTurnAt: (table: string) => string;
    seconds: (left: number) => string;
    bank: string;
    nextHand: (seconds: number) => string;
    nextHandSoon: string;
    label: (name: string) => string;
    loading: string;
    /** Part of the page could not be fetched. */
    unloaded: string;
    unknown: string;
    unknownNext: string;
  };
  waiting: {
    second: string;
    secondNext: string;
    pause: string;
    pauseNext: string;
    nobody: string;
    nobodyNext: string;
    heldUp: string;
    heldUpNext: string;
    copy: string;
    copied: string;
    full: string;
    fullNext: string;
    watching: string;
    sit: string;
    outOfHand: string;
    sittingOut: string;
    /** The same, because their time ran out. */
    timedOut: string;
    sitIn: string;
    sitInFor: (owes: string) => string;
    waitForBlind: string;
    waitsForBlind: string;
    posts: (owes: string) => string;
    outOfChips: string;
    /** So many chips come when the hand is over. */
    topUp: (amount: string) => string;
    addChips: string;
    leaving: string;
    stay: string;
  };
  /** What the frame tells of a table, a sentence each. */
  told: { [K in TableLine["kind"]]: (line: LineOf<TableLine, K>, money: Money) => string };
  /** Why the person's own seat is gone. */
  gone: { [W in LeftWhy]: string };
  /** What this page has no words for yet. */
  unknown: { refusal: string; fault: string; gone: string };
  log: { title: string; empty: string };
  /** What a listener asks for with a key. */
  read: {
    stacks: (lines: string) => string;
    /** The same of a game in which people have something else before them. */
    counts: (lines: string) => string;
    clock: (seconds: number) => string;
    bank: (seconds: number) => string;
    noClock: string;
  };
  buyIn: {
    title: (seat: number) => string;
    addTitle: string;
    howMuch: string;
    range: (least: string, most: string) => string;
    inWallet: (amount: string) => string;
    brings: (amount: string) => string;
    owes: (amount: string) => string;
    afterHand: string;
    tooPoor: (least: string) => string;
    refill: string;
    sit: (amount: string) => string;
    add: (amount: string) => string;
  };
  menu: {
    title: string;
    sitOut: string;
    sitIn: string;
    addChips: string;
    leave: string;
    leaveSure: string;
    leaveInHand: string;
    stay: string;
    theme: string;
    themeAuto: string;
    themeLight: string;
    themeDark: string;
    fourColours: string;
    sounds: string;
    motion: string;
    inBlinds: string;
    /** Which keys read what aloud. */
    readAloud: string;
    largeCards: string;
    /** Letters press the buttons. */
    keys: string;
    autoTopUp: string;
    quick: string;
    keepAwake: string;
    notify: string;
    log: string;
    fullScreen: string;
    smallScreen: string;
    settings: string;
    russianRanks: string;
    people: string;
    close: string;
  };
  /** What the bar says of what was sent. */
  sent: { notYet: string; unsure: string };
  line: {
    connecting: string;
    lost: string;
    lostSafe: string;
    thenSitsOut: string;
    thenLeaves: string;
    lostAtHome: string;
    restarting: string;
    restartingSafe: string;
    back: string;
    resumed: string;
    tryNow: string;
    reload: string;
    sessionGone: string;
    /** The table on the screen was closed, or its host has removed the person. */
    tableGone: string;
  };
  fault: PerCode<Fault>;
  /** An amount to choose. */
  amount: {
    less: string;
    more: string;
    size: string;
    exact: string;
    tooLittle: (least: string) => string;
    tooMuch: (most: string) => string;
    notAnAmount: string;
  };
  refusal: PerCode<Refusal>;
  noRaise: { [W in NoRaise]: string };
  mustShow: { [W in MustShow]: string };
  durakRefusal: { [W in DurakRefusal["why"]]: string };
  card: {
    back: string;
    name: (rank: string, suit: string) => string;
    ranks: Record<string, string>;
    suits: Record<string, string>;
  };
};

/** The text for a refusal; also for one that a newer room has and this page does not know. */
export function refusalText(words: Words, refusal: Refusal, money: Money): string {
  // Each code has its own function of its own variant; TypeScript cannot follow the pairing.
  const text = words.refusal[refusal.code] as ((said: Refusal, money: Money) => string) | undefined;
  return text ? text(refusal, money) : words.unknown.refusal;
}

/** The text for a fault. */
export function faultText(words: Words, fault: Fault, money: Money): string {
  const text = words.fault[fault.code] as ((said: Fault, money: Money) => string) | undefined;
  return text ? text(fault, money) : words.unknown.fault;
}

/** Why one's own seat is gone. */
export const goneText = (words: Words, why: LeftWhy): string => words.gone[why] ?? words.unknown.gone;
