// How long each thing of a hand is looked at before the next.
import type { Step } from "../../protocol.ts";

/** Between two cards on their way to two players. */
const DEAL_MS = 70;
const ACTION_MS = 350;
const COLLECT_MS = 350;
const STREET_MS = 500;
/** A street that nobody can bet on any more, and the card that decides. */
const SUSPENSE_MS = 1_100;
/** The same on the second of two boards: both together are seen before the room deals again. */
const SECOND_MS = 600;
const SHOW_MS = 700;
/** A pot that was paid before the next one is. */
const POT_MS = 1_400;
/** Who won is read before the next hand comes, also by whoever is behind. */
const RESULT_MS = 1_500;
/** Between one card of the flop and the next. */
export const FLOP_GAP_MS = 110;

const has = (step: Step, ...kinds: string[]): boolean =>
  (step.events ?? []).some((event) => kinds.includes(event.kind === "holdem" ? event.what : event.kind));

const onSecond = (step: Step): boolean =>
  (step.events ?? []).some((event) => event.kind === "holdem" && event.what === "dealtBoard" && event.board > 0);

export function holdMs(step: Step, next: Step): number {
  if (has(next, "handStarted")) return RESULT_MS;
  if (has(step, "dealtHole")) return has(next, "dealtHole") ? DEAL_MS : ACTION_MS;
  if (has(step, "dealtBoard"))
    return !has(next, "dealtBoard", "won", "shown") ? STREET_MS : onSecond(step) ? SECOND_MS : SUSPENSE_MS;
  if (has(step, "won")) return has(next, "won") ? POT_MS : 0;
  if (has(step, "shown", "mucked", "runTwiceSettled")) return SHOW_MS;
  if (has(step, "collected", "returned")) return COLLECT_MS;
  if (has(step, "folded", "checked", "called", "bet", "raised", "posted", "runTwiceAnswered")) return ACTION_MS;
  return 0;
}
