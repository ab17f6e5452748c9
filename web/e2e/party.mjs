// A few rounds of Durak for three, as its steps would be told to whoever sits at the first seat: cards are thrown in, taken,
// beaten and drawn, the hand grows to sixteen cards, and the game ends. It goes on from the scene `durak-defend`.
import { NOW } from "./scenes.mjs";

/** @typedef {import("../src/protocol.ts").Card} Card */

/** @type {Card[]} */
const HELD = ["7s", "Ts", "Ks", "8c", "Tc", "Qc"];
/** @type {Card[]} */
const TAKEN = ["8s", "8d", "8h", "9d", "9h"];
const quiet = { away: true, surrender: true };
const clock = (/** @type {number} */ seat) => ({
  1: null,
  2: null,
  3: null,
  [seat]: { bank: 40_000, since: NOW, until: NOW + 20_000 },
});
const pile = (/** @type {Card} */ attack, /** @type {Card} */ beatenBy) => (beatenBy ? { attack, beatenBy } : { attack });
const piles = (/** @type {Card[]} */ ...attacks) => attacks.map((attack) => ({ attack }));
const own = (/** @type {object} */ offers, /** @type {number | null} */ turn = null, /** @type {object} */ more = {}) => ({
  turn,
  // What was offered before goes as a whole.
  game: {
    offers: { attack: null, defend: null, take: null, finish: null, transfer: null, transferTo: null, ...offers },
    ...more,
  },
});
/** What a seat does. @param {string} what @param {object} more */
const does = (what, more) => ({ kind: "durak", what, ...more });

const after = [...HELD, ...TAKEN].sort();
const late = [...after, ...["6d", "Jd", "Qd", "6h", "Ah"]].sort();

/** @type {any[]} */
export const party = [
  {
    events: [does("threwIn", { seat: 2, card: "8s" })],
    patch: { game: { piles: piles("8d", "8h", "8s"), players: { 2: { cards: 9 } } } },
  },
  {
    events: [does("takes", { seat: 1 })],
    patch: { clocks: clock(3), game: { stage: "taking", throwers: [2, 3] }, own: own(quiet) },
  },
  {
    events: [does("threwIn", { seat: 3, card: "9d" }), does("threwIn", { seat: 3, card: "9h" })],
    patch: { game: { piles: piles("8d", "8h", "8s", "9d", "9h"), players: { 3: { cards: 3 } } } },
  },
  {
    events: [does("roundOver", { cards: TAKEN, takenBy: 1 }), does("drew", { seat: 3, cards: 3 })],
    patch: {
      clocks: clock(2),
      game: {
        piles: [],
        stage: "lead",
        round: 3,
        attacker: 2,
        defender: 3,
        deck: 10,
        players: { 1: { cards: 11 }, 3: { cards: 6 } },
      },
      own: own(quiet, null, { cards: after }),
    },
  },
  {
    events: [does("led", { seat: 2, card: "6s" })],
    patch: { clocks: clock(3), game: { stage: "defend", piles: piles("6s"), players: { 2: { cards: 8 } } } },
  },
  {
    events: [does("beat", { seat: 3, attack: "6s", with: "9s" })],
    patch: {
      clocks: clock(1),
      game: { stage: "throw", piles: [pile("6s", "9s")], throwers: [1, 2], players: { 3: { cards: 5 } } },
      own: own({ ...quiet, attack: ["9d", "9h"], finish: true }, 21),
    },
  },
  {
    events: [does("finished", { seat: 1 })],
    patch: { clocks: clock(2), game: { throwers: [2] }, own: own(quiet) },
  },
  {
    events: [does("roundOver", { cards: ["6s", "9s"] }), does("drew", { seat: 3, cards: 1 })],
    patch: {
      clocks: clock(3),
      game: { piles: [], stage: "lead", round: 4, attacker: 3, defender: 1, deck: 9, discarded: 2, players: { 3: { cards: 6 } } },
    },
  },
  {
    events: [does("led", { seat: 3, card: "6d" })],
    patch: {
      clocks: clock(1),
      game: { stage: "defend", piles: piles("6d"), players: { 3: { cards: 5 } } },
      own: own({ ...quiet, take: true, defend: [{ attack: "6d", with: ["8d", "9d", "8c", "Tc", "Qc"] }] }, 23),
    },
  },
  {
    events: [does("takes", { seat: 1 })],
    patch: { clocks: clock(2), game: { stage: "taking", throwers: [2, 3] }, own: own(quiet) },
  },
  {
    events: [does("roundOver", { cards: ["6d", "Jd", "Qd", "6h", "Ah"], takenBy: 1 })],
    patch: {
      clocks: clock(2),
      game: { piles: [], stage: "lead", round: 5, attacker: 2, defender: 3, deck: 0, players: { 1: { cards: 16 } } },
      own: own(quiet, null, { cards: late }),
    },
  },
  {
    events: [does("led", { seat: 2, card: "Jh" })],
    patch: {
      clocks: clock(3),
      game: { stage: "defend", piles: piles("Jh"), players: { 2: { cards: 7 } } },
      own: own({ ...quiet, attack: ["Jd"] }),
    },
  },
  {
    events: [
      does("roundOver", { cards: ["Jh", "Qh"] }),
      does("partyOver", { outcome: { ending: "lastHolder", fools: [1], winners: [2, 3] }, gameWinners: [2, 3] }),
    ],
    patch: {
      running: false,
      clocks: { 1: null, 2: null, 3: null },
      rest: { why: "pause", since: NOW, until: NOW + 15_000 },
      game: {
        piles: [],
        stage: "over",
        asks: "again",
        due: 20,
        discarded: 4,
        outcome: { ending: "lastHolder", fools: [1], winners: [2, 3] },
        gameOver: { paid: { 2: 30, 3: 30 }, winners: [2, 3] },
        players: { 2: { cards: 0, out: true }, 3: { cards: 0, out: true } },
      },
      own: { turn: null, game: { offers: null, words: ["ready"] } },
    },
  },
];
