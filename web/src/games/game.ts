// What the page needs of a game. A game is one folder that exports this, and one line in registry.ts; the frame around
// it (seats, names, stacks, clocks, coming and going) is the same for all of them and knows none.
import type { Component } from "svelte";
import type { Chips, GameInfo, GameView, Language, OwnGame, Seat, Step, TableEvent, TableInfo, TableView } from "../protocol.ts";
import type { Line, Told } from "../speak/lines.ts";
import type { Layout, Plan } from "../stage/ring.ts";
import type { Money, Words } from "../words/words.ts";

export type GameName = GameInfo["game"];
/** The arms of the protocol's unions that belong to a game. */
export type InfoOf<G extends GameName> = Extract<GameInfo, { game: G }>;
export type ViewOf<G extends GameName> = Extract<GameView, { game: G }>;
export type OwnOf<G extends GameName> = Extract<OwnGame, { game: G }>;
export type EventOf<G extends GameName> = Extract<TableEvent, { kind: G }>;

/** The words a text is made of: the game's own, the frame's, and how amounts are written. */
export type Speech<W = unknown> = {
  words: W;
  room: Words;
  money: Money;
  /** The same, or in big blinds when the person likes that: for what lies on the table. */
  worth: Money;
};

/** What a game says about a seat; the frame draws it at the plate. */
export type Marks = {
  /** Not in the deal, or out of it: the plate is quiet. */
  out?: boolean;
  /** Has the dealer's button. */
  dealer?: boolean;
  /** A word that lasts as long as the state: the last action. The frame shows what was just done instead, for a moment. */
  tab?: string;
  /** All their chips are in: said in the place of a stack there is none of. */
  allIn?: string;
  /** What they have instead of chips in front of them, cards and points: the longest way to say it first. */
  counts?: readonly string[];
  /** Their cards lie over the upper edge of the plate: what they did hangs below it. */
  fanned?: boolean;
  /** A second line: what they hold. */
  holds?: string;
  /** What they won, written. */
  won?: string;
  /** What lies before them, for those who listen. */
  described?: string;
};

/** The four sounds there are. */
export type Sound = "card" | "chip" | "knock" | "turn";

/** How a game is drawn, played and told. `W`: its words; `L`: its lines. */
export interface Game<W = unknown, L extends Line = Line> {
  /** How many chips a big blind is, where there are blinds: stacks may be counted in them. */
  unit?(info: TableInfo): Chips | null;
  /** What it needs on the felt, at the size of a phone. */
  plan(info: TableInfo): Plan;
  /** What lies on the felt: cards, bets, pots. Inside the stage, over the plates. */
  Felt: Component<{ layout: Layout }>;
  /** The buttons, in the bar below the table; shown while `asks`. */
  Controls: Component;
  /** What the viewer may do beside that when a deal is over; beside what is waited for. */
  After?: Component;
  /** What the viewer may set for the deals to come, in the table's menu. */
  Menu?: Component;
  /** Is there something for the viewer to press? */
  asks(view: TableView): boolean;
  marks(view: TableView, seat: Seat, speech: Speech<W>): Marks;
  /** The typed lines of one step, in the order they are told. */
  narrate(told: Told): L[];
  /** A line as a whole sentence: for the live region and the log. */
  sentence(line: L, speech: Speech<W>): string;
  /** A line as a word at its seat; nothing when it has none. */
  short(line: L, speech: Speech<W>): string;
  /** The sound of a line, if it has one. */
  sound(line: L): Sound | null;
  /** Has the viewer nothing left to win or lose in this deal? What is left of it may be shown quicker. */
  isOut?(view: TableView): boolean;
  /** How long a step is looked at before the one that follows it. */
  holdMs(step: Step, next: Step): number;
  /** Who took what in the last deal, a sentence each; stays until the next. `told`: the lines of this deal, as far as they were heard. */
  result(view: TableView, speech: Speech<W>, told?: readonly Line[]): string[];
  /** What is so for the viewer while they have nothing to press: folded, all-in. */
  mine(view: TableView, speech: Speech<W>): string;
  /** What is done for the viewer when their time runs out, as a sentence; nothing when it is not their turn. */
  timeout(view: TableView, speech: Speech<W>): string;
  /** What leaving in the middle of a deal means, as a question; without it, what it means in poker. */
  leaving?(speech: Speech<W>): string;
  /** What a listener asks for with a key: cards, board, pot. Not stacks and clocks, which the frame knows. */
  describe(what: "cards" | "board" | "pot", view: TableView, speech: Speech<W>): string;
}

/** A game's line in the lobby, in one language. */
export type LobbyText<G extends GameName> = {
  name: (info: InfoOf<G>) => string;
  /** What the stakes are called: "Blinds". */
  stakesAre: string;
  stakes: (info: InfoOf<G>, money: Money) => string;
};

/** What is known of a game without loading it. */
export type GameEntry<G extends GameName = GameName> = {
  lobby: { [L in Language]: LobbyText<G> };
  load: () => Promise<{ game: Game }>;
  words: { [L in Language]: () => Promise<{ words: unknown }> };
};

/** A game that can be played: its code and its words have come. */
export type LoadedGame = { name: string; game: Game; words: unknown };
