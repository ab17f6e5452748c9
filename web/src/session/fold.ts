// What the page knows of the room besides its tables: a fold over the room's messages.
import { noClock, type RoomClock, setClock } from "../net/clock.ts";
import type { Chips, Fault, LobbyTable, LobbyTournament, TableBounds, ToClient, You } from "../protocol.ts";

export type RoomState = {
  /** Who the person is; `undefined` until the room has said. */
  you: You | null | undefined;
  tables: LobbyTable[] | null;
  tournaments: LobbyTournament[];
  /** What tables people may open. */
  bounds: TableBounds | null;
  /** What time it is in the room. */
  clock: RoomClock;
  fault: Fault | null;
  /** What links for others begin with, when it is not the page's own address. */
  site: string | null;
};

export const nothingYet: RoomState = {
  you: undefined,
  tables: null,
  tournaments: [],
  bounds: null,
  clock: noClock,
  fault: null,
  site: null,
};

/** Takes in one message of the room; one that this page does not know changes nothing. */
export function heardInRoom(state: RoomState, message: ToClient, nowMs: number): RoomState {
  switch (message.type) {
    case "welcome": {
      const clock = setClock(null, message.now, nowMs, message.pace);
      return { ...state, clock, you: message.you ?? null, fault: null, site: message.site ?? null };
    }
    case "lobby":
      return {
        ...refillable(state, message.refill),
        tables: message.tables,
        tournaments: message.tournaments ?? [],
        bounds: message.bounds ?? null,
      };
    case "lobbyUpdate":
      return {
        ...state,
        tables: changedTables(state.tables ?? [], message),
        tournaments: message.tournaments ?? state.tournaments,
      };
    case "snapshot":
    case "update":
    case "tournament":
    case "tournamentUpdate":
    case "evening":
      return heardAt(state, message.now, nowMs);
    case "wallet":
      return state.you ? refillable({ ...state, you: { ...state.you, wallet: message.chips } }, undefined) : state;
    case "error":
      return { ...state, fault: message.fault };
    default:
      return state;
  }
}

/** The list after an update: what is there keeps its place, what is new comes last. */
function changedTables(
  tables: LobbyTable[],
  { tables: changed = [], gone = [], lives = [] }: Extract<ToClient, { type: "lobbyUpdate" }>,
): LobbyTable[] {
  const next = new Map(tables.map((table) => [table.table, table]));
  for (const table of changed) next.set(table.table, table);
  for (const name of gone) next.delete(name);
  for (const { table, life } of lives) {
    const { life: _, ...rest } = next.get(table) ?? {};
    if ("table" in rest) next.set(table, life ? { ...rest, life } : rest);
  }
  return [...next.values()];
}

/** Remembers what the wallet could be filled up to, if at all. */
function refillable(state: RoomState, refill: Chips | undefined): RoomState {
  if (!state.you || state.you.refill === refill) return state;
  const { refill: _, ...you } = state.you;
  return { ...state, you: refill === undefined ? you : { ...you, refill } };
}

/** A link that others can open; `here` would lead them to their own machine when it is the room's. */
export function linkFor({ site }: RoomState, here: string, path: string): string {
  return (site ?? here) + path;
}

/** Remembers where the person sits, as far as a table tells. */
export function seatedAs(state: RoomState, table: string, sits: boolean): RoomState {
  const { you } = state;
  if (!you || you.seatedAt.includes(table) === sits) return state;
  const others = you.seatedAt.filter((name) => name !== table);
  return { ...state, you: { ...you, seatedAt: sits ? [...others, table] : others } };
}

/** Most messages say nothing new about the time: then nothing that looks at the room's state has to look again. */
function heardAt(state: RoomState, now: number, nowMs: number): RoomState {
  const clock = setClock(state.clock, now, nowMs, state.clock.pace);
  return clock === state.clock && state.fault === null ? state : { ...state, clock, fault: null };
}
