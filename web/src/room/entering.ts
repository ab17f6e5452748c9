// The way from the first click to a seat: which table, which seat, with how much.
import type { Chips, LobbyTable, Seat, You } from "../protocol.ts";
import type { Seen } from "./state.ts";

/** The table to go to; `null` when the room has none, `undefined` until it has told. */
export function tableToPlay(you: You, tables: LobbyTable[] | null): string | null | undefined {
  const [mine] = you.seatedAt;
  if (mine !== undefined) return mine;
  if (tables === null) return undefined;
  // Where others play, but not the last seat of a full table if it can be helped; else the first.
  const open = tables.filter(({ seated, info }) => seated < info.seats);
  const liveliest = open.reduce<LobbyTable | undefined>(
    (best, table) => (best && best.seated >= table.seated ? best : table),
    undefined,
  );
  return (liveliest ?? tables[0])?.table ?? null;
}

/** A free seat, the lowest first; `null` when the table is full. */
export function freeSeat({ info, view }: Pick<Seen, "info" | "view">): Seat | null {
  const taken = new Set(view.seats.map(({ seat }) => seat));
  for (let seat = 1; seat <= info.seats; seat += 1) if (!taken.has(seat)) return seat;
  return null;
}

/** What the viewer may sit down with: whoever left lately brings at least what he left with. */
export function buyInBounds({ info, view }: Pick<Seen, "info" | "view">): { least: Chips; most: Chips } {
  const brings = view.brings ?? 0;
  return { least: Math.max(info.leastBuyIn, brings), most: Math.max(info.mostBuyIn, brings) };
}

/** A hundred big blinds, within the table's bounds and the wallet; `null` when the wallet has too little. */
export function defaultBuyIn(seen: Pick<Seen, "info" | "view">, wallet: Chips): Chips | null {
  const { least, most } = buyInBounds(seen);
  if (wallet < least) return null;
  return Math.min(Math.max(100 * seen.info.game.bigBlind, least), most, wallet);
}
