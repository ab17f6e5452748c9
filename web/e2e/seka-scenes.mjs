// Moments of a table of Seka, to be looked at without a room.
/** @typedef {import("../src/protocol.ts").TableView} TableView */
/** @typedef {import("../src/protocol.ts").TableInfo} TableInfo */
/** @typedef {import("../src/protocol.ts").SekaPlayer} SekaPlayer */
/** @typedef {import("../src/protocol.ts").SekaOwn} SekaOwn */
/** @typedef {import("../src/protocol.ts").SekaView} SekaView */
/** @typedef {import("../src/protocol.ts").SekaOffer} SekaOffer */
/** @typedef {import("../src/protocol.ts").Own} Own */
/** @typedef {import("../src/protocol.ts").SeatView} SeatView */

/** What time it is in the room. */
export const NOW = 1_800_000_000_000;

/** @type {TableInfo} */
const info = {
  game: {
    game: "seka",
    base: 10,
    maxStake: 100,
    minBalance: 100,
    deck: [
      "Tc",
      "Jc",
      "Qc",
      "Kc",
      "Ac",
      "Td",
      "Jd",
      "Qd",
      "Kd",
      "Ad",
      "Th",
      "Jh",
      "Qh",
      "Kh",
      "Ah",
      "Ts",
      "Js",
      "Qs",
      "Ks",
      "As",
      "6c",
    ],
    joker: "6c",
    points: {
      three: [
        { rank: "A", points: 37 },
        { rank: "K", points: 36 },
        { rank: "Q", points: 35 },
        { rank: "J", points: 34 },
        { rank: "T", points: 33 },
      ],
      jokerAceSuit: 32,
      suitWithAce: 31,
      jokerSuit: 31,
      suit: 30,
      twoAces: 22,
      jokerAce: 22,
      pairWithAce: 21,
      joker: 21,
      pair: 20,
      ace: 11,
      nothing: 10,
    },
    darkIsLent: true,
    darkToTheEnd: false,
    matchFinalRaise: false,
    revealIsSeen: true,
    maxSvaras: 8,
    times: { readyMs: 10_000, turnMs: 30_000, revealMs: 15_000, voteMs: 10_000, entryMs: 10_000, pauseMs: 10_000 },
  },
  leastBuyIn: 100,
  mostBuyIn: 10_000,
  name: "Seka 10/100",
  scale: 0,
  seats: 6,
  turnMs: 30_000,
};

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

/** @type {Record<string, SeatView>} */
const company = {
  1: sits(1, "Vera", 280, { kind: "bot" }),
  2: sits(2, "Константин", 1460),
  3: sits(3, "Анна", 285),
  5: sits(5, "Бабушка Зина", 12_540),
  6: sits(6, "Mitya", 90, { kind: "bot" }),
};

/** @type {(seat: number, change?: Partial<SekaPlayer>) => [string, SekaPlayer]} */
const plays = (seat, change = {}) => [
  String(seat),
  { player: seat, status: "inGame", mode: "open", bet: 20, faceDown: 3, ...change },
];

/** @type {(change: Partial<SekaView>, ...players: [string, SekaPlayer][]) => TableView["game"]} */
const seka = (change, ...players) => ({
  game: "seka",
  stage: "round2",
  round: 2,
  dealer: 2,
  order: [3, 5, 1, 2],
  stake: 20,
  pot: 80,
  svara: 0,
  players: Object.fromEntries(players),
  ...change,
});

/** @type {import("../src/protocol.ts").ChairOffers} */
const chair = { sitOut: true, leave: "afterHand" };
/** @type {(hand: Partial<SekaOwn>, change?: Partial<Own>) => Own} */
const own = (hand, change = {}) => ({ seat: 3, chair, game: { game: "seka", ...hand }, ...change });
/** @type {(leftMs: number, totalMs?: number) => import("../src/protocol.ts").Clock} */
const clock = (leftMs, totalMs = 30_000) => ({ since: NOW + leftMs - totalMs, until: NOW + leftMs });

/** @type {TableView} */
const running = { clocks: {}, game: seka({}), hand: 12, running: true, seats: company };
/** @type {Partial<SekaPlayer>} */
const waits = { status: "tableWaiting", mode: "none", bet: 0, faceDown: 0 };
/** @type {[string, SekaPlayer]} */
const mitya = plays(6, waits);

/** @type {(to: number, half?: boolean) => SekaOffer} */
const raise = (from, half = false) => {
  const price = (/** @type {number} */ to) => ({ to, counts: to - 20, pay: half ? (to - 20) / 2 : to - 20 });
  return {
    kind: "raise",
    least: from + 1,
    most: 100,
    step: 10,
    bet: 20,
    ...(half ? { half } : {}),
    presets: [
      { kind: "base", ...price(from + 10) },
      { kind: "double", ...price(from * 2) },
      { kind: "most", ...price(100) },
    ],
  };
};

/** @type {Record<string, { info: TableInfo, view: TableView, events?: import("../src/protocol.ts").TableEvent[] }>} */
export const sekaScenes = {
  sekaReady: {
    info,
    view: {
      ...running,
      running: false,
      rest: { why: "pause", since: NOW - 3_000, until: NOW + 7_000 },
      game: seka(
        { stage: "preparation", round: 0, pot: 0, stake: 0, order: [] },
        plays(1, { ...waits, status: "tableReady" }),
        plays(2, waits),
        plays(3, waits),
        plays(5, { ...waits, status: "tableReady" }),
        mitya,
      ),
      own: own({ says: ["ready"] }, { chair: { ...chair, leave: "now" } }),
    },
  },
  sekaMissing: {
    info,
    view: {
      ...running,
      running: false,
      rest: { why: "pause", since: NOW - 3_000, until: NOW + 7_000 },
      seats: { ...company, 3: sits(3, "Анна", 60) },
      game: seka(
        { stage: "preparation", round: 0, pot: 0, stake: 0, order: [] },
        plays(1, waits),
        plays(2, waits),
        plays(3, waits),
      ),
      own: own({ missing: 40 }, { chair: { ...chair, leave: "now" } }),
    },
  },
  sekaFirst: {
    info,
    view: {
      ...running,
      clocks: { 3: clock(22_000) },
      game: seka(
        { stage: "round1", round: 1, stake: 10, pot: 40, toAct: 3 },
        ...[1, 2, 3, 5].map((seat) => plays(seat, { mode: "none", bet: 10 })),
        mitya,
      ),
      own: own(
        {
          offers: [
            { kind: "open" },
            { kind: "dark", pay: 5, counts: 10 },
            { kind: "check" },
            { kind: "call", pay: 0, counts: 0 },
            raise(20),
            { kind: "fold" },
          ],
        },
        { turn: 4, afterTimeout: "leaves" },
      ),
    },
    events: [{ kind: "seka", what: "dealt", dealer: 2, order: [3, 5, 1, 2] }],
  },
  sekaDark: {
    info,
    view: {
      ...running,
      clocks: { 3: clock(12_000) },
      game: seka(
        { toAct: 3, stake: 40, pot: 140, lent: 5 },
        plays(1, { bet: 40, lastAction: { kind: "raise", to: 40, pay: 30 } }),
        plays(2, { bet: 40, lastAction: { kind: "call", pay: 20, counts: 20 } }),
        plays(3, { mode: "dark", bet: 20 }),
        plays(5, { bet: 40 }),
        mitya,
      ),
      own: own(
        {
          offers: [
            { kind: "open" },
            { kind: "call", pay: 10, counts: 20 },
            raise(40, true),
            { kind: "reveal", pay: 80, target: 2 },
            { kind: "fold" },
          ],
        },
        { turn: 9, afterTimeout: "leaves" },
      ),
    },
    events: [{ kind: "seka", what: "called", seat: 2, pay: 20, counts: 20 }],
  },
  sekaReveal: {
    info,
    view: {
      ...running,
      stage: clock(11_000, 15_000),
      game: seka(
        { stage: "revealPause", pot: 180, stake: 20, reveal: { by: 3, target: 2, loser: 2 } },
        plays(1),
        plays(2, { status: "folded" }),
        plays(3, { bet: 60, lastAction: { kind: "reveal", pay: 40, target: 2 } }),
        plays(5, { mode: "none" }),
        mitya,
      ),
      own: own({
        cards: ["Kd", "Qd", "Jd"],
        made: { points: 30, kind: "suit", cards: ["Kd", "Qd", "Jd"] },
        seen: { 2: { player: 2, cards: ["Ac", "6c", "Ts"], made: { points: 22, kind: "jokerAce", cards: ["Ac", "6c"] } } },
      }),
    },
    events: [{ kind: "seka", what: "revealed", by: 3, target: 2, pay: 40, loser: 2 }],
  },
  sekaFollow: {
    info,
    view: {
      ...running,
      stage: clock(11_000, 15_000),
      game: seka(
        { stage: "revealPause", pot: 180, stake: 20, reveal: { by: 5, target: 2, loser: 5 } },
        plays(1),
        plays(2),
        plays(3),
        plays(5, { status: "folded", bet: 60, lastAction: { kind: "reveal", pay: 40, target: 2 } }),
        mitya,
      ),
      own: own({ cards: ["Kd", "Ad", "Jh"], made: { points: 21, kind: "pairWithAce", cards: ["Kd", "Ad"] } }),
    },
    events: [{ kind: "seka", what: "revealed", by: 5, target: 2, pay: 40, loser: 5 }],
  },
  sekaVote: {
    info,
    view: {
      ...running,
      stage: clock(8_000, 10_000),
      game: seka(
        {
          stage: "svaraVoting",
          round: 3,
          pot: 90,
          entry: { loser: 45, waiting: 90 },
          svara: 1,
          ties: [
            { players: [3, 5], points: 21, pot: 40, carried: true },
            { players: [3, 2], points: 20, pot: 90 },
          ],
        },
        plays(1, { status: "folded", faceDown: 3 }),
        plays(2, {
          tied: true,
          faceDown: 0,
          cards: ["Qc", "Tc", "Jd"],
          made: { points: 20, kind: "pair", cards: ["Qc", "Tc"] },
          lastAction: { kind: "vote", yes: true },
        }),
        plays(3, { tied: true, faceDown: 0, cards: ["Kd", "Qd", "Jh"], made: { points: 20, kind: "pair", cards: ["Kd", "Qd"] } }),
        plays(5, { beaten: true, faceDown: 0, cards: ["Ac", "Ks", "Th"], made: { points: 11, kind: "ace", cards: ["Ac"] } }),
        mitya,
      ),
      own: own(
        { cards: ["Kd", "Qd", "Jh"], made: { points: 20, kind: "pair", cards: ["Kd", "Qd"] }, offers: [{ kind: "vote" }] },
        { turn: 20 },
      ),
    },
    events: [{ kind: "seka", what: "voteOpened", tied: [2, 3], pot: 90 }],
  },
  sekaEntry: {
    info,
    view: {
      ...running,
      stage: clock(6_000, 10_000),
      game: seka(
        {
          stage: "svaraEntry",
          round: 3,
          pot: 80,
          entry: { loser: 40, waiting: 80 },
          ties: [{ players: [1, 2], points: 20, pot: 80, carried: true }],
        },
        plays(1, { tied: true, faceDown: 0, cards: ["Qc", "Tc", "Jd"], made: { points: 20, kind: "pair", cards: ["Qc", "Tc"] } }),
        plays(2, { tied: true, faceDown: 0, cards: ["Kd", "Qd", "Jh"], made: { points: 20, kind: "pair", cards: ["Kd", "Qd"] } }),
        plays(3, { status: "folded" }),
        plays(5, { status: "folded", entered: true, lastAction: { kind: "enter", pay: 40 } }),
        mitya,
      ),
      own: own({ offers: [{ kind: "enter", pay: 40 }, { kind: "pass" }] }, { turn: 24 }),
    },
    events: [{ kind: "seka", what: "entered", seat: 5, pay: 40 }],
  },
  sekaOver: {
    info,
    view: {
      ...running,
      running: false,
      rest: { why: "pause", since: NOW - 1_000, until: NOW + 9_000 },
      game: seka(
        { stage: "pauseBeforeNext", round: 3, pot: 0, settlement: { pot: 180, repaid: 5, prize: 175 } },
        plays(1, { status: "folded", faceDown: 3 }),
        plays(2, {
          beaten: true,
          faceDown: 0,
          cards: ["Qc", "Tc", "Jd"],
          made: { points: 20, kind: "pair", cards: ["Qc", "Tc"] },
        }),
        plays(3, {
          status: "won",
          won: 175,
          faceDown: 0,
          cards: ["Kd", "6c", "Ks"],
          made: { points: 36, kind: "three", cards: ["Kd", "6c", "Ks"] },
        }),
        plays(5, {
          beaten: true,
          faceDown: 0,
          cards: ["Ac", "Ah", "Th"],
          made: { points: 22, kind: "twoAces", cards: ["Ac", "Ah"] },
        }),
        mitya,
      ),
      own: own(
        { cards: ["Kd", "6c", "Ks"], made: { points: 36, kind: "three", cards: ["Kd", "6c", "Ks"] } },
        { chair: { ...chair, leave: "now" } },
      ),
    },
    events: [{ kind: "seka", what: "won", seat: 3, player: 3, amount: 175 }],
  },
};
