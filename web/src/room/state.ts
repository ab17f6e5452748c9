// What the page knows of the room: a fold over the room's messages, without socket, timer or screen. What a table's
// messages tell is played step by step: the view is the one after the last step that was shown.
import type { Chips, Fault, LobbyTable, Step, TableInfo, TableView, ToClient, ToServer, You } from "../protocol.ts";
import { type RoomClock, setClock } from "./pace.ts";
import { apply } from "./patch.ts";

/** The table that is looked at. */
export type Seen = {
  table: string;
  info: TableInfo;
  /** The number of the last move that was heard of; what is shown may be behind. */
  sequence: number;
  /** The table as it is shown. */
  view: TableView;
};

export type RoomState = {
  /** Who the person is; `undefined` until the room has said. */
  you: You | null | undefined;
  tables: LobbyTable[] | null;
  /** The table the person wants to look at. */
  watching: string | null;
  seen: Seen | null;
  /** What time it is in the room. */
  clock: RoomClock;
  /** Something was missed and has been asked for. */
  catchingUp: boolean;
  fault: Fault | null;
};

export const nothingYet: RoomState = {
  you: undefined,
  tables: null,
  watching: null,
  seen: null,
  clock: { startedMs: 0, pace: 1 },
  catchingUp: false,
  fault: null,
};

/** The state after a message, what has to be said in return, and what is to be shown step by step. */
export type Heard = { state: RoomState; send: ToServer[]; steps: Step[] };

const just = (state: RoomState, send: ToServer[] = []): Heard => ({ state, send, steps: [] });

/** Takes in one message of the room; one that this page does not know changes nothing. */
export function hear(state: RoomState, message: ToClient, nowMs: number): Heard {
  switch (message.type) {
    case "welcome": {
      const clock = setClock(null, message.now, nowMs, message.pace);
      return welcomed({ ...state, clock, you: message.you ?? null, catchingUp: false, fault: null });
    }
    case "lobby":
      return just({ ...state, tables: message.tables });
    case "snapshot": {
      if (message.table !== state.watching) return just(state);
      const { table, info, sequence, view } = message;
      const clock = setClock(state.clock, message.now, nowMs, state.clock.pace);
      const seen: Seen = { table, info, sequence, view };
      return just(seatedAs({ ...state, clock, seen, catchingUp: false, fault: null }, table, view));
    }
    case "update":
      return updated(state, message, nowMs);
    case "wallet":
      return just(withWallet(state, message.chips));
    case "error":
      return just({ ...state, fault: message.fault });
    default:
      return just(state);
  }
}

/** The state with this step shown. */
export function shown(state: RoomState, step: Step): RoomState {
  const { seen } = state;
  if (!seen) return state;
  const view = step.view ?? apply(seen.view, step.patch ?? {});
  return view === seen.view ? state : seatedAs({ ...state, seen: { ...seen, view } }, seen.table, view);
}

/** Looks at a table, or at none; a table seen already is resumed, not fetched again. */
export function look(state: RoomState, table: string | null): Heard {
  if (table === state.watching) return just(state);
  const send: ToServer[] = [];
  if (state.watching !== null) send.push({ type: "unwatch", table: state.watching });
  const next = { ...state, watching: table, seen: null, catchingUp: false, fault: null };
  if (table !== null) send.push(watch(next, table));
  return just(next, send);
}

function welcomed(state: RoomState): Heard {
  const send: ToServer[] = [{ type: "lobby" }];
  if (state.watching !== null) send.push(watch(state, state.watching));
  return just(state, send);
}

function updated(state: RoomState, update: Extract<ToClient, { type: "update" }>, nowMs: number): Heard {
  if (update.table !== state.watching) return just(state);
  const { seen } = state;
  const { steps } = update;
  const end = steps.at(-1)?.sequence ?? update.after;
  if (seen && update.after === seen.sequence) {
    const clock = setClock(state.clock, update.now, nowMs, state.clock.pace);
    const next: Seen = { ...seen, sequence: end, info: update.info ?? seen.info };
    return { state: { ...state, clock, seen: next, catchingUp: false, fault: null }, send: [], steps };
  }
  // Told already, perhaps twice around a reconnection: nothing new.
  if (seen && end <= seen.sequence) return just(state);
  if (state.catchingUp) return just(state);
  return just({ ...state, catchingUp: true }, [watch(state, update.table)]);
}

function watch({ seen }: RoomState, table: string): ToServer {
  return seen?.table === table ? { type: "watch", table, have: seen.sequence } : { type: "watch", table };
}

function withWallet(state: RoomState, wallet: Chips): RoomState {
  return state.you ? { ...state, you: { ...state.you, wallet } } : state;
}

/** Remembers where the person sits, as far as the table they look at tells. */
function seatedAs(state: RoomState, table: string, { own }: TableView): RoomState {
  const { you } = state;
  const sits = own?.seat !== undefined;
  if (!you || you.seatedAt.includes(table) === sits) return state;
  const others = you.seatedAt.filter((name) => name !== table);
  return { ...state, you: { ...you, seatedAt: sits ? [...others, table] : others } };
}
