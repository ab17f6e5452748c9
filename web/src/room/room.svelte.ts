// The room as the screens see it: state, wishes and notices around the connection.
import { createContext } from "svelte";
import {
  PROTOCOL,
  type Chips,
  type CommandId,
  type HoldemAction,
  type LeftWhy,
  type Refusal,
  type Seat,
  type Step,
  type ToClient,
  type ToServer,
} from "../protocol.ts";
import { en } from "../words/en.ts";
import { ru } from "../words/ru.ts";
import type { Words } from "../words/words.ts";
import { chipsText } from "./chips.ts";
import { Connection, type Status } from "./connection.ts";
import { firstSeat, tableToPlay } from "./entering.ts";
import { readSettings, readToken, type Settings, writeSettings, writeToken } from "./memory.ts";
import { type Command, type CommandType, commandId, Outbox } from "./outbox.ts";
import { type Route, readRoute, routeText } from "./route.ts";
import { type Saying, sayings } from "./saying.ts";
import { type Heard, hear, look, nothingYet, type RoomState, type Seen, shown } from "./state.ts";
import { StepQueue } from "./steps.ts";

/** So long a word hangs at a seat. */
const SAYING_MS = 2_000;
const NOTICE_MS = 5_000;
const AGAIN_MS = 1_000;
/** Others may take the seat we run for; so often we run for the next. */
const SEAT_TRIES = 4;

/** A command without what the room adds to it. */
type Wish = Command extends infer C ? (C extends Command ? Omit<C, "command" | "table"> : never) : never;

export type Notice = "back" | "resumed" | "sessionGone";
export type Refused = { about: CommandType; reason: Refusal };

export class Room {
  state: RoomState = $state.raw(nothingYet);
  status: Status = $state.raw({ kind: "connecting" });
  /** The room has said that it is going down for a moment. */
  stopping: boolean = $state(false);
  route: Route = $state.raw(readRoute(location.hash));
  settings: Settings = $state.raw(readSettings(navigator.languages));
  /** What each seat did in the last two seconds. */
  said: ReadonlyMap<Seat, Saying> = $state.raw(new Map());
  /** The command that has no answer yet. */
  sent: Command | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  /** The decision that was made; what is shown may still be asking for it. */
  acted: number | null = $state(null);
  notice: Notice | null = $state.raw(null);
  /** Why the person's own seat is gone. */
  gone: LeftWhy | null = $state.raw(null);
  /** Nobody yet, but wants to see the table. */
  onlooker: boolean = $state(false);
  /** On the way from the first click to a seat. */
  entering: boolean = $state(false);

  words: Words = $derived(this.settings.language === "ru" ? ru : en);
  seen: Seen | null = $derived(this.state.seen);
  scale: number = $derived(this.seen?.info.scale ?? this.state.tables?.[0]?.info.scale ?? 0);
  connected: boolean = $derived(this.status.kind === "open" && this.state.you !== undefined);
  myTurn: boolean = $derived(this.seen?.view.own?.turn !== undefined);

  #name: string | null = null;
  #token: string | null = readToken();
  #seatTries = 0;
  #outbox = new Outbox();
  #connection: Connection;
  #steps = new StepQueue((step) => this.#show(step));
  #noticeTimer = 0;
  #wasLost = false;

  constructor(url: string) {
    this.#connection = new Connection(url, {
      opened: () => this.#hello(),
      heard: (message) => this.#heard(message),
      status: (status) => this.#statusChanged(status),
    });
  }

  /** Connects, and listens to the address bar, the network and the screen. */
  start(): void {
    addEventListener("hashchange", () => {
      const route = readRoute(location.hash);
      if (routeText(route) !== routeText(this.route)) this.#routed(route);
    });
    addEventListener("online", () => this.#connection.hurry());
    document.addEventListener("visibilitychange", () => {
      // Nobody watched what waits: it is so by now.
      this.#steps.flush();
      if (!document.hidden) this.#connection.hurry();
    });
    this.#routed(this.route);
    this.#connection.open();
  }

  money = (amount: Chips): string => chipsText(amount, this.scale, this.settings.language);

  change(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    writeSettings(this.settings);
  }

  go(route: Route): void {
    location.hash = routeText(route);
    this.#routed(route);
  }

  /** One click: come in as a guest when need be, go to a table, sit down. */
  play(name: string): void {
    this.#name = name.trim() || null;
    this.entering = true;
    this.#seatTries = SEAT_TRIES;
    this.state = { ...this.state, fault: null };
    if (this.state.you === null) this.#askForGuest();
    this.#enter();
  }

  /** Forgets who the person was; the next click on Play makes a new guest. */
  becomeNew(): void {
    writeToken(null);
    this.#token = null;
    this.#outbox.forget();
    this.go({ screen: "home" });
    // A connection is somebody for good: a new one is needed to be nobody again.
    location.reload();
  }

  refreshLobby(): void {
    this.#connection.send({ type: "lobby" });
  }

  tryNow(): void {
    this.#connection.hurry();
  }

  sit(seat: Seat, buyIn: Chips): void {
    this.gone = null;
    this.#command({ type: "sit", seat, buyIn });
  }

  leave = (): void => this.#command({ type: "leave" });
  sitOut = (): void => this.#command({ type: "sitOut" });
  sitIn = (): void => this.#command({ type: "sitIn" });
  /** Back, but not before the big blind. */
  waitForBlind = (): void => this.#command({ type: "sitIn", wait: true });
  addChips = (amount: Chips): void => this.#command({ type: "addChips", amount });

  act(action: HoldemAction): void {
    const turn = this.seen?.view.own?.turn;
    if (turn === undefined || this.sent?.type === "act") return;
    this.acted = turn;
    this.#command({ type: "act", action: { game: "holdem", ...action }, turn });
  }

  #command(wish: Wish): void {
    const table = this.state.watching;
    if (table === null) return;
    const command = { ...wish, table, command: commandId() } as Command;
    this.refused = null;
    this.sent = command;
    this.#outbox.add(command);
    this.#connection.send(command);
  }

  #hello(): void {
    const { language } = this.settings;
    const known = this.#token === null ? {} : { token: this.#token };
    this.#connection.send({ type: "hello", protocol: PROTOCOL, language, ...known });
  }

  #askForGuest(): void {
    const named = this.#name === null ? {} : { name: this.#name };
    this.#connection.send({ type: "guest", language: this.settings.language, ...named });
  }

  #statusChanged(status: Status): void {
    this.status = status;
    if (status.kind === "lost") this.#wasLost = true;
  }

  #routed(route: Route): void {
    // Whoever picks a table from the list wants to see it; whoever follows a link is asked in first.
    this.onlooker = this.route.screen === "lobby" && route.screen === "table";
    this.route = route;
    this.refused = null;
    this.gone = null;
    this.#steps.clear();
    this.#take(look(this.state, route.screen === "table" ? route.table : null));
    if (route.screen === "lobby") this.refreshLobby();
  }

  #take({ state, send }: Heard): void {
    this.state = state;
    for (const message of send) this.#connection.send(message satisfies ToServer);
  }

  #heard(message: ToClient): void {
    const before = this.state;
    const heard = hear(before, message, performance.now());
    // The table as it is: what waits to be shown is in it.
    if (message.type === "snapshot" && heard.state !== before) this.#steps.clear();
    this.#take(heard);
    this.#steps.push(heard.steps);
    // Nobody watches a hidden page: nothing is kept for later.
    if (document.hidden) this.#steps.flush();
    if (message.type === "welcome") this.#welcomed(message.token ?? null);
    if (message.type === "answer") this.#answered(message.command, message.result);
    if (message.type === "error") this.#faulted(message.fault.code);
    if (this.entering) this.#enter();
  }

  #welcomed(token: string | null): void {
    this.stopping = false;
    if (token !== null) {
      this.#token = token;
      writeToken(token);
    }
    if (this.#wasLost) this.#tell("back");
    this.#wasLost = false;
    const { you } = this.state;
    if (!you) {
      if (this.#token !== null) this.#sessionGone();
      if (this.entering) this.#askForGuest();
      return;
    }
    for (const command of this.#outbox.unanswered()) this.#connection.send(command);
    const [table] = you.seatedAt;
    if (this.route.screen === "home" && table !== undefined) this.go({ screen: "table", table });
  }

  #sessionGone(): void {
    this.#token = null;
    writeToken(null);
    this.#outbox.forget();
    this.sent = null;
    if (!this.entering) this.#tell("sessionGone");
  }

  #answered(id: CommandId, result: Extract<ToClient, { type: "answer" }>["result"]): void {
    const outcome = this.#outbox.answered(id, result);
    if (!outcome) return;
    if (outcome.kind === "again") {
      setTimeout(() => {
        if (this.#outbox.has(id)) this.#connection.send(outcome.command);
      }, AGAIN_MS);
      return;
    }
    if (this.sent === outcome.command) this.sent = null;
    if (outcome.kind === "accepted") return;
    const { command, reason } = outcome;
    if (command.type === "sit" && reason.code === "seatTaken" && this.#seatTries > 0) {
      this.entering = true;
      return;
    }
    if (command.type === "act") this.acted = null;
    this.refused = { about: command.type, reason };
  }

  #faulted(code: Extract<ToClient, { type: "error" }>["fault"]["code"]): void {
    if (code === "stopping") this.stopping = true;
    if (code === "badName" || code === "roomFull") this.entering = false;
    // Messages beyond the limit were not looked at: the commands among them are still open.
    if (code === "tooFast") {
      setTimeout(() => {
        for (const command of this.#outbox.unanswered()) this.#connection.send(command);
      }, AGAIN_MS);
    }
  }

  #show(step: Step): void {
    const before = this.seen?.view.own;
    this.state = shown(this.state, step);
    if (before?.turn !== this.seen?.view.own?.turn && this.refused?.about === "act") this.refused = null;
    const events = step.events ?? [];
    // What was missed is over: nobody says it now.
    const said = step.view ? [] : sayings(events);
    if (said.length > 0) this.#hang(said);
    for (const event of events) {
      if (event.kind === "resumed") this.#tell("resumed");
      if (event.kind === "left" && event.seat === before?.seat) this.gone = event.why;
    }
  }

  #hang(said: Saying[]): void {
    const next = new Map(this.said);
    for (const saying of said) next.set(saying.seat, saying);
    this.said = next;
    setTimeout(() => {
      const rest = new Map(this.said);
      for (const saying of said) if (rest.get(saying.seat) === saying) rest.delete(saying.seat);
      this.said = rest;
    }, SAYING_MS);
  }

  #tell(notice: Notice): void {
    this.notice = notice;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = window.setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  /** One step further on the way to a seat, as far as is known. */
  #enter(): void {
    const { you, tables, watching, seen } = this.state;
    if (!you) return;
    if (watching === null) {
      const table = tableToPlay(you, tables);
      if (table === undefined) return;
      if (table === null) this.entering = false;
      this.go(table === null ? { screen: "lobby" } : { screen: "table", table });
      return;
    }
    if (this.state.fault?.code === "unknownTable") this.entering = false;
    if (!seen || this.sent?.type === "sit") return;
    this.entering = false;
    if (seen.view.own?.seat !== undefined) return;
    const first = firstSeat(seen.view, you.wallet);
    if (first === null || this.#seatTries === 0) return;
    this.#seatTries -= 1;
    this.sit(first.seat, first.buyIn);
  }
}

export const [useRoom, provideRoom] = createContext<Room>();
