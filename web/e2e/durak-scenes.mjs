// Moments of a party of Durak.
/** @typedef {import("../src/protocol.ts").TableView} TableView */
/** @typedef {import("../src/protocol.ts").TableInfo} TableInfo */
/** @typedef {import("../src/protocol.ts").DurakOwn} DurakOwn */
/** @typedef {import("../src/protocol.ts").DurakView} DurakView */
/** @typedef {import("../src/protocol.ts").DurakMode} DurakMode */
/** @typedef {import("../src/protocol.ts").SeatView} SeatView */
/** @typedef {import("../src/protocol.ts").TableEvent} TableEvent */

const NOW = 1_800_000_000_000;

/** @type {(seats: number, mode?: DurakMode, points?: number) => TableInfo} */
const info = (seats, mode = "plain", points = 1) => ({
  game: { game: "durak", mode, cards: 36, stake: 20, points, rakePercent: 10, throwAfterTake: true },
  leastBuyIn: 20,
  mostBuyIn: 20,
  name: "Durak",
  scale: 0,
  seats,
  turnMs: 20_000,
});

const NAMES = ["Анна", "Vera", "Lev", "Константин П.", "Zoya", "Timur"];
/** @type {(count: number) => Record<string, SeatView>} */
const seated = (count) =>
  Object.fromEntries(
    NAMES.slice(0, count).map((name, index) => [
      String(index + 1),
      /** @type {SeatView} */ ({
        player: index + 1,
        name,
        stack: 0,
        kind: index % 3 === 1 ? "bot" : "person",
        state: "playing",
        connected: index !== 3,
        inHand: true,
      }),
    ]),
  );

/** @type {(leftMs: number) => import("../src/protocol.ts").Clock} */
const clock = (leftMs) => ({ since: NOW + leftMs - 20_000, until: NOW + leftMs, bank: 40_000 });

/** @type {(counts: number[], change: Partial<DurakView>) => { game: "durak" } & DurakView} */
const durak = (counts, change) => ({
  game: "durak",
  party: 1,
  round: 3,
  deck: 12,
  discarded: 8,
  trump: "6d",
  limit: 6,
  room: 4,
  piles: [],
  pool: 20 * counts.length,
  players: Object.fromEntries(counts.map((cards, index) => [String(index + 1), { player: index + 1, cards, out: cards === 0 }])),
  points: Object.fromEntries(counts.map((_, index) => [String(index + 1), index % 2])),
  ...change,
});

/** @type {(own: Partial<DurakOwn>, turn?: number) => import("../src/protocol.ts").Own} */
const own = (own, turn) => ({
  seat: 1,
  ...(turn === undefined ? {} : { turn }),
  chair: { sitOut: true, leave: "afterHand" },
  game: { game: "durak", ...own },
});

const always = { surrender: true, away: true };

/** @type {Record<string, { info: TableInfo, view: TableView, events?: TableEvent[], past?: TableEvent[] }>} */
export const durakScenes = {
  "durak-lead": {
    info: info(2),
    view: {
      hand: 4,
      running: true,
      seats: seated(2),
      clocks: { 1: clock(15_000) },
      game: durak([6, 6], {
        round: 1,
        deck: 24,
        discarded: 0,
        stage: "lead",
        attacker: 1,
        defender: 2,
        lowestTrump: "7d",
        limit: 5,
        room: 5,
      }),
      own: own(
        {
          cards: ["6s", "Ts", "6h", "9c", "7d", "Qd"],
          offers: { ...always, attack: ["6s", "Ts", "6h", "9c", "7d", "Qd"] },
          timeout: { kind: "leads", card: "9c" },
        },
        7,
      ),
    },
  },
  "durak-defend": {
    info: info(3, "transfer"),
    view: {
      hand: 4,
      running: true,
      seats: seated(3),
      clocks: { 1: clock(9_000) },
      game: durak([6, 5, 6], {
        stage: "defend",
        attacker: 3,
        defender: 1,
        piles: [{ attack: "7s" }, { attack: "7h" }],
        throwers: [2, 3],
      }),
      own: own(
        {
          cards: ["9s", "Ks", "8h", "7c", "8d", "Ad"],
          offers: {
            ...always,
            take: true,
            transfer: ["7c"],
            transferTo: 2,
            defend: [
              { attack: "7s", with: ["9s", "Ks", "8d", "Ad"] },
              { attack: "7h", with: ["8h", "8d", "Ad"] },
            ],
          },
          timeout: { kind: "takes" },
        },
        9,
      ),
    },
    past: [
      {
        kind: "durak",
        what: "round",
        round: 3,
        attacker: 2,
        defender: 3,
      },
      { kind: "durak", what: "led", seat: 2, card: "6c" },
      { kind: "durak", what: "beat", seat: 3, attack: "6c", with: "Tc" },
      { kind: "durak", what: "roundOver", cards: ["6c", "Tc"] },
      { kind: "durak", what: "led", seat: 3, card: "7s" },
    ],
    events: [{ kind: "durak", what: "threwIn", seat: 2, card: "7h" }],
  },
  "durak-six": {
    info: info(6),
    view: {
      hand: 2,
      running: true,
      seats: seated(6),
      clocks: { 1: clock(11_000), 3: clock(11_000), 5: clock(11_000) },
      game: durak([14, 5, 2, 7, 4, 0], {
        stage: "throw",
        deck: 0,
        discarded: 4,
        attacker: 5,
        defender: 4,
        room: 1,
        throwers: [1, 2, 3],
        finished: [5],
        piles: [
          { attack: "Ts", beatenBy: "Js" },
          { attack: "Th", beatenBy: "6d" },
          { attack: "Jc", beatenBy: "Qc" },
          { attack: "Qh", beatenBy: "Ah" },
          { attack: "6s", beatenBy: "9s" },
        ],
      }),
      own: own(
        {
          cards: ["7s", "8s", "As", "7h", "9h", "Jh", "6c", "7c", "8c", "9c", "Tc", "7d", "9d", "Kd"],
          offers: { ...always, attack: ["9h", "Jh", "6c", "9c", "Tc", "9d"], finish: true },
          timeout: { kind: "finishes" },
        },
        31,
      ),
    },
  },
  "durak-pairs": {
    info: info(4, "pairsTrafficLight", 3),
    view: {
      hand: 9,
      running: true,
      seats: seated(4),
      clocks: { 2: clock(12_000) },
      game: {
        ...durak([4, 6, 5, 6], { stage: "shown", shown: "9c", attacker: 1, defender: 2, piles: [{ attack: "9s" }], party: 2 }),
        players: Object.fromEntries(
          [4, 6, 5, 6].map((cards, index) => [String(index + 1), { player: index + 1, cards, partner: ((index + 2) % 4) + 1 }]),
        ),
      },
      own: own({ cards: ["Ts", "Kh", "6c", "8d"], offers: always }),
    },
  },
  "durak-over": {
    info: info(2),
    view: {
      hand: 4,
      running: false,
      rest: { why: "pause", since: NOW, until: NOW + 15_000 },
      seats: seated(2),
      clocks: {},
      game: durak([0, 3], {
        stage: "over",
        deck: 0,
        discarded: 33,
        pool: 0,
        asks: "again",
        due: 20,
        attacker: 1,
        defender: 2,
        ready: [2],
        outcome: { ending: "lastHolder", fools: [2], winners: [1] },
        gameOver: { winners: [1], paid: { 1: 36 } },
      }),
      own: { ...own({ words: ["ready"], timeout: { kind: "losesSeat" } }), chair: { leave: "now" } },
    },
  },
};
