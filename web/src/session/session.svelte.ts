// The person's session: the connection, who they are, which screen they look at and which tables are open.
import { createContext } from "svelte";
import { Talk } from "../company/talk.svelte.ts";
import { loadWords as loadCompanyWords } from "../company/words/load.ts";
import type { CompanyWords } from "../company/words/words.ts";
import { Connection, type Status } from "../net/connection.ts";
import { type Command, commandId, Outbox, type Outcome } from "../net/outbox.ts";
import {
  PROTOCOL,
  type CommandId,
  type Fault,
  type GameName,
  type LobbyFilter,
  type PlayerId,
  type Refusal,
  type TableForm,
  type ToClient,
  type ToServer,
} from "../protocol.ts";
import type { Spoken } from "../speak/lines.ts";
import { OpenTable } from "../table/open.svelte.ts";
import { ask, keepInCookie } from "../people/api.ts";
import { Evenings } from "../tournament/director/evenings.svelte.ts";
import { Draft } from "../tournament/draft.svelte.ts";
import { saveExport } from "../tournament/export.ts";
import { OpenTournament } from "../tournament/open.svelte.ts";
import { loadWords } from "../words/load.ts";
import type { Words } from "../words/words.ts";
import { chipsText } from "../words/chips.ts";
import { firstSeat, tableToPlay } from "./entering.ts";
import { heardInRoom, linkFor, nothingYet, type RoomState, seatedAs } from "./fold.ts";
import { Blocked, Links } from "./links.svelte.ts";
import { readToken, type Settings, writeSettings, writeToken } from "./memory.ts";
import { type Route, readRoute, routePath } from "./route.ts";

const NOTICE_MS = 5_000;
const AGAIN_MS = 1_000;
/** How long the room may take to answer when there is reason to think that the line is gone. */
const DOUBT_MS = 1_500;
/** Others may take the seat we run for; so often we run for the next. */
const SEAT_TRIES = 4;

/** A command without its id. */
type Unnumbered<C extends Command> = C extends Command ? Omit<C, "command"> : never;

export type Notice = "back" | "resumed" | "sessionGone" | "tableGone";

export class Session {
  state: RoomState = $state.raw(nothingYet);
  status: Status = $state.raw({ kind: "connecting" });
  /** The room has said that it is going down for a moment. */
  stopping: boolean = $state(false);
  /** Why the wallet was not filled up when it was last asked for. */
  noRefill: Refusal | null = $state.raw(null);
  route: Route = $state.raw(readRoute(location.pathname, location.hash));
  settings: Settings = $state.raw({} as Settings);
  words: Words = $state.raw({} as Words);
  notice: Notice | null = $state.raw(null);
  /** Nobody yet, but wants to see the table. */
  onlooker: boolean = $state(false);
  /** On the way from the first click to a seat. */
  entering: boolean = $state(false);
  #open: ReadonlyMap<string, OpenTable> = $state.raw(new Map());
  /** The tournament on the screen, or whose table is. */
  cup: OpenTournament | null = $state.raw(null);
  /** The evenings with real cards, while one of their screens is open. */
  evenings: Evenings | null = $state.raw(null);
  /** A tournament that is being made. */
  draft: Draft | null = $state.raw(null);
  /** The device says that it has no network, and the room has said nothing since. */
  #offline: boolean = $state(false);

  /** The table on the screen. */
  table: OpenTable | null = $derived(this.route.screen === "table" ? (this.#open.get(this.route.table) ?? null) : null);
  /** A table that waits for the person while they look at something else. */
  calls: OpenTable | null = $derived([...this.#open.values()].find((table) => table !== this.table && table.myTurn) ?? null);
  /** Nothing comes through at the moment. */
  lost: boolean = $derived(this.status.kind === "lost" || this.#offline);
  connected: boolean = $derived(this.status.kind === "open" && !this.#offline && this.state.you !== undefined);

  /** What is around tables, in words; none until they have come. */
  company: CompanyWords | null = $state.raw(null);
  /** They are on their way. */
  companyComes: boolean = $state(true);
  /** Which tables the lobby shows. */
  filter: LobbyFilter = $state.raw({});
  /** There was no free seat when one was last looked for. */
  noSeat: boolean = $state(false);
  /** The table that is being opened was refused, and why. */
  notOpened: Refusal | null = $state.raw(null);
  /** A table the person has just opened: its link is shown first. */
  justOpened: string | null = $state(null);
  readonly links = new Links();
  readonly blocked = new Blocked();
  /** Whom the person does not want to hear for now. */
  muted: ReadonlySet<PlayerId> = $state.raw(new Set());
  ignored: ReadonlySet<PlayerId> = $derived(new Set([...this.muted, ...this.blocked.people.map(([player]) => player)]));
  /** What is said in the lobby. */
  readonly talk = new Talk(this, null);

  /** Is told every line of an open table; the sounds listen here once they are loaded. */
  heardLines: ((table: OpenTable, lines: readonly Spoken[]) => void) | null = null;

  #name: string | null = null;
  #token: string | null = readToken();
  #tableWanted: TableForm | null = null;
  /** How often which table was said not to be watched any more, and no answer has come. */
  #unwatching = new Map<string, number>();
  #seatTries = 0;
  #outbox = new Outbox();
  #connection: Connection;
  #noticeTimer = 0;
  #wasLost = false;

  constructor(url: string, settings: Settings, words: Words) {
    this.settings = settings;
    this.words = words;
    this.#connection = new Connection(url, {
      opened: () => this.#hello(),
      heard: (message) => this.#heard(message),
      status: (status) => this.#statusChanged(status),
    });
  }

  /** Connects, and listens to the address bar, the network and the screen. */
  start(): void {
    this.#keepLink();
    history.replaceState(null, "", routePath(this.route));
    addEventListener("hashchange", () => {
      if (!this.#keepLink()) return;
      history.replaceState(null, "", routePath(this.route));
      this.table?.watch();
    });
    void this.#speakOfCompany();
    addEventListener("popstate", () => this.#routed(readRoute(location.pathname)));
    // Said at once; a room on the same machine answers all the same, and then nothing was lost.
    addEventListener("offline", () => {
      this.#offline = true;
      this.#connection.hurry(DOUBT_MS);
    });
    addEventListener("online", () => this.#connection.hurry(DOUBT_MS));
    document.addEventListener("visibilitychange", () => {
      // Nobody watched what waits: it is so by now.
      for (const table of this.#open.values()) table.flush();
      if (!document.hidden) this.#connection.hurry(DOUBT_MS);
    });
    // A page that comes back from the browser's memory has lost its connection, and nobody told it.
    addEventListener("pageshow", ({ persisted }) => persisted && this.#connection.hurry(DOUBT_MS));
    this.#routed(this.route);
    this.#connection.open();
  }

  /** Chips outside every table. */
  money = (amount: number): string => chipsText(amount, this.state.tables?.[0]?.info.scale ?? 0, this.settings.language);

  change(settings: Partial<Settings>): void {
    const { language } = this.settings;
    this.settings = { ...this.settings, ...settings };
    writeSettings(this.settings);
    if (this.settings.language !== language) void this.#speak();
  }

  go(route: Route): void {
    if (routePath(route) !== location.pathname) history.pushState(null, "", routePath(route));
    this.#routed(route);
  }

  /** One click: come in as a guest when need be, go to a table, sit down. */
  play(name: string): void {
    this.#name = name.trim() || null;
    this.entering = true;
    this.#seatTries = SEAT_TRIES;
    this.state = { ...this.state, fault: null };
    // A link that leads nowhere: any other table will do.
    if (this.table?.missing) this.go({ screen: "home" });
    if (this.state.you === null) this.#askForGuest();
    this.#enter();
  }

  /** Forgets who the person was; the next click on Play makes a new guest. */
  async becomeNew(): Promise<void> {
    // Only the room can take its cookie back; one that does not answer has nobody to forget.
    await ask("POST", "/people/sign-out", this.#token, {});
    this.forgetToken();
    // A connection is somebody for good: a new one is needed to be nobody again.
    location.assign("/");
  }

  /** A link that others can open. */
  linkTo(path: string): string {
    return linkFor(this.state, location.origin, path);
  }

  /** The token of this visit, when the page has it; otherwise the browser has it in a cookie, or nobody has. */
  get token(): string | null {
    return this.#token;
  }

  /** The session has ended, or another begins. */
  forgetToken(): void {
    writeToken(null);
    this.#token = null;
    this.#outbox.forget();
  }

  /** The lobby from now on, with its changes, while it is on the screen; else once. */
  refreshLobby(): void {
    this.send(this.route.screen === "lobby" ? { type: "followLobby", filter: this.filter } : { type: "lobby" });
  }

  look(filter: LobbyFilter): void {
    this.filter = filter;
    this.noSeat = false;
    this.refreshLobby();
  }

  /** Goes to a table with a free seat that fits, and sits down. */
  quickSeat(game?: GameName): void {
    this.noSeat = false;
    this.send({ type: "quickSeat", filter: game ? { ...this.filter, game } : this.filter });
  }

  /** Opens a table; somebody who is nobody yet comes in first. */
  openTable(form: TableForm, name = ""): void {
    this.notOpened = null;
    if (this.state.you) {
      this.command({ type: "createTable", form });
      return;
    }
    this.#tableWanted = form;
    this.#name = name.trim() || null;
    this.state = { ...this.state, fault: null };
    this.#askForGuest();
  }

  mute(player: PlayerId, muted: boolean): void {
    const next = new Set(this.muted);
    if (muted) next.add(player);
    else next.delete(player);
    this.muted = next;
  }

  /** The secret of a link that was followed; never shown in the address bar, nor kept in the history. */
  #keepLink(): boolean {
    const [, secret] = /^#([a-z0-9]{8,64})$/.exec(location.hash) ?? [];
    if (this.route.screen !== "table" || secret === undefined) return false;
    this.links.keep(this.route.table, secret);
    return true;
  }

  tryNow(): void {
    this.#connection.hurry();
  }

  send(message: ToServer): void {
    this.#connection.send(message);
  }

  /** Asks for a fresh wallet. */
  refill(): void {
    this.noRefill = null;
    this.command({ type: "refill" });
  }

  /** Says a command, and again until it is answered. */
  command<C extends Command = Command>(wish: Unnumbered<C>): Command {
    const command = { ...wish, command: commandId() } as unknown as Command;
    this.#outbox.add(command);
    this.send(command);
    return command;
  }

  /** Where the person sits, as a table tells. */
  seated(table: string, sits: boolean): void {
    this.state = seatedAs(this.state, table, sits);
  }

  tell(notice: Notice): void {
    this.notice = notice;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = window.setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  /** The words of the language that was chosen; until they have come the old ones stay. */
  async #speak(): Promise<void> {
    const { language } = this.settings;
    const open = [
      ...this.#open.values(),
      ...(this.cup ? [this.cup] : []),
      ...(this.draft ? [this.draft] : []),
      ...(this.evenings ? [this.evenings] : []),
    ];
    const [words] = await Promise.all([loadWords(language), ...open.map((part) => part.load(language))]);
    if (this.settings.language === language) this.words = words;
    void this.#speakOfCompany();
  }

  async #speakOfCompany(): Promise<void> {
    const { language } = this.settings;
    try {
      const words = await loadCompanyWords(language);
      if (this.settings.language === language) this.company = words;
    } catch {
      // The line is gone: the words come with the next start of the page.
    }
    this.companyComes = false;
  }

  #hello(): void {
    // Nothing that was said over another connection is answered over this one.
    this.#unwatching.clear();
    const { language } = this.settings;
    const known = this.#token === null ? {} : { token: this.#token };
    this.send({ type: "hello", protocol: PROTOCOL, language, ...known });
  }

  #askForGuest(): void {
    const named = this.#name === null ? {} : { name: this.#name };
    this.send({ type: "guest", language: this.settings.language, ...named });
  }

  #statusChanged(status: Status): void {
    this.status = status;
    if (status.kind === "lost") this.#wasLost = true;
  }

  #routed(route: Route): void {
    // Whoever picks a table from the list wants to see it; whoever follows a link is asked in first.
    this.onlooker = this.route.screen === "lobby" && route.screen === "table";
    if (this.route.screen === "lobby" && route.screen !== "lobby") this.send({ type: "unfollowLobby" });
    this.table?.calm();
    this.route = route;
    this.state = { ...this.state, fault: null };
    this.#openTables(route.screen === "table" ? route.table : null);
    this.#followCup();
    this.#openDraft(route);
    this.#openEvenings(route);
    if (route.screen === "lobby") this.refreshLobby();
  }

  #openDraft(route: Route): void {
    const of = route.screen === "setup" ? route.tournament : null;
    if (of === null && route.screen !== "newTournament") this.draft = null;
    else if (this.draft?.of !== of) this.draft = new Draft(this, of);
  }

  #openEvenings(route: Route): void {
    if (route.screen !== "directors" && route.screen !== "director" && route.screen !== "screen") {
      if (this.evenings) this.send({ type: "unfollowEvenings" });
      this.evenings = null;
      return;
    }
    this.evenings ??= new Evenings(this);
    this.evenings.show(route);
  }

  /** The table on the screen is open, and so are those where the person sits. */
  #openTables(wanted: string | null): void {
    const next = new Map<string, OpenTable>();
    const seatedAt = this.state.you?.seatedAt ?? [];
    for (const [id, table] of this.#open) {
      if (id === wanted || seatedAt.includes(id)) next.set(id, table);
      else this.#unwatch(id);
    }
    for (const id of wanted === null ? seatedAt : [wanted, ...seatedAt]) {
      if (next.has(id)) continue;
      const table = new OpenTable(id, this);
      next.set(id, table);
      table.watch();
    }
    this.#open = next;
  }

  #unwatch(table: string): void {
    this.#unwatching.set(table, (this.#unwatching.get(table) ?? 0) + 1);
    this.send({ type: "unwatch", table });
  }

  /** Is this the answer to something the page asked for itself? */
  #answersUnwatch(table: string): boolean {
    const asked = this.#unwatching.get(table) ?? 0;
    if (asked > 1) this.#unwatching.set(table, asked - 1);
    else this.#unwatching.delete(table);
    return asked > 0;
  }

  /** The tournament on the screen is followed, and the one whose table is. */
  #followCup(): void {
    const { route } = this;
    const looked = route.screen === "tournament" || route.screen === "setup" ? route.tournament : undefined;
    // Whoever is moved goes from table to table of one tournament: it stays until the next table has said whose it is.
    if (looked === undefined && this.table && !this.table.info) return;
    const wanted = looked ?? this.table?.info?.tournament;
    if (wanted === this.cup?.id) return;
    if (this.cup) this.send({ type: "unfollow", tournament: this.cup.id });
    this.cup = wanted === undefined ? null : new OpenTournament(wanted, this);
    this.cup?.follow();
  }

  /** The person's seat in a tournament is elsewhere: the page goes along. */
  #moved({ tournament, from, to }: Extract<ToClient, { type: "moved" }>): void {
    const looks = this.route.screen === "table" ? this.route.table === from : this.cup?.id === tournament;
    if (from !== undefined) this.#gone(from);
    if (looks) this.go({ screen: "table", table: to });
    if (from !== undefined && this.cup?.id === tournament) this.cup.wasMoved();
  }

  /** A table is there no more. */
  #gone(id: string): void {
    const next = new Map(this.#open);
    if (!next.delete(id)) return;
    this.#open = next;
    this.#unwatch(id);
    this.seated(id, false);
  }

  #heard(message: ToClient): void {
    this.#offline = false;
    this.state = heardInRoom(this.state, message, performance.now());
    switch (message.type) {
      case "welcome":
        this.#welcomed(message.token ?? null);
        break;
      case "snapshot":
      case "update":
        this.#open.get(message.table)?.hear(message);
        this.#followCup();
        break;
      case "around":
        this.#open.get(message.table)?.company.heardAround(message.around);
        break;
      case "sheet": {
        const table = this.#open.get(message.table);
        if (table) table.company.sheet = message.sheet;
        break;
      }
      case "chat":
        (message.table === undefined ? this.talk : this.#open.get(message.table)?.company.talk)?.hear(message.lines);
        break;
      case "quickSeat":
        this.noSeat = message.table === undefined;
        if (message.table !== undefined) this.#sitDownAt(message.table);
        break;
      case "unwatched": {
        if (this.#answersUnwatch(message.table)) break;
        const tournament = this.#open.get(message.table)?.info?.tournament;
        const shown = this.route.screen === "table" && this.route.table === message.table;
        this.#gone(message.table);
        if (shown && tournament !== undefined) this.go({ screen: "tournament", tournament });
        else if (shown) {
          this.go({ screen: "lobby" });
          this.tell("tableGone");
        }
        break;
      }
      case "tournament":
      case "tournamentUpdate":
        if (message.tournament === this.cup?.id) this.cup.hear(message);
        break;
      case "evenings":
      case "evening":
      case "noEvening":
        this.evenings?.hear(message);
        break;
      case "export":
        saveExport(message);
        break;
      case "tournamentForm":
        this.draft?.hear(message);
        break;
      case "moved":
        this.#moved(message);
        break;
      case "answer":
        this.#answered(message.command, message.result);
        break;
      case "error":
        this.#faulted(message.fault);
        break;
    }
    if (this.entering) this.#enter();
  }

  #welcomed(token: string | null): void {
    this.stopping = false;
    if (token !== null) {
      this.#token = token;
      writeToken(token);
      void this.#keep(token);
    }
    if (this.#wasLost) this.tell("back");
    this.#wasLost = false;
    this.refreshLobby();
    for (const table of this.#open.values()) table.resume();
    this.cup?.follow();
    this.draft?.again();
    this.evenings?.again();
    const { you } = this.state;
    if (!you) {
      if (this.#token !== null) this.#sessionGone();
      if (this.entering) this.#askForGuest();
      return;
    }
    for (const command of this.#outbox.unanswered()) this.send(command);
    if (this.#tableWanted) this.openTable(this.#tableWanted);
    this.#tableWanted = null;
    this.#openTables(this.route.screen === "table" ? this.route.table : null);
    const [table] = you.seatedAt;
    if (this.route.screen === "home" && table !== undefined) this.go({ screen: "table", table });
  }

  /** A cookie keeps the token better than the page could: no script can read it. The page keeps it where that fails. */
  async #keep(token: string): Promise<void> {
    const { you } = this.state;
    if (you && (await keepInCookie(token, you.id)) && this.#token === token) writeToken(null);
  }

  #sessionGone(): void {
    this.forgetToken();
    for (const table of this.#open.values()) table.forget();
    if (!this.entering) this.tell("sessionGone");
  }

  #answered(id: CommandId, result: Extract<ToClient, { type: "answer" }>["result"]): void {
    const outcome = this.#outbox.answered(id, result);
    if (!outcome) return;
    if (outcome.kind === "again") {
      setTimeout(() => this.#outbox.has(id) && this.send(outcome.command), AGAIN_MS);
      return;
    }
    const { command } = outcome;
    if (command.type === "chat") {
      const talk = command.table === undefined ? this.talk : this.#open.get(command.table)?.company.talk;
      if (talk) talk.refused = outcome.kind === "refused" ? outcome.reason : null;
      return;
    }
    if (command.type === "createTable") this.#opened(outcome);
    if ("table" in command) this.#open.get(command.table)?.answered(outcome);
    if ("tournament" in command && command.tournament === this.cup?.id) this.cup.answered(outcome);
    if (command.type === "refill") this.noRefill = outcome.kind === "refused" ? outcome.reason : null;
    const configures = command.type === "direct" && command.order.order === "configure";
    if (configures || command.type === "createTournament" || command.type === "openEvening") this.draft?.answered(outcome);
    if (command.type === "report") this.evenings?.answered(outcome);
    // Somebody was quicker: the next seat is tried.
    const taken = outcome.kind === "refused" && command.type === "sit" && outcome.reason.code === "seatTaken";
    if (taken && this.#seatTries > 0) this.entering = true;
  }

  #faulted(fault: Fault): void {
    if (fault.code === "stopping") this.stopping = true;
    if (fault.code === "badName" || fault.code === "roomFull") this.entering = false;
    const missing = fault.code === "unknownTable" ? this.#open.get(fault.table) : undefined;
    if (missing) missing.missing = true;
    if (fault.code === "unknownTournament" && fault.tournament === this.cup?.id) this.cup.missing = true;
    // Messages beyond the limit were not looked at: the commands among them are still open.
    if (fault.code === "tooFast") {
      setTimeout(() => {
        for (const command of this.#outbox.unanswered()) this.send(command);
      }, AGAIN_MS);
    }
  }

  #opened(outcome: Exclude<Outcome, { kind: "again" }>): void {
    if (outcome.kind === "refused") {
      this.notOpened = outcome.reason;
      return;
    }
    const { table, secret } = outcome.opened ?? {};
    if (table === undefined) return;
    if (secret !== undefined) this.links.keep(table, secret);
    this.justOpened = table;
    this.go({ screen: "table", table });
  }

  /** To a table, and into its first free seat. */
  #sitDownAt(table: string): void {
    this.entering = true;
    this.#seatTries = SEAT_TRIES;
    this.go({ screen: "table", table });
    if (this.state.you === null) this.#askForGuest();
  }

  /** One step further on the way to a seat, as far as is known. */
  #enter(): void {
    const { you, tables } = this.state;
    if (!you) return;
    const { table } = this;
    if (table === null) {
      const wanted = tableToPlay(you, tables);
      if (wanted === undefined) return;
      if (wanted === null) this.entering = false;
      this.go(wanted === null ? { screen: "lobby" } : { screen: "table", table: wanted });
      return;
    }
    if (table.missing) this.entering = false;
    if (!table.view || table.sent?.type === "sit") return;
    this.entering = false;
    if (table.view.own?.seat !== undefined) return;
    const first = firstSeat(table.view, you.wallet);
    if (first === null || this.#seatTries === 0) return;
    this.#seatTries -= 1;
    table.sit(first.seat, first.buyIn);
  }
}

export const [useSession, provideSession] = createContext<Session>();
