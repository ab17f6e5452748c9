// The slider of a raise, between the bounds the room says, and what it costs.
import type { Chips, SekaOffer, SekaPrice } from "../../protocol.ts";

export type Raise = Extract<SekaOffer, { kind: "raise" }>;
type Bounds = Pick<Raise, "least" | "most" | "step">;

/** What raising to this costs, and what bet and pot grow by: as the offer says. */
export function priceOf(raise: Pick<Raise, "bet" | "half">, to: Chips): SekaPrice {
  const counts = to - raise.bet;
  return { counts, pay: raise.half ? Math.ceil(counts / 2) : counts };
}

/** The sums of the slider: round ones, and the two ends. */
export function sums({ least, most, step }: Bounds): Chips[] {
  const first = Math.ceil(least / step) * step;
  const round = Array.from({ length: Math.max(0, Math.floor((most - first) / step) + 1) }, (_, nth) => first + nth * step);
  return round.at(-1) === most ? round : [...round, most];
}

/** The nearest sum of the slider, by its place. */
export function nearest(all: readonly Chips[], to: Chips): number {
  let best = 0;
  all.forEach((sum, at) => {
    if (Math.abs(sum - to) < Math.abs((all[best] ?? 0) - to)) best = at;
  });
  return best;
}
