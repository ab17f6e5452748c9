// How much to raise, between the bounds of the offer. Convenience, not rules: the room decides.
import type { Chips, HoldemOffer, HoldemView, Seat } from "../protocol.ts";

export type Raise = Extract<HoldemOffer, { kind: "raiseTo" }>;
export type Preset = { kind: "least" | "halfPot" | "wholePot" | "most"; to: Chips };

export function bounded(to: Chips, { least, most }: Raise): Chips {
  return Math.min(Math.max(to, least), most);
}

/** The totals behind the quick buttons: each within the offer, none twice, the largest last. */
export function presets(raise: Raise, view: HoldemView, you: Seat | null): Preset[] {
  const own = view.players.find(({ seat }) => seat === you)?.bet ?? 0;
  const price = view.offers.find((offer) => offer.kind === "call")?.price ?? 0;
  // A raise by the pot: first call, then bet what lies in the middle.
  const by = (halves: number) => bounded(own + price + Math.floor(((view.total + price) * halves) / 2), raise);
  const all: Preset[] = [
    { kind: "least", to: raise.least },
    { kind: "halfPot", to: by(1) },
    { kind: "wholePot", to: by(2) },
    { kind: "most", to: raise.most },
  ];
  return all.filter(({ kind, to }) => {
    if (kind === "most") return true;
    if (kind === "least") return to < raise.most;
    return to > raise.least && to < raise.most;
  });
}

/** The slider moves in steps from the least to the most; the last step may be shorter. */
export type Steps = { count: number; at: (step: number) => Chips; nearest: (to: Chips) => number };

export function steps(raise: Raise, step: Chips): Steps {
  const count = Math.ceil((raise.most - raise.least) / step);
  return {
    count,
    at: (index) => bounded(raise.least + index * step, raise),
    nearest: (to) => (to >= raise.most ? count : Math.max(0, Math.round((to - raise.least) / step))),
  };
}
