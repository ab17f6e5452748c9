// What the page knows of the room: a fold over the room's messages, without socket, clock or screen.
import type { Chips, Fault, HeardEvent, LobbyTable, TableInfo, TableView, ToClient, ToServer, You } from "../protocol.ts";

/** The table that is looked at. */
export type Seen = {
  table: string;
  info: TableInfo;
  view: TableView;
  /** What the last message told, to be animated; nothing after a snapshot. */
  events: HeardEvent[];
  /** The view before the last message. */
  before: TableView | null;
  /** When that message came, on the page's clock: `leftMs` counts from here. */
  heardAtMs: number;
};

export type RoomState = {
  /** Who the person is; `undefined` until the room has said. */
  you: You | null | undefined;
  tables: LobbyTable[] | null;
  /** The table the person wants to look at. */
  watching: string | null;
  seen: Seen | null;
  /** Something was missed and has been asked for. */
  catchingUp: boolean;
  fault: Fault | null;
};

export const nothingYet: RoomState = {
  you: undefined,
  tables: null,
  watching: null,
  seen: null,
  catchingUp: false,
  fault: null,
};

/** The state after a message, and what has to be said in return. */
export type Heard = { state: RoomState; send: ToServer[] };

/** Takes in one message of the room. */
export function hear(state: RoomState, message: ToClient, nowMs: number): Heard {
  switch (message.type) {
    case "welcome":
      return welcomed({ ...state, you: message.you, catchingUp: false, fault: null });
    case "lobby":
      return { state: { ...state, tables: message.tables }, send: [] };
    case "snapshot": {
      if (message.table !== state.watching) return { state, send: [] };
      const { table, info, view } = message;
      const seen: Seen = { table, info, view, events: [], before: null, heardAtMs: nowMs };
      return { state: seatedAs({ ...state, seen, catchingUp: false, fault: null }, table, view), send: [] };
    }
    case "update":
      return updated(state, message, nowMs);
    case "unwatched":
      return { state, send: [] };
    case "wallet":
      return { state: withWallet(state, message.chips), send: [] };
    case "error":
      return { state: { ...state, fault: message.fault }, send: [] };
    case "answer":
    case "pong":
      return { state, send: [] };
  }
}

/** Looks at a table, or at none; a table seen already is resumed, not fetched again. */
export function look(state: RoomState, table: string | null): Heard {
  if (table === state.watching) return { state, send: [] };
  const send: ToServer[] = [];
  if (state.watching !== null) send.push({ type: "unwatch", table: state.watching });
  const next = { ...state, watching: table, seen: null, catchingUp: false, fault: null };
  if (table !== null) send.push(watch(next, table));
  return { state: next, send };
}

function welcomed(state: RoomState): Heard {
  const send: ToServer[] = [{ type: "lobby" }];
  if (state.watching !== null) send.push(watch(state, state.watching));
  return { state, send };
}

function updated(state: RoomState, update: Extract<ToClient, { type: "update" }>, nowMs: number): Heard {
  if (update.table !== state.watching) return { state, send: [] };
  const { seen } = state;
  const have = seen?.view.sequence;
  if (seen && update.after === have) {
    const { view, events } = update;
    const next: Seen = { ...seen, view, events, before: seen.view, heardAtMs: nowMs };
    return { state: seatedAs({ ...state, seen: next, catchingUp: false, fault: null }, seen.table, view), send: [] };
  }
  // Told already, perhaps twice around a reconnection: nothing new.
  if (have !== undefined && update.view.sequence <= have) return { state, send: [] };
  if (state.catchingUp) return { state, send: [] };
  return { state: { ...state, catchingUp: true }, send: [watch(state, update.table)] };
}

function watch({ seen }: RoomState, table: string): ToServer {
  return { type: "watch", table, have: seen?.table === table ? seen.view.sequence : null };
}

function withWallet(state: RoomState, wallet: Chips): RoomState {
  return state.you ? { ...state, you: { ...state.you, wallet } } : state;
}

/** Remembers where the person sits, as far as the table he looks at tells. */
function seatedAs(state: RoomState, table: string, { you: seat }: TableView): RoomState {
  const { you } = state;
  if (!you || you.seatedAt.includes(table) === (seat !== null)) return state;
  const others = you.seatedAt.filter((name) => name !== table);
  return { ...state, you: { ...you, seatedAt: seat === null ? others : [...others, table] } };
}
