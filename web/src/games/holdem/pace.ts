// How long each thing of a hand is looked at before the next.
import type { Step, TableEvent } from "../../protocol.ts";

/** Between two cards on their way to two players. */
const DEAL_MS = 70;
const ACTION_MS = 350;
const COLLECT_MS = 350;
const STREET_MS = 500;
/** A street that nobody can bet on any more, and the card that decides. */
const SUSPENSE_MS = 1_100;
const SHOW_MS = 700;
/** A pot that was paid before the next one is. */
const POT_MS = 1_400;
/** Between one card of the flop and the next. */
export const FLOP_GAP_MS = 110;

const has = (step: Step, ...kinds: string[]): boolean =>
  (step.events ?? []).some((event) => kinds.includes(event.kind === "holdem" ? event.what : event.kind));

export function holdMs(step: Step, next: Step): number {
  if (has(step, "dealtHole")) return has(next, "dealtHole") ? DEAL_MS : ACTION_MS;
  if (has(step, "dealtBoard")) return has(next, "dealtBoard", "won", "shown") ? SUSPENSE_MS : STREET_MS;
  if (has(step, "won")) return has(next, "won") ? POT_MS : 0;
  if (has(step, "shown", "mucked")) return SHOW_MS;
  if (has(step, "collected", "returned")) return COLLECT_MS;
  if (has(step, "folded", "checked", "called", "bet", "raised", "posted")) return ACTION_MS;
  return 0;
}

type Won = Extract<TableEvent, { kind: "holdem"; what: "won" }>;
const isWon = (event: TableEvent): event is Won => event.kind === "holdem" && event.what === "won";

/** Several pots are paid one by one: a step for each, the last with all that follows. */
export function beats(step: Step): Step[] {
  const events = step.events ?? [];
  const pots = [...new Set(events.filter(isWon).map(({ pot }) => pot))];
  if (step.view || pots.length < 2) return [step];
  const paid: Record<string, { won: number }> = {};
  const lies = (from: number) =>
    pots.slice(from).map((pot) => ({
      amount: events.filter(isWon).reduce((sum, won) => (won.pot === pot ? sum + won.amount : sum), 0),
      eligible: [],
    }));
  const first = pots.slice(0, -1).map((pot, index): Step => {
    const wins = events.filter(isWon).filter((won) => won.pot === pot);
    for (const { seat, amount } of wins) paid[seat] = { won: (paid[seat]?.won ?? 0) + amount };
    return { sequence: step.sequence, events: wins, patch: { game: { players: { ...paid }, pots: lies(index + 1) } } };
  });
  const rest = events.filter((event) => !isWon(event) || event.pot === pots.at(-1));
  return [...first, { ...step, events: rest }];
}
