// Messages of a room for tests, with everything a view needs.
import type { HeardEvent, TableEvent, TableInfo, TableView, ToClient, You } from "../protocol.ts";

export const info: TableInfo = {
  game: { game: "holdem", smallBlind: 10, bigBlind: 20 },
  leastBuyIn: 800,
  mostBuyIn: 4000,
  name: "Green",
  scale: 0,
  seats: 6,
  turnMs: 20_000,
};

export const anna: You = { id: 1, name: "Anna", seatedAt: [], wallet: 10_000 };

export function view(sequence: number, change: Partial<TableView> = {}): TableView {
  return {
    brings: null,
    clocks: [],
    game: {
      game: "holdem",
      bigBlind: null,
      boards: [[]],
      button: null,
      offers: [],
      players: [],
      pots: [],
      smallBlind: null,
      street: 0,
      toAct: null,
      total: 0,
    },
    hand: 0,
    nextHandMs: null,
    running: false,
    seats: [],
    sequence,
    turn: 0,
    you: null,
    ...change,
  };
}

export const welcome = (you: You | null): ToClient => ({ type: "welcome", protocol: 2, token: null, you });

export const snapshot = (table: string, at: TableView): ToClient => ({ type: "snapshot", table, info, view: at });

export const update = (table: string, after: number, at: TableView, ...events: TableEvent[]): ToClient => ({
  type: "update",
  table,
  after,
  events: events.map((event): HeardEvent => ({ event, sequence: at.sequence })),
  view: at,
});
