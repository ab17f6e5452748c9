// Moments of a room, to be looked at without one: what the room would have said.
/** @typedef {import("../src/protocol.ts").TableView} TableView */
/** @typedef {import("../src/protocol.ts").TableInfo} TableInfo */
/** @typedef {import("../src/protocol.ts").HoldemPlayer} HoldemPlayer */
/** @typedef {import("../src/protocol.ts").SeatView} SeatView */
/** @typedef {import("../src/protocol.ts").ToClient} ToClient */

/** @type {TableInfo} */
export const info = {
  game: { game: "holdem", smallBlind: 10, bigBlind: 20 },
  leastBuyIn: 400,
  mostBuyIn: 4000,
  name: "Hold’em 10/20",
  scale: 0,
  seats: 6,
  turnMs: 25_000,
};

/** @type {(seat: number, name: string, stack: number, change?: Partial<SeatView>) => SeatView} */
const sits = (seat, name, stack, change = {}) => ({
  seat, name, stack, kind: "person", state: "playing", inHand: true, owes: 0, ...change,
});

/** @type {(seat: number, bet: number, change?: Partial<HoldemPlayer>) => HoldemPlayer} */
const plays = (seat, bet, change = {}) => ({
  seat, bet, allIn: false, cards: [null, null], folded: false, lastAction: null, made: null, mucked: false, shown: false, won: 0,
  ...change,
});

/** @type {TableView} */
const empty = {
  brings: null,
  clocks: [],
  game: {
    game: "holdem", bigBlind: null, boards: [[]], button: null, offers: [], players: [], pots: [], smallBlind: null,
    street: 0, toAct: null, total: 0,
  },
  hand: 0, nextHandMs: null, running: false, seats: [], sequence: 40, turn: 12, you: 3,
};

/** @type {Partial<SeatView>} */
const bot = { kind: "bot" };
const company = [
  sits(1, "Vera", 1980, bot),
  sits(2, "Константин", 3460),
  sits(3, "Анна", 1940),
  sits(4, "Lev", 2210, bot),
  sits(5, "Бабушка Зина", 12540),
  sits(6, "Mitya", 905, { ...bot, state: "sittingOut", inHand: false }),
];

/** @type {TableView} */
const running = { ...empty, hand: 128, running: true, seats: company };

/** @type {Record<string, { info?: TableInfo, view: TableView, next?: TableView, events?: import("../src/protocol.ts").TableEvent[] }>} */
export const scenes = {
  waiting: { view: { ...empty, seats: [sits(3, "Анна", 2000, { inHand: false })] } },
  watching: { view: { ...running, you: null, seats: company.filter(({ seat }) => seat !== 3 && seat !== 6) } },
  full: { view: { ...running, you: null } },
  preflop: {
    view: {
      ...running,
      clocks: [{ seat: 3, leftMs: 17_000, totalMs: 25_000, bankMs: 30_000 }],
      game: {
        ...empty.game, button: 5, smallBlind: 1, bigBlind: 2, toAct: 3, total: 90,
        offers: [{ kind: "fold" }, { kind: "call", price: 60 }, { kind: "raiseTo", least: 100, most: 1940, opens: false }],
        players: [plays(1, 10), plays(2, 20), plays(3, 0, { cards: ["Ah", "Td"] }), plays(4, 0), plays(5, 60)],
      },
    },
  },
  flop: {
    view: {
      ...running,
      clocks: [{ seat: 5, leftMs: 8_500, totalMs: 25_000, bankMs: 30_000 }],
      game: {
        ...empty.game, button: 5, smallBlind: 1, bigBlind: 2, toAct: 5, total: 420, street: 1,
        boards: [["Qh", "9c", "2d"]],
        pots: [{ amount: 180, eligible: [2, 3, 5] }],
        players: [
          plays(1, 0, { folded: true }), plays(2, 120), plays(3, 120, { cards: ["Ah", "Td"] }),
          plays(4, 0, { folded: true }), plays(5, 0),
        ],
      },
    },
    events: [{ kind: "holdem", event: { kind: "called", seat: 3, amount: 120 } }],
  },
  river: {
    view: {
      ...running,
      clocks: [{ seat: 3, leftMs: 21_000, totalMs: 25_000, bankMs: 30_000 }],
      game: {
        ...empty.game, button: 5, toAct: 3, total: 1860, street: 3,
        boards: [["Qh", "9c", "2d", "Ts", "Jh"]],
        pots: [{ amount: 1240, eligible: [2, 3, 5] }, { amount: 620, eligible: [3, 5] }],
        offers: [{ kind: "check" }, { kind: "raiseTo", least: 20, most: 1940, opens: true }],
        players: [
          plays(2, 0, { allIn: true }), plays(3, 0, { cards: ["Ah", "Td"], made: "pair" }), plays(5, 0),
          plays(1, 0, { folded: true }), plays(4, 0, { folded: true }),
        ],
      },
    },
    events: [{ kind: "holdem", event: { kind: "checked", seat: 5 } }],
  },
  showdown: {
    view: {
      ...running, running: false, nextHandMs: 4_000,
      game: {
        ...empty.game, button: 5, total: 0, street: 3,
        boards: [["Qh", "9c", "2d", "Ts", "Jh"]],
        players: [
          plays(2, 0, { shown: true, cards: ["8s", "8c"], made: "straight" }),
          plays(3, 0, { cards: ["Kh", "Td"], made: "straight", shown: true, won: 1860 }),
          plays(5, 0, { shown: true, cards: ["Qd", "Kc"], made: "straight" }),
          plays(1, 0, { folded: true }), plays(4, 0, { folded: true }),
        ],
      },
    },
    events: [{ kind: "holdem", event: { kind: "won", seat: 3, amount: 1860, board: 0, pot: 0 } }],
  },
  owing: {
    view: {
      ...running,
      clocks: [{ seat: 5, leftMs: 0, totalMs: 25_000, bankMs: 23_000 }],
      seats: company.map((seat) => (seat.seat === 3 ? { ...seat, state: "sittingOut", inHand: false, owes: 30 } : seat)),
      game: {
        ...empty.game, button: 5, smallBlind: 1, bigBlind: 2, toAct: 5, total: 90,
        players: [plays(1, 10), plays(2, 20), plays(4, 60), plays(5, 0)],
      },
    },
    events: [{ kind: "holdem", event: { kind: "posted", button: 5, posts: [{ seat: 2, kind: "dead", amount: 30 }] } }],
  },
  newcomer: {
    view: {
      ...running,
      seats: company.map((seat) => {
        if (seat.seat === 3) return { ...seat, inHand: false, owes: 20 };
        return seat.seat === 2 ? { ...seat, state: "waiting", inHand: false, owes: 20 } : seat;
      }),
      game: { ...empty.game, button: 5, smallBlind: 1, bigBlind: 4, toAct: 5, total: 30, players: [plays(1, 10), plays(4, 20), plays(5, 0)] },
    },
  },
  broke: {
    view: {
      ...running,
      seats: company.map((seat) => (seat.seat === 3 ? { ...seat, stack: 0, state: "outOfChips", inHand: false } : seat)),
      game: { ...empty.game, button: 5, smallBlind: 1, bigBlind: 2, toAct: 5, total: 30, players: [plays(1, 10), plays(2, 20), plays(5, 0)] },
    },
  },
  nine: {
    info: { ...info, seats: 9, name: "Девять", scale: 2 },
    view: {
      ...running, you: 3,
      clocks: [{ seat: 7, leftMs: 12_000, totalMs: 25_000, bankMs: 30_000 }],
      seats: [...company.slice(0, 5), sits(6, "Mitya", 9050, bot), sits(7, "Олег", 88_020), sits(8, "Wolfgang", 40_000), sits(9, "Ия", 150)],
      game: {
        ...empty.game, button: 5, toAct: 7, total: 186_000, street: 3,
        boards: [["Qh", "9c", "2d", "Ts", "Jh"]],
        pots: [{ amount: 124_000, eligible: [2, 3, 5] }],
        players: [1, 2, 4, 5, 6, 7, 8, 9].map((seat) => plays(seat, 2500 * seat)).concat(plays(3, 0, { cards: ["Ks", "8h"] })),
      },
    },
  },
};
