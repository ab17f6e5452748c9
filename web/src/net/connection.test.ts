import { beforeEach, expect, test } from "vitest";
import type { ToServer } from "../protocol.ts";
import { backoffMs, type Browser, Connection, type Status } from "./connection.ts";

/** A socket in the hands of the test. */
class Line {
  readyState = 0;
  said: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send = (text: string) => void this.said.push(JSON.parse(text) as ToServer);
  close = () => void (this.readyState = 3);
  up() {
    this.readyState = 1;
    this.onopen?.();
  }
  down() {
    this.readyState = 3;
    this.onclose?.();
  }
}

/** A browser whose time goes on when the test says so. */
class World implements Browser {
  lines: Line[] = [];
  now = 0;
  #timers: { id: number; at: number; run: () => void }[] = [];
  #ids = 0;
  socket = () => {
    const line = new Line();
    this.lines.push(line);
    return line as unknown as WebSocket;
  };
  after = (ms: number, run: () => void) => {
    this.#ids += 1;
    this.#timers.push({ id: this.#ids, at: this.now + ms, run });
    return this.#ids;
  };
  cancel = (id: number) => void (this.#timers = this.#timers.filter((timer) => timer.id !== id));
  nowMs = () => this.now;
  random = () => 0.5;
  pass(ms: number) {
    const until = this.now + ms;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.cancel(due.id);
      this.now = due.at;
      due.run();
    }
    this.now = until;
  }
  get line(): Line {
    return this.lines.at(-1) as Line;
  }
}

let world: World;
let heard: string[];
let connection: Connection;

beforeEach(() => {
  world = new World();
  heard = [];
  const listener = {
    opened: () => heard.push("opened"),
    heard: (message: { type: string }) => heard.push(message.type),
    status: (status: Status) => heard.push(status.kind),
  };
  connection = new Connection("ws://room/ws", listener, world);
  connection.open();
});

test("waits longer from try to try, within bounds, and not all at the same time", () => {
  const waits = [0, 1, 2, 3, 4, 5, 60].map((attempts) => backoffMs(attempts, 0.5));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
  expect([backoffMs(4, 0), backoffMs(4, 1)]).toEqual([3000, 5000]);
});

test("comes back by itself after a loss, again and again", () => {
  world.line.up();
  expect(heard).toEqual(["open", "opened"]);
  world.line.down();
  expect(heard.at(-1)).toBe("lost");
  world.pass(300);
  expect(world.lines.length).toBe(2);
  world.line.down();
  world.pass(499);
  expect(world.lines.length).toBe(2);
  world.pass(1);
  expect(world.lines.length).toBe(3);
  world.line.up();
  expect(heard.slice(-2)).toEqual(["open", "opened"]);
  // Connected again: the patience is as fresh as at first.
  world.line.down();
  world.pass(250);
  expect(world.lines.length).toBe(4);
});

test("says nothing of the first failed tries while the page loads, then does", () => {
  world.line.down();
  world.pass(250);
  world.line.down();
  expect(heard).toEqual([]);
  world.pass(500);
  world.line.down();
  expect(heard).toEqual(["lost"]);
});

test("a line that has gone quiet is dropped", () => {
  world.line.up();
  world.pass(8_000);
  expect(world.line.said.map(({ type }) => type)).toEqual(["ping"]);
  world.line.onmessage?.({ data: '{"type":"pong","echo":8000}' });
  world.pass(6_000);
  expect(heard).not.toContain("lost");
  world.pass(8_000 + 6_000);
  expect(heard).toContain("lost");
});

test("a host that swallows the handshake is given up", () => {
  world.pass(6_000 + 250);
  expect(world.lines.length).toBe(2);
});

test("a late word of an old line is not heard", () => {
  const old = world.line;
  old.up();
  old.down();
  world.pass(250);
  old.onmessage?.({ data: '{"type":"pong","echo":1}' });
  old.down();
  expect(heard).toEqual(["open", "opened", "lost"]);
  expect(world.lines.length).toBe(2);
});

test("hurries when the network is back", () => {
  world.line.up();
  world.line.down();
  connection.hurry();
  expect(world.lines.length).toBe(2);
  world.pass(1_000);
  expect(world.lines.length).toBe(2);
});

test("what is said without a connection is not said later", () => {
  connection.send({ type: "lobby" });
  world.line.up();
  connection.send({ type: "ping", echo: 1 });
  expect(world.line.said).toEqual([{ type: "ping", echo: 1 }]);
});

test("what is no message of the room is not heard", () => {
  world.line.up();
  for (const data of ["", "nonsense", "null", "7", "[]", "{}"]) world.line.onmessage?.({ data });
  expect(heard).toEqual(["open", "opened"]);
});

test("whoever has reason to doubt the line asks with less patience", () => {
  world.line.up();
  world.pass(10);
  connection.hurry(1_000);
  expect(world.line.said.at(-1)?.type).toBe("ping");
  world.pass(999);
  expect(heard.at(-1)).toBe("opened");
  world.pass(1);
  expect(heard.at(-1)).toBe("lost");
  connection.hurry();
  world.line.up();
  expect(heard.slice(-2)).toEqual(["open", "opened"]);
});
