// A page at a table of a pretended room, without a browser: for tests of single components.
import { type Component, flushSync, mount, unmount } from "svelte";
import { onTestFinished, vi } from "vitest";
import type { Around, TableInfo, TableView, ToClient, ToServer, You } from "../protocol.ts";
import { welcome } from "../net/testing.ts";
import { readSettings } from "../session/memory.ts";
import { Session } from "../session/session.svelte.ts";
import { words } from "../words/en.ts";
import Within from "./Within.svelte";

/** A busy machine takes its time to load a game. */
const PATIENCE_MS = 30_000;
vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

type Scene = { info: TableInfo; view: TableView; around?: Around; you?: You };

/** The socket of the page: what it says is kept, and what the room says is heard. */
class Socket {
  static last: Socket | null = null;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly said: ToServer[] = [];

  constructor() {
    Socket.last = this;
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as ToServer);
  }

  close(): void {}

  hear(message: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

export class Room {
  readonly session: Session;
  readonly #socket: Socket;

  private constructor(session: Session, socket: Socket) {
    this.session = session;
    this.#socket = socket;
  }

  /** Somebody looks at a table, or sits there. */
  static async open({ info, view, around, you = { id: 3, name: "Анна", seatedAt: [], wallet: 8060 } }: Scene): Promise<Room> {
    vi.stubGlobal("WebSocket", Socket);
    localStorage.clear();
    history.replaceState(null, "", "/table/green");
    const session = new Session("ws://room/ws", readSettings(["en"]), words);
    session.start();
    const socket = Socket.last;
    if (!socket) throw new Error("the page opened no connection");
    const room = new Room(session, socket);
    socket.onopen?.();
    room.say(welcome(you));
    room.say({ type: "snapshot", table: "green", sequence: 1, now: 1_000_000, info, view });
    if (around) room.say({ type: "around", table: "green", around });
    // The game and the words of the company come by themselves.
    await vi.waitFor(
      () => {
        if (!session.table?.loaded || !session.company) throw new Error("not loaded yet");
      },
      { timeout: PATIENCE_MS },
    );
    return room;
  }

  say(message: ToClient): void {
    this.#socket.hear(message);
    flushSync();
  }

  /** What the page has said of this kind. */
  said<T extends ToServer["type"]>(type: T): Extract<ToServer, { type: T }>[] {
    return this.#socket.said.filter((message): message is Extract<ToServer, { type: T }> => message.type === type);
  }

  /** The component on the page; gone when the test is over. */
  show<Props extends Record<string, unknown>>(of: Component<Props>, given: Props): HTMLElement {
    const target = document.createElement("div");
    document.body.append(target);
    const props = { session: this.session, table: this.session.table, of: of as Component<Record<string, unknown>>, given };
    const shown = mount(Within, { target, props });
    flushSync();
    onTestFinished(() => {
      void unmount(shown);
      target.remove();
      vi.unstubAllGlobals();
    });
    return target;
  }
}

/** Presses it as a person would: what is not there or not enabled cannot be pressed. */
export function press(inside: HTMLElement, selector: string): void {
  const button = inside.querySelector<HTMLElement>(selector);
  if (!button) throw new Error(`there is no ${selector}`);
  if (button.matches(":disabled")) throw new Error(`${selector} cannot be pressed`);
  button.click();
  flushSync();
}

/** Its words, one space between. */
export const text = (part: Element | null): string => (part?.textContent ?? "").trim().replaceAll(/\s+/g, " ");
