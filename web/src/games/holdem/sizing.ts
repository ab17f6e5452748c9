// The slider of a raise, between the bounds the room says.
import type { Chips, HoldemOffer, Size } from "../../protocol.ts";
import type { Slide } from "../../table/amount.ts";

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
