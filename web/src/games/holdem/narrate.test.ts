import { describe, expect, test } from "vitest";
import { sits, view } from "../../net/testing.ts";
import type { HoldemEvent, TableEvent, TableView } from "../../protocol.ts";
import type { Told } from "../../speak/lines.ts";
import { words as frameEn } from "../../words/en.ts";
import { words as frameRu } from "../../words/ru.ts";
import { game } from "./index.ts";
import { narrate } from "./narrate.ts";
import { words as en } from "./words/en.ts";
import { words as ru } from "./words/ru.ts";

const seats = Object.fromEntries([1, 2, 3, 4, 5].map((seat) => [seat, sits(seat, { name: `P${seat}` })]));
const at = (change: Partial<TableView> = {}): TableView => view({ seats, ...change });
const told = (...events: HoldemEvent[]): Told => ({
  events: events.map((event): TableEvent => ({ kind: "holdem", ...event })),
  before: at(),
  after: at(),
});
const english = { words: en, room: frameEn, money: String, worth: String };
const russian = { words: ru, room: frameRu, money: String, worth: String };
const shorts = (said: Told) => narrate(said).map((line) => ["seat" in line ? line.seat : 0, game.short(line, english)]);
const sentences = (said: Told, speech = english) => narrate(said).map((line) => game.sentence(line, speech));

test("what the room says somebody did hangs at their seat", () => {
  const said = told(
    { what: "bet", seat: 1, to: 40 },
    { what: "raised", seat: 2, to: 120 },
    { what: "called", seat: 3, amount: 120 },
    { what: "called", seat: 4, amount: 90, allIn: true },
    { what: "folded", seat: 5 },
  );
  expect(shorts(said)).toEqual([
    [1, "bet 40"],
    [2, "raise 120"],
    [3, "call 120"],
    [4, "all-in 90"],
    [5, "fold"],
  ]);
});

test("everybody's post is said", () => {
  const posts = [
    { seat: 2, kind: "smallBlind", amount: 10 },
    { seat: 3, kind: "bigBlind", amount: 20 },
  ] as const;
  expect(shorts(told({ what: "posted", button: 1, posts: [...posts] }))).toEqual([
    [2, "blind 10"],
    [3, "blind 20"],
  ]);
});

test("what the page does not know yet is not said", () => {
  const unknown = [
    { kind: "somebodySneezed", seat: 1 },
    { kind: "holdem", what: "straddled", seat: 2 },
  ] as unknown as TableEvent[];
  expect(narrate({ events: unknown, before: at(), after: at() })).toEqual([]);
});

describe("whoever comes back hears of several streets at once", () => {
  const street = (...cards: string[]): HoldemEvent => ({ what: "dealtBoard", board: 0, cards });
  const boardOf = (...cards: string[]) => at({ game: { ...at().game, boards: [cards], total: 90 } as TableView["game"] });
  const collected: HoldemEvent = { what: "collected" };

  test("each by its name, and the pot only as it is now", () => {
    const said = told(collected, street("As", "Kd", "2c"), { what: "bet", seat: 1, to: 40 }, collected, street("Th"));
    expect(sentences({ ...said, after: boardOf("As", "Kd", "2c", "Th") })).toEqual([
      "Flop: ace of spades, king of diamonds, two of clubs.",
      "P1: bet 40.",
      "Pot 90.",
      "Turn: ten of hearts.",
    ]);
  });

  test("those of a hand before the last too", () => {
    const said = told(street("Th"), street("3h"));
    const events: TableEvent[] = [
      ...said.events,
      { kind: "handStarted", hand: 8 } as TableEvent,
      ...told(street("4s", "5s", "6s")).events,
    ];
    const lines = sentences({ events, before: boardOf("As", "Kd", "2c"), after: boardOf("4s", "5s", "6s") });
    expect(lines.map((line) => line.split(":")[0])).toEqual(["Turn", "River", "Flop"]);
  });
});

test("a hand can be followed by ear: own cards, street, price, result", () => {
  const own = (change: object) =>
    at({ own: { seat: 3, game: { game: "holdem", cards: ["As", "Td"] }, ...change } as NonNullable<TableView["own"]> });
  const dealt: Told = { ...told({ what: "dealtHole", seat: 3, cards: 2 }), after: own({}) };
  expect(sentences(dealt)).toEqual(["Your cards: ace of spades, ten of diamonds."]);
  expect(sentences(dealt, russian)).toEqual(["Ваши карты: туз пик, десятка бубен."]);

  const board = at({
    game: { game: "holdem", boards: [["Qh", "9c", "2d", "Ts"]], order: [], players: {}, pots: [], street: 2, total: 0 },
  });
  const turn: Told = { ...told({ what: "dealtBoard", board: 0, cards: ["Ts"] }), after: board };
  expect(sentences(turn)).toEqual(["Turn: ten of spades."]);
  expect(sentences(turn, russian)).toEqual(["Тёрн: десятка пик."]);

  const offers = [{ kind: "fold" }, { kind: "call", price: 60 }];
  const asked: Told = {
    events: [],
    before: own({}),
    after: own({ turn: 7, game: { game: "holdem", cards: ["As", "Td"], offers } }),
  };
  expect(sentences(asked)).toEqual(["Your turn. 60 to call."]);
  expect(narrate({ ...asked, before: asked.after }), "said once").toEqual([]);

  const shows = [{ kind: "show" }, { kind: "muck" }];
  const over: Told = { ...asked, after: own({ turn: 8, game: { game: "holdem", cards: ["As", "Td"], offers: shows } }) };
  expect(sentences(over)).toEqual(["Your turn. Show your cards or muck them."]);
  expect(sentences(over, russian)).toEqual(["Ваш ход. Откройте карты или скиньте."]);
});

describe("who takes a pot is told in a full sentence", () => {
  const won = (made: object | undefined, kicker?: string, pots = 1, pot = 0): Told => {
    const player = { player: 2, won: 780, cards: ["Ah", "7d"], ...(made ? { made } : {}), ...(kicker ? { kicker } : {}) };
    const game = {
      game: "holdem",
      boards: [[]],
      order: [],
      street: 3,
      total: 0,
      players: made ? { 2: player } : { 2: { player: 2, won: 780 } },
    };
    const lies = Array.from({ length: pots }, () => ({ amount: 1, eligible: [2] }));
    const after = at({ game: { ...game, pots: [] } as unknown as TableView["game"] });
    const before = at({ game: { ...game, pots: lies } as unknown as TableView["game"] });
    return { ...told({ what: "won", seat: 2, player: 2, amount: 780, pot, board: 0 }), before, after };
  };
  test.each([
    [won(undefined), "P2 takes 780.", "P2 забирает 780."],
    [
      won({ kind: "highCard", cards: ["Ah", "Kd", "Jc", "9c", "7d"] }, "7"),
      "P2, ace high with a seven kicker, takes 780.",
      "P2, туз с кикером семёркой, забирает 780.",
    ],
    [
      won({ kind: "pair", cards: ["Kh", "Ks", "Ac", "9c", "7d"] }, "A"),
      "P2, a pair of kings with an ace kicker, takes 780.",
      "P2, пара королей с кикером тузом, забирает 780.",
    ],
    [
      won({ kind: "pair", cards: ["Ah", "As", "Jc", "9c", "7d"] }),
      "P2, a pair of aces, takes 780.",
      "P2, пара тузов, забирает 780.",
    ],
    [
      won({ kind: "twoPair", cards: ["Ah", "As", "6c", "6d", "7d"] }, undefined, 2, 1),
      "P2, two pair, aces and sixes, takes 780 from side pot 1.",
      "P2, две пары, тузы и шестёрки, забирает 780 из побочного банка 1.",
    ],
    [
      won({ kind: "straight", cards: ["9h", "8s", "7c", "6d", "5d"] }),
      "P2, a straight to the nine, takes 780.",
      "P2, стрит до девятки, забирает 780.",
    ],
    [
      won({ kind: "fullHouse", cards: ["2h", "2s", "2c", "Kd", "Kc"] }, undefined, 2),
      "P2, a full house, twos full of kings, takes 780 from the main pot.",
      "P2, фулл-хаус, двойки и короли, забирает 780 из главного банка.",
    ],
    [
      won({ kind: "straightFlush", cards: ["Ah", "Kh", "Qh", "Jh", "Th"] }),
      "P2, a royal flush, takes 780.",
      "P2, флеш-рояль, забирает 780.",
    ],
  ])("%#", (said, inEnglish, inRussian) => {
    expect(sentences(said)).toEqual([inEnglish]);
    expect(sentences(said, russian)).toEqual([inRussian]);
  });
});

test("what lies before a seat is said to those who listen", () => {
  const players = {
    2: { player: 2, bet: 40, faceDown: 2 },
    3: { player: 3, cards: ["As", "Td"] },
    4: { player: 4, folded: true },
  };
  const game4 = { game: "holdem", boards: [[]], order: [], pots: [], street: 0, total: 40, button: 2, players };
  const inHand = Object.fromEntries(Object.entries(seats).map(([seat, view]) => [seat, { ...view, inHand: true }]));
  const shown = at({ seats: inHand, running: true, game: game4 as unknown as TableView["game"] });
  expect(game.marks(shown, 2, english)).toMatchObject({ dealer: true, described: "bet 40", out: false });
  expect(game.marks(shown, 3, russian).described).toBe("туз пик, десятка бубен");
  expect(game.marks(shown, 4, english)).toMatchObject({ out: true, described: "" });
});
