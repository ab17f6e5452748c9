import { expect, test } from "vitest";
import type { HoldemEvent, TableEvent } from "../protocol.ts";
import { sayings } from "./saying.ts";

const told = (...events: HoldemEvent[]): TableEvent[] => events.map((event) => ({ kind: "holdem", ...event }));
const short = (events: TableEvent[]) => sayings(events).map(({ seat, kind, amount }) => [seat, kind, amount]);

test("what the room says somebody did hangs at their seat", () => {
  const events = told(
    { what: "bet", seat: 1, to: 40 },
    { what: "raised", seat: 2, to: 120 },
    { what: "called", seat: 3, amount: 120 },
    { what: "called", seat: 4, amount: 90, allIn: true },
    { what: "folded", seat: 5 },
    { what: "collected" },
  );
  expect(short(events)).toEqual([[1, "bet", 40], [2, "raise", 120], [3, "call", 120], [4, "allIn", 90], [5, "fold", null]]);
});

test("everybody's post is said", () => {
  const posts = [{ seat: 2, kind: "smallBlind", amount: 10 }, { seat: 3, kind: "bigBlind", amount: 20 }] as const;
  expect(short(told({ what: "posted", button: 1, posts: [...posts] }))).toEqual([[2, "smallBlind", 10], [3, "bigBlind", 20]]);
});

test("only the last word of a seat hangs there", () => {
  expect(short([{ kind: "timedOut", seat: 2 }, ...told({ what: "folded", seat: 2 })])).toEqual([[2, "fold", null]]);
});

test("what the page does not know yet is not said", () => {
  const unknown = [{ kind: "somebodySneezed", seat: 1 }, { kind: "holdem", what: "straddled", seat: 2 }] as unknown as TableEvent[];
  expect(sayings(unknown)).toEqual([]);
});
