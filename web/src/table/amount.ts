// What somebody typed where an amount of an offer is asked for.
import type { Chips } from "../protocol.ts";
import { readChips } from "../words/chips.ts";
import type { Money, Words } from "../words/words.ts";

/** What an offer lets one choose from. */
export type Bounds = { least: Chips; most: Chips };

/** The places of a slider, the first for the least and the last for the most. */
export type Slide = {
  count: number;
  at: (place: number) => Chips;
  nearest: (to: Chips) => number;
  /** One step more or less than an amount, where that is not the next place. */
  next?: (to: Chips, by: -1 | 1) => Chips;
};

/** What was typed: an amount of the offer, or why it is none. Nothing is changed into something else. */
export type Typed = { to: Chips; wrong: null } | { to: null; wrong: "tooLittle" | "tooMuch" | "notAnAmount" };

export function typedAmount(text: string, scale: number, { least, most }: Bounds): Typed {
  const amount = readChips(text, scale);
  if (amount === null) return { to: null, wrong: "notAnAmount" };
  if (amount < least) return { to: null, wrong: "tooLittle" };
  if (amount > most) return { to: null, wrong: "tooMuch" };
  return { to: amount, wrong: null };
}

/** Why it is none, in words. */
export function wrongAmount(
  wrong: NonNullable<Typed["wrong"]>,
  { amount }: Words,
  money: Money,
  { least, most }: Bounds,
): string {
  switch (wrong) {
    case "tooLittle":
      return amount.tooLittle(money(least));
    case "tooMuch":
      return amount.tooMuch(money(most));
    case "notAnAmount":
      return amount.notAnAmount;
  }
}
