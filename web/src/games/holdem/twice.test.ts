// A straddle, and a board that is dealt twice: what is said of them, and where the boards lie.
import { expect, test } from "vitest";
import { sits, view } from "../../net/testing.ts";
import type { HoldemEvent, HoldemPlayer, Made, TableEvent, TableView } from "../../protocol.ts";
import type { Told } from "../../speak/lines.ts";
import { layout } from "../../stage/ring.ts";
import { words as frameEn } from "../../words/en.ts";
import { words as frameRu } from "../../words/ru.ts";
import { holdem } from "./entry.ts";
import { game } from "./index.ts";
import { narrate } from "./narrate.ts";
import { boardPlaces, pieces } from "./pieces.ts";
import { planFor } from "./plan.ts";
import { words as en } from "./words/en.ts";
import { words as ru } from "./words/ru.ts";

const english = { words: en, room: frameEn, money: String, worth: String };
const russian = { words: ru, room: frameRu, money: String, worth: String };

const queens: Made = { kind: "threeOfAKind", cards: ["Qh", "Qs", "Qd", "Ts", "9c"] };
const flush: Made = { kind: "flush", cards: ["Ah", "Qh", "Jh", "Th", "8h"] };
const pair: Made = { kind: "pair", cards: ["Th", "Ts", "Ah", "Qh", "9c"] };
const players: Record<string, HoldemPlayer> = {
  1: { player: 1, cards: ["Ah", "Th"], won: 50, runs: [{ made: pair }, { made: flush, won: 50 }] },
  2: { player: 2, cards: ["Qs", "Qd"], won: 51, runs: [{ made: queens, won: 51 }, { made: queens }] },
};
const boards = [
  ["Qh", "9c", "2d", "Ts", "4h"],
  ["Qh", "9c", "2d", "Jh", "8h"],
];
const seats = Object.fromEntries([1, 2].map((seat) => [seat, sits(seat, { name: `P${seat}`, inHand: true })]));
const over: TableView = view({
  seats,
  running: false,
  game: { game: "holdem", players, boards, order: [1, 2], pots: [], street: 3, total: 0 },
});
const told = (after: TableView, ...events: HoldemEvent[]): Told => ({
  events: events.map((event): TableEvent => ({ kind: "holdem", ...event })),
  before: after,
  after,
});
const said = (events: HoldemEvent[], speech = english) =>
  narrate(told(over, ...events)).map((line) => game.sentence(line, speech));

test("the lobby says what a table was made with", () => {
  const plain = { game: "holdem", variant: "NT", holeCards: 2, smallBlind: 1, bigBlind: 2 } as const;
  const options = { straddle: true, runItTwice: true };
  expect(holdem.lobby.en.name(plain)).toBe("Texas Hold’em, no limit");
  expect(holdem.lobby.en.name({ ...plain, options })).toBe("Texas Hold’em, no limit, straddle, run it twice");
  expect(holdem.lobby.ru.name({ ...plain, variant: "XX", options: { straddle: true } })).toBe("Покер, XX, страддл");
});

test("a straddle is said like any other post", () => {
  const posts = { what: "posted", button: 1, posts: [{ seat: 2, kind: "straddle", amount: 40 }] } as const;
  expect(said([{ ...posts, posts: [...posts.posts] }])).toEqual(["P2: straddle 40."]);
  expect(said([{ ...posts, posts: [...posts.posts] }], russian)).toEqual(["P2: страддл 40."]);
});

test("the question, the answers and what came of them are heard", () => {
  const events: HoldemEvent[] = [
    { what: "runTwiceAsked", seats: [1, 2] },
    { what: "runTwiceAnswered", seat: 1, agree: true },
    { what: "runTwiceAnswered", seat: 2, agree: false },
    { what: "runTwiceSettled", boards: 1 },
    { what: "runTwiceSettled", boards: 2 },
    { what: "dealtBoard", board: 1, cards: ["8h"] },
  ];
  expect(said(events)).toEqual([
    "The betting is over. Run it twice?",
    "P1: twice.",
    "P2: once.",
    "The rest of the board is dealt once.",
    "The rest of the board is dealt twice, and the pot is split.",
    "Board 2. River: eight of hearts.",
  ]);
  expect(said(events, russian)[0]).toBe("Ставок больше не будет. Раздать остаток доски дважды?");
});

test("winners are named board by board", () => {
  expect(said([{ what: "won", seat: 2, player: 2, pot: 0, board: 0, amount: 51 }])).toEqual([
    "Board 1: P2, three queens, takes 51.",
  ]);
  expect(game.result(over, english)).toEqual([
    "Board 1: P2, three queens, takes 51.",
    "Board 2: P1, a flush, ace high, takes 50.",
  ]);
  expect(game.result(over, russian)[1]).toBe("Доска 2: P1, флеш до туза, забирает 50.");
  expect(game.describe("board", over, english)).toMatch(/^Board 1: .* Board 2: /);
  expect(game.marks(over, 1, english).holds).toBe("pair / flush");
});

test.each([
  [390, 612],
  [1280, 640],
])("two boards lie one above the other at %i by %i, and nothing over anything", (width, height) => {
  const lies = layout({ width, height }, 6, 1, planFor(2, true));
  const [first = [], second = []] = boardPlaces(lies, 2, true);
  const card = first[0]?.width ?? 0;
  expect(card).toBeGreaterThan(20);
  expect((second[0]?.at.y ?? 0) - (first[0]?.at.y ?? 0)).toBeGreaterThan(card * 1.4);
  const bottom = lies.middle.y + lies.middle.height / 2;
  expect((second[0]?.at.y ?? 0) + (card * 90) / 64 / 2).toBeLessThanOrEqual(bottom + 0.5);
  const cards = pieces(over, lies, true).filter((piece) => piece.what === "card" && piece.seat === null);
  expect(cards).toHaveLength(10);
  expect(new Set(cards.map(({ id }) => id)).size).toBe(10);
  // Each board lights up what won on it: the flush on the second, nothing but queens on the first.
  const lit = cards.filter((piece) => piece.what === "card" && piece.lift);
  expect(lit.map((piece) => (piece.what === "card" ? piece.card : ""))).toEqual(["Qh", "9c", "Ts", "Qh", "Jh", "8h"]);
});
