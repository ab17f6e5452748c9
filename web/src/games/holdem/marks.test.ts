import { expect, test } from "vitest";
import { sits, view } from "../../net/testing.ts";
import type { HoldemPlayer, SeatView, TableView } from "../../protocol.ts";
import type { Line } from "../../speak/lines.ts";
import { words as frameEn } from "../../words/en.ts";
import { words as frameRu } from "../../words/ru.ts";
import { game } from "./index.ts";
import { words as en } from "./words/en.ts";
import { words as ru } from "./words/ru.ts";

const english = { words: en, room: frameEn, money: String, worth: String };
const russian = { words: ru, room: frameRu, money: String, worth: String };
const pair = { kind: "pair" as const, cards: ["Ah", "Ac", "Ts", "9c", "7d"] };

/** A table where this one sits at seat 2, with the button at seat 5. */
const at = (player: Partial<HoldemPlayer>, change: Partial<TableView> = {}, seats: Record<string, SeatView> = {}): TableView =>
  view({
    seats: { 2: sits(2, { inHand: true }), ...seats },
    running: true,
    game: {
      game: "holdem",
      boards: [[]],
      order: [2],
      pots: [],
      street: 0,
      total: 0,
      button: 5,
      players: { 2: { player: 2, faceDown: 2, bet: 0, ...player } },
    },
    ...change,
  });

test("all-in, what was done and what is held are marks of their own", () => {
  const shown = { cards: ["Ah", "7d"], faceDown: 0 };
  const marks = game.marks(at({ ...shown, allIn: true, made: pair, lastAction: { kind: "call", amount: 40 } }), 2, english);
  expect(marks).toMatchObject({ allIn: "all-in", tab: "call 40", holds: "pair" });
  expect(game.marks(at({ ...shown, allIn: true, made: pair }, { running: false }), 2, english).allIn).toBeUndefined();
});

test("a high card is called by its rank: there is room for it", () => {
  const high = { kind: "highCard" as const, cards: ["Kh", "Qc", "Ts", "9c", "7d"] };
  expect(game.marks(at({ made: high }), 2, english).holds).toBe("king high");
  expect(game.marks(at({ made: high }), 2, russian).holds).toBe("король");
});

test("who mucked is marked as long as the result is seen", () => {
  expect(game.marks(at({ mucked: true }, { running: false }), 2, russian)).toMatchObject({ tab: "сброс", out: true });
  expect(game.marks(at({ mucked: true, cards: ["Ah"], faceDown: 1 }, { running: false }), 2, russian).tab).toBeUndefined();
});

test("a dead button is at its empty chair, not at whoever sits down there in mid-hand", () => {
  expect(game.marks(at({}), 5, english).dealer).toBe(true);
  expect(game.marks(at({}, {}, { 5: sits(5, { inHand: false }) }), 5, english).dealer).toBe(false);
});

test("pots are told as they were paid, one sentence each", () => {
  const won = (seat: number, pot: number, amount: number, you = false): Line =>
    ({ kind: "won", seat, name: `P${seat}`, you, pot, amount, several: pot > 0, made: pair, kicker: null }) as Line;
  const told = [{ kind: "checked", seat: 2 }, won(3, 1, 50), won(2, 0, 90, true)];
  expect(game.result(at({}), english, told)).toEqual([
    "P3, a pair of aces, takes 50 from side pot 1.",
    "You, a pair of aces, take 90 from the main pot.",
  ]);
  expect(game.result(at({}), english, [])).toEqual([]);
});
