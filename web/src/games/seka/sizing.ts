// The slider of a raise, between the bounds the room says, what somebody typed instead, and what it costs.
import type { Chips, SekaOffer, SekaPrice } from "../../protocol.ts";
import { readChips } from "../../words/chips.ts";

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

/** What was typed: an amount of the offer, or why it is none. Nothing is changed into something else. */
export type Typed = { to: Chips; wrong: null } | { to: null; wrong: "tooLittle" | "tooMuch" | "notAnAmount" };

export function typedAmount(text: string, scale: number, { least, most }: Pick<Bounds, "least" | "most">): Typed {
  const amount = readChips(text, scale);
  if (amount === null) return { to: null, wrong: "notAnAmount" };
  if (amount < least) return { to: null, wrong: "tooLittle" };
  if (amount > most) return { to: null, wrong: "tooMuch" };
  return { to: amount, wrong: null };
}
