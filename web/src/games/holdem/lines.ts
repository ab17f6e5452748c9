// What is told of a hand of Hold'em.
import type { Card, Chips, Made, PostKind } from "../../protocol.ts";
import type { Who } from "../../speak/lines.ts";

export type HoldemLine =
  | ({ kind: "posted"; post: PostKind; amount: Chips } & Who)
  | { kind: "yourCards"; cards: Card[] }
  /** `street`: 1 flop, 2 turn, 3 river; `board`: which, from 2 on when it is dealt again. */
  | { kind: "street"; street: number; cards: Card[]; board?: number }
  /** Those still in are asked whether the rest of the board is dealt twice; somebody answers; so often it is dealt. */
  | { kind: "runTwiceAsked" }
  | ({ kind: "runTwiceAnswered"; agree: boolean } & Who)
  | { kind: "runTwiceSettled"; boards: number }
  | { kind: "runTwiceYou" }
  | ({ kind: "folded" | "checked" | "mucked" } & Who)
  | ({ kind: "called"; amount: Chips; allIn: boolean } & Who)
  | ({ kind: "bet" | "raised"; to: Chips; allIn: boolean } & Who)
  | ({ kind: "returned"; amount: Chips } & Who)
  | { kind: "pot"; amount: Chips }
  | ({ kind: "shown"; cards: Card[]; made: Made | null } & Who)
  /** `pot`: 0 is the main one; `several`: there was more than one; `board`: on which of several boards, from 1. */
  | ({
      kind: "won";
      amount: Chips;
      pot: number;
      several: boolean;
      made: Made | null;
      kicker: string | null;
      board?: number;
    } & Who)
  /** `shows`: there is nothing to pay, only to show one's cards or to muck them. */
  | { kind: "yourTurn"; price: Chips | null; free: boolean; shows: boolean };

/** What a seat did, as one word with its price. */
export type Deed = "fold" | "check" | "call" | "bet" | "raise" | "allIn" | "muck" | PostKind;
