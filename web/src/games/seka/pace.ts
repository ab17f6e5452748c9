// How long each thing of a deal is looked at before the next.
import type { Step } from "../../protocol.ts";

const DEAL_MS = 900;
const ACTION_MS = 450;
const REVEAL_MS = 1_100;
/** A hand that is shown, before what it decides. */
const SHOW_MS = 1_500;
const VOTE_MS = 700;

const has = (step: Step, ...kinds: string[]): boolean =>
  (step.events ?? []).some((event) => event.kind === "seka" && kinds.includes(event.what));

export function holdMs(step: Step): number {
  if (has(step, "dealt")) return DEAL_MS;
  if (has(step, "revealed")) return REVEAL_MS;
  if (has(step, "shown")) return SHOW_MS;
  if (has(step, "voteClosed", "svara")) return VOTE_MS;
  if (has(step, "checked", "called", "raised", "dark", "folded", "sentOff", "voted", "entered")) return ACTION_MS;
  return 0;
}
