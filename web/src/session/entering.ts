// The way from the first click to a seat: which table, which seat, with how much. What it takes, the room says.
import { isKnown } from "../games/registry.ts";
import type { Chips, LobbyTable, Seat, TableView, Take, You } from "../protocol.ts";

/** The table to go to; `null` when the room has none, `undefined` until it has told. */
export function tableToPlay(you: You, tables: LobbyTable[] | null): string | null | undefined {
  const [mine] = you.seatedAt;
  if (mine !== undefined) return mine;
  if (tables === null) return undefined;
  // Where others play, but not the last seat of a full table if it can be helped; else the first.
  const open = tables.filter(({ seated, info }) => seated < info.seats && isKnown(info.game));
  const liveliest = open.reduce<LobbyTable | undefined>(
    (best, table) => (best && best.seated >= table.seated ? best : table),
    undefined,
  );
  return (liveliest ?? tables.find(({ info }) => isKnown(info.game)))?.table ?? null;
}

/** What sitting down takes of the viewer; nothing when no seat can be taken. */
export const takeOf = (view: TableView): Take | undefined => view.own?.take ?? view.take;

/** The first free seat with what most bring, as far as the wallet goes; `null` when there is none or the wallet has too little. */
export function firstSeat(view: TableView, wallet: Chips): { seat: Seat; buyIn: Chips } | null {
  const take = takeOf(view);
  const seat = take?.seats[0];
  if (!take || seat === undefined || wallet < take.chips.least) return null;
  return { seat, buyIn: Math.min(take.chips.usual, wallet) };
}
