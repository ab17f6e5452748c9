// The slider of a raise, between the bounds the room says; and what a call would cost as things lie.
import type { Chips, HoldemOffer, Size, TableView } from "../../protocol.ts";
import type { Slide } from "../../table/amount.ts";
import { gameOf } from "./view.ts";

export type Raise = Extract<HoldemOffer, { kind: "bet" | "raise" }>;

function bounded(to: Chips, { least, most }: Pick<Size, "least" | "most">): Chips {
  return Math.min(Math.max(to, least), most);
}

/** The slider moves in steps from the least to the most; the last step may be shorter. */
export function steps(raise: Pick<Size, "least" | "most" | "step">): Slide {
  const count = Math.ceil((raise.most - raise.least) / raise.step);
  return {
    count,
    at: (index) => bounded(raise.least + index * raise.step, raise),
    nearest: (to) => (to >= raise.most ? count : Math.max(0, Math.round((to - raise.least) / raise.step))),
  };
}

/** What lies before others more than before the viewer, as far as their stack goes. The room's own price is what counts. */
export function priceNow(view: TableView): Chips {
  const seat = view.own?.seat;
  const players = gameOf(view)?.players ?? {};
  if (seat === undefined) return 0;
  const most = Math.max(0, ...Object.values(players).map(({ bet }) => bet ?? 0));
  return Math.min(most - (players[seat]?.bet ?? 0), view.seats[seat]?.stack ?? 0);
}

/** Where on the slider the amounts lie that are parts of the pot, from 0 to 1. */
export function marks(raise: Raise): number[] {
  const { least, most, presets } = raise;
  if (most <= least) return [];
  const inside = presets.filter(({ kind, to }) => kind !== "least" && kind !== "allIn" && to > least && to < most);
  return inside.map(({ to }) => (to - least) / (most - least));
}
