// What was just done at a seat, as a word to hang there for a moment.
import type { Chips, HeardEvent, HoldemView, Seat } from "../protocol.ts";

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

export type Saying = { seat: Seat; kind: SayingKind; amount: Chips | null; sequence: number };

/** The last thing each seat did in these events. */
export function sayings(events: readonly HeardEvent[], before: HoldemView | null, after: HoldemView): Saying[] {
  const last = new Map<Seat, Saying>();
  let opened = before?.players.some((player) => player.bet > 0) ?? false;
  const allIn = (seat: Seat) => after.players.some((player) => player.seat === seat && player.allIn);
  for (const { event, sequence } of events) {
    const say = (seat: Seat, kind: SayingKind, amount: Chips | null = null) =>
      last.set(seat, { seat, kind, amount, sequence });
    if (event.kind === "timedOut") say(event.seat, "timedOut");
    if (event.kind === "handStarted") opened = false;
    if (event.kind !== "holdem") continue;
    const done = event.event;
    switch (done.kind) {
      case "posted":
        opened = true;
        for (const post of done.posts) say(post.seat, post.kind, post.amount);
        break;
      case "folded":
        say(done.seat, "fold");
        break;
      case "checked":
        say(done.seat, "check");
        break;
      case "called":
        say(done.seat, allIn(done.seat) ? "allIn" : "call", done.amount);
        break;
      case "raisedTo":
        say(done.seat, allIn(done.seat) ? "allIn" : opened ? "raise" : "bet", done.to);
        opened = true;
        break;
      case "collected":
        opened = false;
        break;
      case "mucked":
        say(done.seat, "muck");
        break;
    }
  }
  return [...last.values()];
}
