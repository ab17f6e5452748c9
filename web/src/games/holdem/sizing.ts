// The slider of a raise, between the bounds the room says; and what a call would cost as things lie.
import type { Chips, HoldemOffer, Size, TableView } from "../../protocol.ts";
import type { Slide } from "../../table/amount.ts";
import { gameOf } from "./view.ts";

export type Raise = Extract<HoldemOffer, { kind: "bet" | "raise" }>;

function bounded(to: Chips, { least, most }: Pick<Size, "least" | "most">): Chips {
  return Math.min(Math.max(to, least), most);
}

/** From so many times the least on a slider with even steps has everything that is ever bet under its first thumb's width. */
const DEEP = 3;
/** There each place is so many times the one before; and there are so many places at least. */
const GROWTH = 1.07;
const PLACES = 24;

type Range = Pick<Size, "least" | "most" | "step"> & { presets?: Size["presets"] };

/**
 * The slider moves in steps from the least to the most; the last step may be shorter. Of a deep stack each place is so many times
 * the one before, and the room's own amounts are among them.
 */
export function steps(raise: Range): Slide {
  const { least, most, step } = raise;
  const even = Math.ceil((most - least) / step);
  const at = (index: number) => bounded(least + index * step, raise);
  const next = (to: Chips, by: -1 | 1) => {
    const steps = (to - least) / step;
    return at(by > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1);
  };
  const nearestStep = (to: Chips) => (to >= most ? even : Math.max(0, Math.round((to - least) / step)));
  if (most <= least * DEEP || even <= PLACES) return { count: even, at, nearest: nearestStep, next };
  const places = Math.ceil(Math.log(most / least) / Math.log(GROWTH));
  const grown = Array.from({ length: places + 1 }, (_, place) => at(nearestStep(least * (most / least) ** (place / places))));
  const quick = (raise.presets ?? []).map(({ to }) => bounded(to, raise));
  const all = [...new Set([...grown, ...quick, most])].sort((a, b) => a - b);
  const nearest = (to: Chips) =>
    all.reduce((best, one, place) => (Math.abs(one - to) < Math.abs((all[best] ?? 0) - to) ? place : best), 0);
  return { count: all.length - 1, at: (place) => all[place] ?? most, nearest, next };
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
  const slide = steps(raise);
  const inside = presets.filter(({ kind, to }) => kind !== "least" && kind !== "allIn" && to > least && to < most);
  return [...new Set(inside.map(({ to }) => slide.nearest(to) / slide.count))];
}
