// After a hand a stack is filled up to what its owner brought, when they want that. The room says what may be added.
import type { Chips, TableView } from "../protocol.ts";
import { readKept, writeKept } from "../session/memory.ts";

const KEY = "brought";
/** So many tables are remembered. */
const TABLES = 20;

const kept = (): [string, Chips][] =>
  readKept(KEY, (said) => (Array.isArray(said) ? said.filter((pair) => Array.isArray(pair) && typeof pair[1] === "number") : []));

/** What was brought to a table; nothing when that is not known. */
export const broughtTo = (table: string): Chips | null => kept().find(([one]) => one === table)?.[1] ?? null;

export function keepBrought(table: string, chips: Chips): void {
  writeKept(KEY, [...kept().filter(([one]) => one !== table), [table, chips]].slice(-TABLES));
}

/** How much to add now; nothing while a hand is played, when nothing is missing, or when the room or the wallet has none. */
export function topUpOf({ running, own, seats }: TableView, brought: Chips | null, wallet: Chips): Chips | null {
  const seat = own?.seat === undefined ? undefined : seats[own.seat];
  const offer = own?.chair?.addChips?.chips;
  if (running || !seat || !offer || brought === null || seat.topUp !== undefined || seat.state === "leaving") return null;
  const amount = Math.min(brought - seat.stack, offer.most, wallet);
  return amount > 0 && amount >= offer.least ? amount : null;
}
