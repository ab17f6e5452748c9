// What was just done at a seat, as a word to hang there for a moment. The room says what it was.
import type { Chips, Seat, TableEvent } from "../protocol.ts";

export type SayingKind =
  | "fold"
  | "check"
  | "call"
  | "bet"
  | "raise"
  | "allIn"
  | "smallBlind"
  | "bigBlind"
  | "ante"
  | "post"
  | "dead"
  | "muck"
  | "timedOut";

export type Saying = { seat: Seat; kind: SayingKind; amount: Chips | null };

/** What is said of one event: mostly nothing, at the start of a hand several things. */
function saying(event: TableEvent): Saying[] {
  if (event.kind === "timedOut") return [{ seat: event.seat, kind: "timedOut", amount: null }];
  if (event.kind !== "holdem") return [];
  switch (event.what) {
    case "posted":
      return event.posts.map(({ seat, kind, amount }) => ({ seat, kind, amount }));
    case "folded":
      return [{ seat: event.seat, kind: "fold", amount: null }];
    case "checked":
      return [{ seat: event.seat, kind: "check", amount: null }];
    case "called":
      return [{ seat: event.seat, kind: event.allIn ? "allIn" : "call", amount: event.amount }];
    case "bet":
      return [{ seat: event.seat, kind: event.allIn ? "allIn" : "bet", amount: event.to }];
    case "raised":
      return [{ seat: event.seat, kind: event.allIn ? "allIn" : "raise", amount: event.to }];
    case "mucked":
      return [{ seat: event.seat, kind: "muck", amount: null }];
    default:
      return [];
  }
}

/** The last thing each seat did in these events. */
export function sayings(events: readonly TableEvent[]): Saying[] {
  const last = new Map<Seat, Saying>();
  for (const said of events.flatMap(saying)) last.set(said.seat, said);
  return [...last.values()];
}
