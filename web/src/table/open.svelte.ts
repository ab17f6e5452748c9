// One table that is open: what is known and shown of it, what was told, and what the person asks of it.
import { createContext } from "svelte";
import { Company } from "../company/company.svelte.ts";
import type { LoadedGame, Speech } from "../games/game.ts";
import { loadGame } from "../games/registry.ts";
import { pageMs } from "../net/clock.ts";
import type { Command, CommandType, Outcome, TableCommand } from "../net/outbox.ts";
import type { Chips, Clock, GameAction, Language, LeftWhy, Refusal, Seat, Step, TableInfo, TableView } from "../protocol.ts";
import type { Session } from "../session/session.svelte.ts";
import { type Line, type Spoken, tableLines, type Told } from "../speak/lines.ts";
import { short, type Speaker, speechOf } from "../speak/speak.ts";
import { blindsText, chipsText } from "../words/chips.ts";
import { titleOf } from "../words/title.ts";
import { type Followed, follow, hear, resume, type Snapshot, shown, type Update, watch } from "./follow.ts";
import { StepQueue } from "./steps.ts";
import { broughtTo, keepBrought, topUpOf } from "./topup.ts";

/** So long a word hangs at a seat. */
const SAYING_MS = 2_000;
/** Once it has hung so long it goes with whatever else is drawn: a picture more is what a slow phone feels. */
const SAID_MS = 1_600;
/** So many lines are kept to be read again. */
const LOG_LINES = 400;
/** Of the time a step is looked at, once one is out of the deal. */
const QUICK = 0.5;

/** A command without what the page adds to it. */
type Wish = TableCommand extends infer C ? (C extends TableCommand ? Omit<C, "command" | "table"> : never) : never;

export type Refused = { about: CommandType; reason: Refusal };

/** A clock on the page's own time. */
export type PageClock = { atMs: number; totalMs: number; bankMs: number };

export class OpenTable {
  #followed: Followed = follow("");
  /** The table as it is shown. Beside one another, not inside one thing: most of what looks at one does not look at the others. */
  view: TableView | null = $state.raw(null);
  info: TableInfo | null = $state.raw(null);
  /** The number of the last move that was heard of. */
  sequence: number | undefined = $state.raw();
  /** The game's code and words, once they have come. */
  loaded: LoadedGame | null = $state.raw(null);
  /** The room plays a game here that this page does not know. */
  unknownGame: boolean = $state(false);
  /** The game's code could not be fetched. */
  unloaded: boolean = $state(false);
  /** There is no such table. */
  missing: boolean = $state(false);
  /** What each seat did in the last two seconds. */
  said: ReadonlyMap<Seat, Spoken> = $state.raw(new Map());
  /** What was told, the newest last. */
  log: readonly Spoken[] = $state.raw([]);
  /** The command that has no answer yet. */
  sent: Command | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  /** The decision that was made; what is shown may still be asking for it. */
  acted: number | null = $state(null);
  /** Why the person's own seat is gone. */
  gone: LeftWhy | null = $state.raw(null);

  /** What the table is called. */
  title: string = $derived.by(() => (this.info ? titleOf(this.id, this.info.name, this.session.words) : ""));
  myTurn: boolean = $derived(this.view?.own?.turn !== undefined);
  /** A decision of the person's own is on its way. */
  acting: boolean = $derived(this.sent?.type === "act");
  speaker: Speaker = $derived.by(() => ({ loaded: this.loaded, room: this.session.words, money: this.money, worth: this.worth }));
  speech: Speech = $derived(speechOf(this.speaker));

  #steps = new StepQueue(
    (step) => this.#show(step),
    (step, next) => (this.loaded?.game.holdMs(step, next) ?? 0) * this.#haste(),
  );
  #spoken = 0;
  /** When the last word at each seat was hung there. */
  #hungAtMs = new Map<Seat, number>();
  #unsaying: number | undefined;
  /** The hand after which chips were last added by themselves. */
  #toppedUp = -1;
  #loading: string | null = null;

  readonly id: string;
  readonly session: Session;
  /** Who asks, who waits, what is said. */
  readonly company: Company;

  constructor(id: string, session: Session) {
    this.id = id;
    this.session = session;
    this.#followed = follow(id);
    this.company = new Company(this);
  }

  /** Takes in what is known now; what is the same stays the same. */
  #know(followed: Followed): void {
    const { seen } = followed;
    this.#followed = followed;
    this.view = seen?.view ?? null;
    this.info = seen?.info ?? null;
    this.sequence = seen?.sequence;
  }

  /** Whoever has folded need not wait for the rest of the deal as long as those who play it. */
  #haste(): number {
    const game = this.loaded?.game;
    return this.session.settings.quick && this.view && game?.isOut?.(this.view) ? QUICK : 1;
  }

  /** A private table is entered by its link before it can be seen. */
  #enter(): void {
    const secret = this.session.links.of(this.id);
    if (secret !== undefined) this.session.send({ type: "enter", table: this.id, secret });
  }

  money = (amount: Chips): string => chipsText(amount, this.info?.scale ?? 0, this.session.settings.language);

  /** The same, or in big blinds when the person likes that: for what lies on the table. */
  worth = (amount: Chips): string => {
    const unit = this.info && this.session.settings.inBlinds ? this.loaded?.game.unit?.(this.info) : null;
    return unit ? this.session.words.table.blinds(blindsText(amount, unit, this.session.settings.language)) : this.money(amount);
  };

  /** Asks the room to tell this table from here on. */
  watch(): void {
    this.#enter();
    this.session.send(watch(this.#followed));
  }

  /** The same over a new connection. */
  resume(): void {
    this.#enter();
    const { followed, send } = resume(this.#followed);
    this.#know(followed);
    for (const message of send) this.session.send(message);
  }

  hear(message: Snapshot | Update): void {
    const heard = hear(this.#followed, message);
    // The table as it is: what waits to be shown is in it.
    if (message.type === "snapshot") {
      this.#steps.clear();
      this.missing = false;
    }
    this.#know(heard.followed);
    for (const reply of heard.send) this.session.send(reply);
    this.#seated();
    void this.load(this.session.settings.language);
    this.#steps.push(heard.steps);
    // Nobody watches a hidden page: nothing is kept for later.
    if (document.hidden) this.#steps.flush();
  }

  /** Fetches the game that is played here, in a language. */
  async load(language: Language): Promise<void> {
    const name = this.info?.game.game;
    if (name === undefined || this.#loading === `${name} ${language}`) return;
    this.#loading = `${name} ${language}`;
    try {
      const loaded = await loadGame(name, language);
      if (this.#loading !== `${name} ${language}`) return;
      this.loaded = loaded;
      this.unloaded = false;
      this.unknownGame = loaded === null;
    } catch {
      // The line is gone, or the room has a newer page: asked again with the next message.
      this.#loading = null;
      this.unloaded = true;
    }
  }

  /** Plays all that waits at once: nobody watched, and it is so by now. */
  flush(): void {
    this.#steps.flush();
  }

  /** Shows a table of long ago as it was at one moment; a step that leads there is told. */
  recall(followed: Followed, told: Step | null): void {
    const before = this.view;
    this.#know(followed);
    this.#hungAtMs.clear();
    this.said = new Map();
    if (told && before && this.view) this.#narrate({ events: told.events ?? [], before, after: this.view });
  }

  /** The screen was left, and perhaps comes back. */
  calm(): void {
    this.#steps.flush();
    this.refused = null;
    this.gone = null;
  }

  sit(seat: Seat, buyIn: Chips): void {
    this.gone = null;
    keepBrought(this.id, buyIn);
    this.command({ type: "sit", seat, buyIn });
  }

  leave = (): void => this.command({ type: "leave" });
  sitOut = (): void => this.command({ type: "sitOut" });
  sitIn = (): void => this.command({ type: "sitIn" });
  /** Back, but not before it costs nothing extra. */
  waitForBlind = (): void => this.command({ type: "sitIn", wait: true });
  addChips = (amount: Chips): void => this.command({ type: "addChips", amount });

  /** Decides what the table waits for. */
  act(action: GameAction): void {
    const turn = this.view?.own?.turn;
    if (turn === undefined || this.acting) return;
    this.acted = turn;
    this.command({ type: "act", action, turn });
  }

  /** Asks something of the room; it is said again until it is answered. */
  command(wish: Wish): void {
    this.refused = null;
    this.sent = this.session.command<TableCommand>({ ...wish, table: this.id });
  }

  /** What became of a command of this table's. */
  answered(outcome: Exclude<Outcome, { kind: "again" }>): void {
    if (this.sent === outcome.command) this.sent = null;
    if (outcome.kind === "accepted") return;
    if (outcome.command.type === "act") this.acted = null;
    this.refused = { about: outcome.command.type, reason: outcome.reason };
  }

  /** The session is gone, and with it whatever it had asked for. */
  forget(): void {
    this.sent = null;
  }

  /** A seat's clock on the page's own time. */
  clockOf = (clock: Clock | undefined): PageClock | null => {
    if (!clock) return null;
    const room = this.session.state.clock;
    const totalMs = (clock.until - clock.since) / room.pace;
    return { atMs: pageMs(room, clock.until), totalMs, bankMs: (clock.bank ?? 0) / room.pace };
  };

  #show(step: Step): void {
    const before = this.view;
    if (!before) return;
    this.#know(shown(this.#followed, step));
    const after = this.view ?? before;
    if (before.own?.turn !== after.own?.turn && this.refused?.about === "act") this.refused = null;
    const events = step.events ?? [];
    for (const event of events) {
      if (event.kind === "resumed") this.session.tell("resumed");
      if (event.kind === "left" && event.seat === before.own?.seat) this.gone = event.why;
    }
    this.#seated();
    // What was done in a hand, or to begin it, is no news in the next.
    this.#unsay(after.hand === before.hand ? SAID_MS : 0);
    // What was missed is over: nobody says it now.
    if (!step.view) this.#narrate({ events, before, after });
  }

  #narrate(told: Told): void {
    const lines = [
      ...tableLines(told).map((line): Spoken => ({ id: this.#nextId(), of: "table", line })),
      ...(this.loaded?.game.narrate(told) ?? []).map((line): Spoken => ({ id: this.#nextId(), of: "game", line })),
    ];
    if (lines.length === 0) return;
    this.log = [...this.log, ...lines].slice(-LOG_LINES);
    this.#hang(lines.filter((spoken) => short(spoken, this.speaker) !== ""));
    this.session.heardLines?.(this, lines);
  }

  #nextId(): number {
    this.#spoken += 1;
    return this.#spoken;
  }

  #hang(lines: Spoken[]): void {
    const said = lines.flatMap((spoken): [Seat, Spoken][] => {
      const { seat }: Line = spoken.line;
      return seat === undefined ? [] : [[seat, spoken]];
    });
    if (said.length === 0) return;
    this.said = new Map([...this.said, ...said]);
    for (const [seat] of said) this.#hungAtMs.set(seat, performance.now());
    this.#unsayInTime();
  }

  /** Takes away the words that have hung so long. */
  #unsay(hungMs: number): void {
    const before = performance.now() - hungMs;
    const over = [...this.#hungAtMs].filter(([, atMs]) => atMs <= before);
    if (over.length === 0) return;
    const said = new Map(this.said);
    for (const [seat] of over) {
      said.delete(seat);
      this.#hungAtMs.delete(seat);
    }
    this.said = said;
  }

  /** Wakes up when the oldest word has hung long enough, and not before. */
  #unsayInTime(): void {
    clearTimeout(this.#unsaying);
    const first = Math.min(...this.#hungAtMs.values());
    if (!Number.isFinite(first)) return;
    this.#unsaying = window.setTimeout(
      () => {
        this.#unsay(SAID_MS);
        this.#unsayInTime();
      },
      first + SAYING_MS - performance.now(),
    );
  }

  #seated(): void {
    if (this.view) this.session.seated(this.id, this.view.own?.seat !== undefined);
    this.#topUp();
  }

  /** Once after each hand, for those who want it. */
  #topUp(): void {
    const { view } = this;
    if (!view || !this.session.settings.autoTopUp || this.#toppedUp === view.hand || this.company.asked || this.sent) return;
    const amount = topUpOf(view, broughtTo(this.id), this.session.state.you?.wallet ?? 0);
    if (amount === null) return;
    this.#toppedUp = view.hand;
    this.addChips(amount);
  }
}

/** The table whose screen this is. */
export const [useTable, provideTable] = createContext<OpenTable>();
