import { beforeEach, expect, test } from "vitest";
import type { HoldemEvent, Step, TableEvent } from "../protocol.ts";
import { holdMs } from "../games/holdem/pace.ts";
import { StepQueue } from "./steps.ts";

/** A clock that goes on when the test says so. */
class World {
  now = 0;
  #timers: { id: number; at: number; run: () => void }[] = [];
  #ids = 0;
  after = (ms: number, run: () => void) => {
    this.#ids += 1;
    this.#timers.push({ id: this.#ids, at: this.now + ms, run });
    return this.#ids;
  };
  cancel = (id: number) => void (this.#timers = this.#timers.filter((timer) => timer.id !== id));
  nowMs = () => this.now;
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
}

const holdem = (sequence: number, ...events: HoldemEvent[]): Step => ({
  sequence,
  events: events.map((event): TableEvent => ({ kind: "holdem", ...event })),
});
const board = (sequence: number, card: string) => holdem(sequence, { what: "dealtBoard", board: 0, cards: [card] });
const won: HoldemEvent = { what: "won", amount: 8, board: 0, player: 1, pot: 0, seat: 1 };

let world: World;
let seen: [number, number][];
let queue: StepQueue;
const sequences = () => seen.map(([sequence]) => sequence);

beforeEach(() => {
  world = new World();
  seen = [];
  queue = new StepQueue((step) => seen.push([step.sequence, world.now]), holdMs, world);
});

test("the first thing is seen at once, and what follows much later too", () => {
  queue.push([holdem(1, { what: "checked", seat: 1 })]);
  expect(seen).toEqual([[1, 0]]);
  world.pass(5_000);
  queue.push([holdem(2, { what: "checked", seat: 2 })]);
  expect(seen).toEqual([
    [1, 0],
    [2, 5_000],
  ]);
});

test("a call is seen before the bets are collected, each street before the next, the last card before the result", () => {
  queue.push([
    holdem(1, { what: "called", seat: 1, amount: 80, allIn: true }),
    holdem(1, { what: "collected" }),
    board(2, "Ts"),
    board(3, "Jh"),
    holdem(3, won),
  ]);
  expect(sequences()).toEqual([1]);
  world.pass(10_000);
  expect(sequences()).toEqual([1, 1, 2, 3, 3]);
  const gaps = seen.slice(1).map(([, at], index) => at - (seen[index]?.[1] ?? 0));
  expect(gaps.every((gap) => gap >= 300)).toBe(true);
  expect(gaps[2]).toBeGreaterThan(800);
  expect(gaps[3]).toBeGreaterThan(800);
});

test("what comes while something is played waits for its turn, once", () => {
  queue.push([board(1, "Ts"), board(2, "Jh")]);
  world.pass(200);
  queue.push([holdem(3, won)]);
  expect(sequences()).toEqual([1]);
  world.pass(5_000);
  expect(sequences()).toEqual([1, 2, 3]);
});

test("whoever was away sees the table as it is, and what waits can be shown at once", () => {
  const whole = { sequence: 9, view: {} } as unknown as Step;
  queue.push([board(1, "Ts"), board(2, "Jh")]);
  queue.flush();
  expect(sequences()).toEqual([1, 2]);
  queue.push([whole]);
  expect(sequences()).toEqual([1, 2, 9]);
  queue.push([board(10, "2c"), board(11, "3c")]);
  queue.clear();
  world.pass(9_000);
  expect(sequences()).toEqual([1, 2, 9, 10]);
});

test("nobody falls ever further behind", () => {
  queue.push(Array.from({ length: 60 }, (_, index) => holdem(index, { what: "checked", seat: 1 })));
  expect(seen.length).toBe(60);
});

test("events nobody knows yet take no time", () => {
  const odd = { sequence: 1, events: [{ kind: "somebodySneezed" }] } as unknown as Step;
  queue.push([odd, { ...odd, sequence: 2 }]);
  expect(sequences()).toEqual([1, 2]);
});

test("two boards are seen card by card, and who took them before the next hand", () => {
  const dealt = (sequence: number, number: number) => holdem(sequence, { what: "dealtBoard", board: number, cards: ["2c"] });
  queue.push([
    holdem(1, { what: "runTwiceAnswered", seat: 1, agree: true }),
    holdem(2, { what: "runTwiceSettled", boards: 2 }),
    holdem(3, { what: "shown", seat: 1, cards: ["As", "Ah"] }),
    holdem(4, { what: "shown", seat: 2, cards: ["Ks", "Kh"] }),
    ...[5, 6, 7].map((sequence) => dealt(sequence, 0)),
    ...[8, 9, 10].map((sequence) => dealt(sequence, 1)),
    holdem(11, won),
    holdem(12, { ...won, board: 1 }),
  ]);
  expect(sequences()).toEqual([1]);
  // The room deals again, and nobody has seen the last cards yet.
  world.pass(6_000);
  expect(sequences().at(-1)).toBeLessThan(10);
  queue.push([{ sequence: 13, events: [{ kind: "handStarted", hand: 2 }] }]);
  world.pass(6_000);
  const at = new Map(seen);
  expect([...at.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  const gaps = [...at.values()].map((ms, index, all) => ms - (all[index - 1] ?? 0)).slice(1);
  expect(Math.min(...gaps)).toBeGreaterThan(300);
});
