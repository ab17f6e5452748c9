// Messages of a room for tests, with everything a view needs.
import type { SeatView, Step, TableInfo, TableView, Take, ToClient, You } from "../protocol.ts";

export const info: TableInfo = {
  game: { game: "holdem", variant: "NT", holeCards: 2, smallBlind: 10, bigBlind: 20 },
  leastBuyIn: 800,
  mostBuyIn: 4000,
  name: "Green",
  scale: 0,
  seats: 6,
  turnMs: 20_000,
};

export const anna: You = { id: 1, name: "Anna", seatedAt: [], wallet: 10_000 };

export const take: Take = { seats: [1, 2, 3, 4, 5, 6], chips: { least: 800, most: 4000, usual: 2000, step: 20 } };

export const sits = (player: number, change: Partial<SeatView> = {}): SeatView => ({
  player,
  name: "x",
  kind: "person",
  stack: 1,
  state: "playing",
  connected: true,
  ...change,
});

export function view(change: Partial<TableView> = {}): TableView {
  return {
    clocks: {},
    game: { game: "holdem", boards: [[]], order: [], players: {}, pots: [], street: 0, total: 0 },
    hand: 0,
    running: false,
    seats: {},
    ...change,
  };
}

export const welcome = (you: You | null): Extract<ToClient, { type: "welcome" }> => ({
  type: "welcome",
  protocol: 3,
  now: 1_000_000,
  pace: 1,
  ...(you ? { you } : {}),
});

export const snapshot = (table: string, sequence: number, at: TableView = view()): Extract<ToClient, { type: "snapshot" }> => ({
  type: "snapshot",
  table,
  sequence,
  now: 1_000_000,
  info,
  view: at,
});

export const update = (table: string, after: number, ...steps: Step[]): Extract<ToClient, { type: "update" }> => ({
  type: "update",
  table,
  after,
  now: 1_000_000,
  steps,
});
