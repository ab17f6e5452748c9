import { expect, test } from "vitest";
import type { HeardEvent, HoldemEvent, HoldemPlayer, HoldemView } from "../protocol.ts";
import { sayings } from "./saying.ts";
import { view } from "./testing.ts";

const player = (seat: number, bet: number, allIn = false): HoldemPlayer => ({
  seat, bet, allIn, cards: [null, null], folded: false, lastAction: null, made: null, mucked: false, shown: false, won: 0,
});
const game = (...players: HoldemPlayer[]): HoldemView => ({ ...view(1).game, players });
const told = (...events: HoldemEvent[]): HeardEvent[] =>
  events.map((event, index) => ({ sequence: index, event: { kind: "holdem", event } }));

/** What is said, shortly. */
const short = (events: HeardEvent[], before: HoldemView, after: HoldemView) =>
  sayings(events, before, after).map(({ seat, kind, amount }) => [seat, kind, amount]);

test("the first bet of a street is a bet, the next a raise", () => {
  const before = game(player(1, 0), player(2, 0));
  expect(short(told({ kind: "raisedTo", seat: 1, to: 40 }), before, game(player(1, 40)))).toEqual([[1, "bet", 40]]);
  const open = game(player(1, 40), player(2, 0));
  expect(short(told({ kind: "raisedTo", seat: 2, to: 120 }), open, open)).toEqual([[2, "raise", 120]]);
});

test("blinds open the first street, and a new street is unopened", () => {
  const fresh = game(player(1, 0), player(2, 0), player(3, 0));
  const posted: HoldemEvent = {
    kind: "posted",
    button: 1,
    posts: [{ seat: 2, kind: "smallBlind", amount: 10 }, { seat: 3, kind: "bigBlind", amount: 20 }],
  };
  expect(short(told(posted, { kind: "raisedTo", seat: 1, to: 60 }), fresh, fresh)).toEqual([
    [2, "smallBlind", 10],
    [3, "bigBlind", 20],
    [1, "raise", 60],
  ]);
  const closing = told({ kind: "called", seat: 1, amount: 20 }, { kind: "collected" }, { kind: "raisedTo", seat: 2, to: 50 });
  expect(short(closing, game(player(2, 20)), fresh)).toEqual([[1, "call", 20], [2, "bet", 50]]);
});

test("a call or raise with everything is an all-in", () => {
  const after = game(player(1, 500, true));
  expect(short(told({ kind: "called", seat: 1, amount: 480 }), after, after)).toEqual([[1, "allIn", 480]]);
  expect(short(told({ kind: "raisedTo", seat: 1, to: 500 }), after, after)).toEqual([[1, "allIn", 500]]);
});

test("only the last word of a seat hangs there", () => {
  const timedOut: HeardEvent = { sequence: 1, event: { kind: "timedOut", seat: 2 } };
  const events = [timedOut, ...told({ kind: "folded", seat: 2 })];
  expect(short(events, game(), game())).toEqual([[2, "fold", null]]);
});
