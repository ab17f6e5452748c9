// A tournament as a room would tell it, a while after its start.
import { info, NOW } from "./scenes.mjs";

const reason = /** @type {const} */ ({ rule: "host" });
const levels = [25, 50, 100, 200].map((small) => ({ smallBlind: small, bigBlind: 2 * small, ante: 0, lengthMs: 600_000 }));

/** @type {import("../src/protocol.ts").TournamentInfo} */
const about = {
  starts: { when: "byHand" },
  form: {
    bigBlindAnte: false,
    buyIn: 100,
    levels,
    name: "Sunday cup",
    normalisePrizes: true,
    prizes: { by: "table", sharesBps: [6000, 4000] },
    seats: 6,
    splitTies: false,
    startingChips: 2000,
  },
};

/** @type {(name: string, chips: number, seat: number, table: number) => import("../src/protocol.ts").TournamentPlayer} */
const player = (name, chips, seat, table) => ({
  name,
  chips,
  kind: "person",
  present: true,
  rebuys: 0,
  seat,
  table,
  bounty: { head: 40, won: 60, knockOuts: 2, takenBy: [] },
});

/** @type {import("../src/protocol.ts").TournamentView} */
const view = {
  averageStack: 2400,
  averageTenthsOfBigBlind: 240,
  draw: { commitment: "0".repeat(64), number: 1 },
  entrants: 12,
  handForHand: false,
  left: 9,
  level: { number: 2, smallBlind: 50, bigBlind: 100, ante: 10 },
  levelAsked: false,
  levelEndsAt: NOW + 400_000,
  nextLevel: { number: 3, smallBlind: 100, bigBlind: 200, ante: 20 },
  own: { entered: true, offers: [], orders: ["pause", "nextLevel", "cancel"], seat: 3, table: "green" },
  players: {
    3: player("Анна", 3200, 3, 1),
    1: player("Vera", 4100, 1, 1),
    5: player("Бабушка Зина", 900, 5, 2),
    8: {
      ...player("Boris", 0, 2, 2),
      place: { place: 10, tiedFrom: 10, tiedTo: 10, why: { rule: "busted", place: 10, hand: 14, entrants: 12, outBefore: 2 } },
    },
  },
  pool: 1200,
  poolWhy: reason,
  prizes: [
    { amount: 720, why: reason },
    { amount: 480, why: reason },
  ],
  status: "running",
  tables: { 1: { table: "green", running: true }, 2: { table: "blue", running: true } },
};

export const cup = { tournament: "cup-1", info: about, view };
/** A table of it. */
export const cupTable = { ...info, name: "Sunday cup · 1", tournament: cup.tournament };
