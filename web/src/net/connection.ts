// One WebSocket that comes back by itself, and notices when it has gone quiet.
import type { ToClient, ToServer } from "../protocol.ts";

export type Status =
  /** Never been connected yet. */
  | { kind: "connecting" }
  | { kind: "open" }
  /** Was connected; the next try comes by itself. */
  | { kind: "lost"; attempts: number };

export type Listener = {
  opened(): void;
  heard(message: ToClient): void;
  status(status: Status): void;
};

/** What a connection needs of the browser; tests bring their own. */
export type Browser = {
  socket(url: string): WebSocket;
  after(ms: number, run: () => void): number;
  cancel(timer: number): void;
  nowMs(): number;
  random(): number;
};

const browser: Browser = {
  socket: (url) => new WebSocket(url),
  after: (ms, run) => window.setTimeout(run, ms),
  cancel: (timer) => window.clearTimeout(timer),
  nowMs: () => performance.now(),
  random: () => Math.random(),
};

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
const PING_EVERY_MS = 8_000;
/** So long may the room be silent after a ping. */
const SILENCE_MS = 6_000;

/** How long to wait before the next try: doubling, with a spread so that a room is not stormed. */
export function backoffMs(attempts: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts, 10), LONGEST_WAIT_MS);
  return Math.round(wait * (0.75 + 0.5 * random));
}

/** A message of the room; nothing when it is none. */
function read(data: string): ToClient | null {
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === "object" && message !== null && "type" in message ? (message as ToClient) : null;
  } catch {
    return null;
  }
}

export class Connection {
  #socket: WebSocket | null = null;
  #retry: number | null = null;
  #ping: number | null = null;
  #attempts = 0;
  #wasOpen = false;
  #heardAtMs = 0;

  constructor(
    readonly url: string,
    readonly listener: Listener,
    readonly at: Browser = browser,
  ) {}

  /** Connects now; does nothing while a connection stands or is being made. */
  open(): void {
    if (this.#socket) return;
    if (this.#retry !== null) this.at.cancel(this.#retry);
    this.#retry = null;
    const socket = this.at.socket(this.url);
    this.#socket = socket;
    // A host that swallows packets must not hold the page for minutes.
    this.#ping = this.at.after(SILENCE_MS, () => this.#drop(socket));
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#attempts = 0;
      this.#wasOpen = true;
      this.#heardAtMs = this.at.nowMs();
      this.#pingLater();
      this.listener.status({ kind: "open" });
      this.listener.opened();
    };
    socket.onmessage = ({ data }: MessageEvent) => {
      if (socket !== this.#socket || typeof data !== "string") return;
      this.#heardAtMs = this.at.nowMs();
      const message = read(data);
      if (message) this.listener.heard(message);
    };
    socket.onclose = () => this.#drop(socket);
  }

  /** Says something; without a connection it is not said, and not kept either. */
  send(message: ToServer): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  /** The page was asleep or the network changed: find out at once whether anybody is there. */
  hurry(patienceMs = SILENCE_MS): void {
    if (this.#socket) this.#askIfThere(patienceMs);
    else this.open();
  }

  #pingLater(): void {
    if (this.#ping !== null) this.at.cancel(this.#ping);
    this.#ping = this.at.after(PING_EVERY_MS, () => this.#askIfThere());
  }

  #askIfThere(patienceMs = SILENCE_MS): void {
    const socket = this.#socket;
    if (socket?.readyState !== 1) return;
    const askedAtMs = this.at.nowMs();
    this.send({ type: "ping", echo: Math.round(askedAtMs) });
    if (this.#ping !== null) this.at.cancel(this.#ping);
    this.#ping = this.at.after(patienceMs, () => {
      if (this.#heardAtMs < askedAtMs) this.#drop(socket);
      else this.#pingLater();
    });
  }

  #drop(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (this.#ping !== null) this.at.cancel(this.#ping);
    socket.close();
    const wait = backoffMs(this.#attempts, this.at.random());
    this.#attempts += 1;
    this.#retry = this.at.after(wait, () => this.open());
    // A room that never answered at all is lost too, once the first tries have failed.
    if (this.#wasOpen || this.#attempts > 2) this.listener.status({ kind: "lost", attempts: this.#attempts });
  }
}
