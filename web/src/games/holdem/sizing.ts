// The slider of a raise, between the bounds the room says, and what somebody typed instead.
import type { Chips, HoldemOffer, Size } from "../../protocol.ts";
import { readChips } from "../../words/chips.ts";

export type Raise = Extract<HoldemOffer, { kind: "bet" | "raise" }>;

function bounded(to: Chips, { least, most }: Pick<Size, "least" | "most">): Chips {
  return Math.min(Math.max(to, least), most);
}

/** The slider moves in steps from the least to the most; the last step may be shorter. */
export type Steps = { count: number; at: (step: number) => Chips; nearest: (to: Chips) => number };

export function steps(raise: Pick<Size, "least" | "most" | "step">): Steps {
  const count = Math.ceil((raise.most - raise.least) / raise.step);
  return {
    count,
    at: (index) => bounded(raise.least + index * raise.step, raise),
    nearest: (to) => (to >= raise.most ? count : Math.max(0, Math.round((to - raise.least) / raise.step))),
  };
}

/** What was typed: an amount of the offer, or why it is none. Nothing is changed into something else. */
export type Typed = { to: Chips; wrong: null } | { to: null; wrong: "tooLittle" | "tooMuch" | "notAnAmount" };

export function typedAmount(text: string, scale: number, { least, most }: Pick<Size, "least" | "most">): Typed {
  const amount = readChips(text, scale);
  if (amount === null) return { to: null, wrong: "notAnAmount" };
  if (amount < least) return { to: null, wrong: "tooLittle" };
  if (amount > most) return { to: null, wrong: "tooMuch" };
  return { to: amount, wrong: null };
}
