// Moments of a room, to be looked at without one: what the room would have said.
/** @typedef {import("../src/protocol.ts").TableView} TableView */
/** @typedef {import("../src/protocol.ts").TableInfo} TableInfo */
/** @typedef {import("../src/protocol.ts").HoldemPlayer} HoldemPlayer */
/** @typedef {import("../src/protocol.ts").HoldemOwn} HoldemOwn */
/** @typedef {import("../src/protocol.ts").HoldemView} HoldemView */
/** @typedef {import("../src/protocol.ts").Own} Own */
/** @typedef {import("../src/protocol.ts").SeatView} SeatView */
/** @typedef {import("../src/protocol.ts").TableEvent} TableEvent */

import { durakScenes } from "./durak-scenes.mjs";
import { NOW, sekaScenes } from "./seka-scenes.mjs";

export { NOW };

/** @type {TableInfo} */
export const info = {
  game: { game: "holdem", variant: "NT", holeCards: 2, smallBlind: 10, bigBlind: 20 },
  leastBuyIn: 400,
  mostBuyIn: 4000,
  name: "Hold’em 10/20",
  scale: 0,
  seats: 6,
  turnMs: 25_000,
};

/** A table with straddles where the board may be dealt twice. @type {TableInfo} */
const twice = { ...info, game: { ...info.game, ...{ options: { straddle: true, runItTwice: true } } } };

/** @type {(player: number, name: string, stack: number, change?: Partial<SeatView>) => SeatView} */
const sits = (player, name, stack, change = {}) => ({
  player,
  name,
  stack,
  kind: "person",
  state: "playing",
  connected: true,
  inHand: true,
  ...change,
});

/** @type {(seat: number, bet?: number, change?: Partial<HoldemPlayer>) => [string, HoldemPlayer]} */
const plays = (seat, bet = 0, change = {}) => [String(seat), { player: seat, faceDown: 2, bet, ...change }];

/** @type {(change: Partial<HoldemView>, ...players: [string, HoldemPlayer][]) => TableView["game"]} */
const holdem = (change, ...players) => ({
  game: "holdem",
  boards: [[]],
  order: players.map(([seat]) => Number(seat)),
  pots: [],
  street: 0,
  total: 0,
  button: 5,
  players: Object.fromEntries(players),
  ...change,
});

/** @type {(seat: number) => TableEvent} */
const raises = (seat) => ({ kind: "holdem", what: "raised", seat, to: 2500 * seat });

/** @type {(leftMs: number, bank?: number) => import("../src/protocol.ts").Clock} */
const clock = (leftMs, bank = 30_000) => ({ since: NOW + leftMs - 25_000, until: NOW + leftMs, bank });

/** @type {Partial<SeatView>} */
const bot = { kind: "bot" };
/** @type {Record<string, SeatView>} */
const company = {
  1: sits(1, "Vera", 1980, bot),
  2: sits(2, "Константин", 3460),
  3: sits(3, "Анна", 1940),
  4: sits(4, "Lev", 2210, bot),
  5: sits(5, "Бабушка Зина", 12540, { connected: false, away: true }),
  6: sits(6, "Mitya", 905, { ...bot, state: "sittingOut", inHand: false }),
};
/** @type {(seat: number, change: Partial<SeatView>) => Record<string, SeatView>} */
const but = (seat, change) => {
  const was = company[seat];
  return was ? { ...company, [seat]: { ...was, ...change } } : company;
};

/** @type {import("../src/protocol.ts").ChairOffers} */
const chair = {
  sitOut: true,
  leave: "afterHand",
  addChips: { chips: { least: 1, most: 2060, usual: 2060, step: 20 }, afterHand: true },
};
/** @type {(hand: Partial<HoldemOwn>, change?: Partial<Own>) => Own} */
const own = (hand, change = {}) => ({ seat: 3, chair, game: { game: "holdem", cards: ["Ah", "Td"], ...hand }, ...change });

/** @type {TableView} */
const running = { clocks: {}, game: holdem({}), hand: 128, running: true, seats: company };
const take = { seats: [3, 6], chips: { least: 400, most: 4000, usual: 2000, step: 20 }, owes: 20 };

/** @type {import("../src/protocol.ts").HoldemOffer} */
const raise = {
  kind: "raise",
  least: 100,
  most: 1940,
  step: 10,
  allIn: 1940,
  presets: [
    { kind: "least", to: 100 },
    { kind: "thirdPot", to: 110 },
    { kind: "halfPot", to: 135 },
    { kind: "twoThirdsPot", to: 160 },
    { kind: "pot", to: 210 },
    { kind: "allIn", to: 1940 },
  ],
};

/** How the three pots of `pots` are paid. @type {Omit<import("../src/protocol.ts").Step, "sequence">[]} */
export const paid = [
  {
    events: [{ kind: "holdem", what: "won", seat: 3, player: 3, amount: 1_200, board: 0, pot: 2 }],
    patch: {
      game: {
        players: { 3: { won: 1_200 } },
        pots: [
          { amount: 1_200, eligible: [1, 2, 3, 5] },
          { amount: 1_500, eligible: [2, 3, 5] },
        ],
        total: 2_700,
      },
    },
  },
  {
    events: [{ kind: "holdem", what: "won", seat: 2, player: 2, amount: 1_500, board: 0, pot: 1 }],
    patch: {
      game: { players: { 2: { won: 1_500, kicker: "K" } }, pots: [{ amount: 1_200, eligible: [1, 2, 3, 5] }], total: 1_200 },
    },
  },
  {
    events: [{ kind: "holdem", what: "won", seat: 1, player: 1, amount: 1_200, board: 0, pot: 0 }],
    patch: {
      running: false,
      rest: { why: "nextHand", since: NOW, until: NOW + 9_000 },
      game: { players: { 1: { won: 1_200, allIn: null }, 2: { allIn: null }, 3: { allIn: null } }, pots: [], total: 0 },
    },
  },
];

/** `past`: what was told a while ago; `events`: a moment ago. @type {Record<string, { info?: TableInfo, view: TableView, events?: TableEvent[], past?: TableEvent[] }>} */
export const scenes = {
  ...sekaScenes,
  ...durakScenes,
  waiting: {
    view: {
      ...running,
      running: false,
      hand: 0,
      rest: { why: "tooFewPlayers" },
      seats: { 3: sits(3, "Анна", 2000, { inHand: false }) },
      own: { seat: 3, chair: { ...chair, leave: "now" } },
    },
  },
  held: {
    view: { ...running, running: false, rest: { why: "heldUp" }, own: { seat: 3, chair: { ...chair, leave: "now" } } },
  },
  watching: {
    view: {
      ...running,
      take,
      seats: Object.fromEntries(Object.entries(company).filter(([seat]) => seat !== "3" && seat !== "6")),
    },
  },
  full: { view: running },
  preflop: {
    view: {
      ...running,
      clocks: { 3: clock(17_000) },
      game: holdem(
        { smallBlind: 1, bigBlind: 2, toAct: 3, total: 90 },
        plays(1, 10),
        plays(2, 20),
        plays(3),
        plays(4),
        plays(5, 60),
      ),
      own: own(
        { offers: [{ kind: "fold" }, { kind: "call", price: 60 }, raise], timeout: "fold" },
        { turn: 12, afterTimeout: "stays" },
      ),
    },
  },
  flop: {
    view: {
      ...running,
      clocks: { 5: clock(8_500) },
      game: holdem(
        {
          smallBlind: 1,
          bigBlind: 2,
          toAct: 5,
          total: 420,
          street: 1,
          boards: [["Qh", "9c", "2d"]],
          pots: [{ amount: 180, eligible: [2, 3, 5] }],
        },
        plays(1, 0, { folded: true }),
        plays(2, 120),
        plays(3, 120),
        plays(4, 0, { folded: true }),
        plays(5),
      ),
      own: own({ made: { kind: "highCard", cards: ["Ah", "Qh", "Td", "9c", "2d"] } }),
    },
    events: [{ kind: "holdem", what: "called", seat: 3, amount: 120 }],
  },
  river: {
    view: {
      ...running,
      clocks: { 3: clock(21_000) },
      seats: but(2, { stack: 0 }),
      game: holdem(
        {
          toAct: 3,
          total: 1860,
          street: 3,
          boards: [["Qh", "9c", "2d", "Ts", "Jh"]],
          pots: [
            { amount: 1240, eligible: [2, 3, 5] },
            { amount: 620, eligible: [3, 5] },
          ],
        },
        plays(2, 0, { allIn: true }),
        plays(3),
        plays(5),
        plays(1, 0, { folded: true }),
        plays(4, 0, { folded: true }),
      ),
      own: own(
        {
          made: { kind: "pair", cards: ["Td", "Ts", "Ah", "Qh", "Jh"] },
          timeout: "check",
          offers: [
            { kind: "fold" },
            { kind: "check" },
            {
              kind: "bet",
              least: 20,
              most: 1940,
              step: 10,
              allIn: 1940,
              presets: [
                { kind: "least", to: 20 },
                { kind: "thirdPot", to: 620 },
                { kind: "halfPot", to: 930 },
                { kind: "twoThirdsPot", to: 1240 },
                { kind: "pot", to: 1860 },
                { kind: "allIn", to: 1940 },
              ],
            },
          ],
        },
        { turn: 31, afterTimeout: "sitsOut" },
      ),
    },
    events: [{ kind: "holdem", what: "checked", seat: 5 }],
  },
  showdown: {
    view: {
      ...running,
      running: false,
      rest: { why: "nextHand", since: NOW, until: NOW + 4_000 },
      game: holdem(
        { street: 3, boards: [["Ac", "9c", "2d", "Ts", "4h"]] },
        plays(2, 0, { faceDown: 0, cards: ["Ad", "6c"], made: { kind: "pair", cards: ["Ad", "Ac", "Ts", "9c", "6c"] } }),
        plays(3, 0, {
          faceDown: 0,
          cards: ["Ah", "Kd"],
          made: { kind: "pair", cards: ["Ah", "Ac", "Kd", "Ts", "9c"] },
          won: 1860,
          kicker: "K",
        }),
        plays(5, 0, { mucked: true }),
        plays(1, 0, { folded: true }),
        plays(4, 0, { folded: true }),
      ),
      own: own({ cards: ["Ah", "Kd"] }, { chair: { ...chair, leave: "now" } }),
    },
    events: [{ kind: "holdem", what: "won", seat: 3, player: 3, amount: 1860, board: 0, pot: 0 }],
  },
  /** All in on the flop, the others go on; one's own word a moment ago, what one holds, and the mark that lasts. */
  allIn: {
    view: {
      ...running,
      clocks: { 5: clock(15_000) },
      seats: but(3, { stack: 0 }),
      game: holdem(
        {
          toAct: 5,
          total: 2_480,
          street: 1,
          boards: [["Ac", "9c", "2d"]],
          pots: [{ amount: 540, eligible: [2, 3, 5] }],
        },
        plays(2, 0, { lastAction: { kind: "check" } }),
        plays(3, 1_940, { allIn: true, lastAction: { kind: "bet", to: 1_940 } }),
        plays(5),
        plays(1, 0, { folded: true }),
        plays(4, 0, { folded: true }),
      ),
      own: own({ made: { kind: "pair", cards: ["Ah", "Ac", "Td", "9c", "2d"] } }),
    },
    events: [{ kind: "holdem", what: "bet", seat: 3, to: 1_940, allIn: true }],
  },
  /** A showdown for three pots before any is paid; `paid` says how they go, one after the other. */
  pots: {
    view: {
      ...running,
      seats: { ...company, 1: sits(1, "Vera", 0, bot), 2: sits(2, "Константин", 0), 3: sits(3, "Анна", 0) },
      game: holdem(
        {
          street: 3,
          boards: [["Ac", "9c", "2d", "Ts", "4h"]],
          total: 3_900,
          pots: [
            { amount: 1_200, eligible: [1, 2, 3, 5] },
            { amount: 1_500, eligible: [2, 3, 5] },
            { amount: 1_200, eligible: [3, 5] },
          ],
        },
        plays(1, 0, {
          allIn: true,
          faceDown: 0,
          cards: ["9s", "9d"],
          made: { kind: "threeOfAKind", cards: ["9s", "9d", "9c", "Ac", "Ts"] },
        }),
        plays(2, 0, {
          allIn: true,
          faceDown: 0,
          cards: ["Ad", "Kc"],
          made: { kind: "pair", cards: ["Ad", "Ac", "Kc", "Ts", "9c"] },
        }),
        plays(3, 0, {
          allIn: true,
          faceDown: 0,
          cards: ["Ah", "7d"],
          made: { kind: "pair", cards: ["Ah", "Ac", "Ts", "9c", "7d"] },
        }),
        plays(5, 0, { mucked: true, faceDown: 0 }),
        plays(4, 0, { folded: true }),
      ),
      own: own({ cards: ["Ah", "7d"] }),
    },
  },
  namesakes: {
    view: {
      ...running,
      running: false,
      rest: { why: "nextHand", since: NOW, until: NOW + 4_000 },
      seats: { ...company, 1: sits(1, "Анна", 1980), 2: sits(2, "Анна", 1980) },
      game: holdem(
        { street: 3, boards: [["Ac", "Kc", "Qd", "Js", "Th"]] },
        plays(1, 0, {
          faceDown: 0,
          cards: ["2d", "6c"],
          made: { kind: "straight", cards: ["Ac", "Kc", "Qd", "Js", "Th"] },
          won: 90,
        }),
        plays(2, 0, {
          faceDown: 0,
          cards: ["2h", "6h"],
          made: { kind: "straight", cards: ["Ac", "Kc", "Qd", "Js", "Th"] },
          won: 90,
        }),
      ),
      own: { seat: 3, chair },
    },
    events: [
      { kind: "holdem", what: "won", seat: 1, player: 1, amount: 90, board: 0, pot: 0 },
      { kind: "holdem", what: "won", seat: 2, player: 2, amount: 90, board: 0, pot: 0 },
    ],
  },
  owing: {
    view: {
      ...running,
      clocks: { 5: clock(0, 23_000) },
      seats: but(3, { state: "sittingOut", inHand: false, owes: 30 }),
      game: holdem({ smallBlind: 1, bigBlind: 2, toAct: 5, total: 90 }, plays(1, 10), plays(2, 20), plays(4, 60), plays(5)),
      own: { seat: 3, chair: { sitIn: { costs: 30 }, wait: true, leave: "now" } },
    },
    events: [{ kind: "holdem", what: "posted", button: 5, posts: [{ seat: 2, kind: "dead", amount: 30 }] }],
  },
  newcomer: {
    view: {
      ...running,
      seats: { ...but(2, { state: "waiting", inHand: false, owes: 20 }), 3: sits(3, "Анна", 1940, { inHand: false, owes: 20 }) },
      game: holdem({ smallBlind: 1, bigBlind: 4, toAct: 5, total: 30 }, plays(1, 10), plays(4, 20), plays(5)),
      own: { seat: 3, chair: { wait: true, sitOut: true, leave: "now" } },
    },
  },
  broke: {
    view: {
      ...running,
      seats: but(3, { stack: 0, state: "outOfChips", inHand: false }),
      game: holdem({ smallBlind: 1, bigBlind: 2, toAct: 5, total: 30 }, plays(1, 10), plays(2, 20), plays(5)),
      own: { seat: 3, chair: { leave: "now", addChips: { chips: { least: 400, most: 4000, usual: 4000, step: 20 } } } },
    },
  },
  nine: {
    info: { ...info, seats: 9, name: "Девять", scale: 2 },
    view: {
      ...running,
      clocks: { 7: clock(12_000) },
      seats: {
        ...company,
        6: sits(6, "Mitya", 9050, bot),
        7: sits(7, "Олег", 88_020),
        8: sits(8, "Wolfgang", 40_000),
        9: sits(9, "Ия", 150),
      },
      game: holdem(
        {
          toAct: 7,
          total: 186_000,
          street: 3,
          boards: [["Qh", "9c", "2d", "Ts", "Jh"]],
          pots: [{ amount: 124_000, eligible: [2, 3, 5] }],
        },
        ...[1, 2, 4, 5, 6, 7, 8, 9].map((seat) => plays(seat, 2500 * seat)),
        plays(3),
      ),
      own: own({ cards: ["Ks", "8h"] }),
    },
    past: [
      { kind: "handStarted", hand: 128 },
      { kind: "holdem", what: "dealtBoard", board: 0, cards: ["Jh"] },
      { kind: "holdem", what: "checked", seat: 3 },
      { kind: "holdem", what: "bet", seat: 1, to: 2500 },
      ...[2, 4, 5, 6, 7, 8].map((seat) => raises(seat)),
    ],
    events: [raises(9)],
  },
  /** All-in on the flop, and asked whether the rest is dealt twice; one has agreed. */
  "twice-asked": {
    info: twice,
    view: {
      ...running,
      clocks: {},
      stage: { since: NOW - 2_000, until: NOW + 6_000 },
      game: holdem(
        { asked: [3], total: 3_880, street: 1, boards: [["Qh", "9c", "2d"]], pots: [{ amount: 3_880, eligible: [2, 3] }] },
        ...[1, 4, 5].map((seat) => plays(seat, 0, { folded: true })),
        plays(2),
        plays(3, 0, { allIn: true }),
      ),
      own: own({ cards: ["Qs", "Qd"], offers: [{ kind: "runTwice" }] }, { turn: 12 }),
    },
  },
  /** Two boards after the hand: each was won by another. */
  twice: {
    info: twice,
    view: {
      ...running,
      running: false,
      rest: { why: "nextHand", since: NOW - 1_000, until: NOW + 5_000 },
      clocks: {},
      game: holdem(
        {
          street: 3,
          boards: [
            ["Qh", "9c", "2d", "Ts", "4h"],
            ["Qh", "9c", "2d", "Jh", "8h"],
          ],
        },
        ...[1, 4, 5].map((seat) => plays(seat, 0, { folded: true })),
        plays(2, 0, {
          faceDown: 0,
          cards: ["Ah", "Th"],
          won: 1_940,
          runs: [
            { made: { kind: "pair", cards: ["Th", "Ts", "Ah", "Qh", "9c"] } },
            { made: { kind: "flush", cards: ["Ah", "Qh", "Jh", "Th", "8h"] }, won: 1_940 },
          ],
        }),
        plays(3, 0, {
          faceDown: 0,
          cards: ["Qs", "Qd"],
          won: 1_940,
          runs: [
            { made: { kind: "threeOfAKind", cards: ["Qh", "Qs", "Qd", "Ts", "9c"] }, won: 1_940 },
            { made: { kind: "threeOfAKind", cards: ["Qh", "Qs", "Qd", "Jh", "9c"] } },
          ],
        }),
      ),
      own: own({ cards: ["Qs", "Qd"] }),
    },
  },
};
