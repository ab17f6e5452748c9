// How fast what happened is shown. Streets that are dealt at once, because everybody is all-in, are seen one after
// the other all the same, and the end of the hand after them.
import type { Seen } from "./state.ts";

export const MOVE_MS = 200;
/** Between one card and the next when several are dealt. */
const DEAL_GAP_MS = 110;

/** Between two streets that came in one message. */
const STREET_GAP_MS = 900;

const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Does the person want nothing to move? */
export const isCalm = (): boolean => calm?.matches ?? false;

const street = (place: number): number => Math.max(0, place - 2);

/** So many cards of the board were there before the last message. */
export function cardsBefore({ view, before, events }: Seen): number {
  if (before?.hand === view.hand) return before.game.boards[0]?.length ?? 0;
  return events.length > 0 ? 0 : 5;
}

/** How long after the message the card at this place comes. */
export function cardAfterMs(place: number, known: number): number {
  if (place < known) return 0;
  return (place - known) * DEAL_GAP_MS + (street(place) - street(known)) * STREET_GAP_MS;
}

/** How long after the message the last card that decided the hand has been seen. */
export function decidedAfterMs(seen: Seen): number {
  const [known, dealt] = [cardsBefore(seen), seen.view.game.boards[0]?.length ?? 0];
  if (seen.view.running || dealt <= known || isCalm()) return 0;
  return cardAfterMs(dealt - 1, known) + MOVE_MS;
}
