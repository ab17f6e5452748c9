// How half of a ring turns out of sight, so that the ring gets shorter by the same length in the same time.

/** So often the ring gets shorter: more would be seen by nobody, and drawn by every phone. */
const EVERY_MS = 125;
/** The ring is news, not decoration: for calm eyes it takes so many steps. */
const CALM_STEPS = 10;

/** After which part of its time a half has turned how far. */
export type Turn = { at: number; degrees: number };

/** From the top of a plate to its bottom over the middle of one side: the corners are farther away than the edges. */
export function turnsOf(width: number, height: number): Turn[] {
  const corner = (Math.atan2(width, height) * 180) / Math.PI;
  const along = width / 2 / (width + height || 1);
  return [
    { at: 0, degrees: 0 },
    { at: along, degrees: corner },
    { at: 1 - along, degrees: 180 - corner },
    { at: 1, degrees: 180 },
  ];
}

/** A half of so long, for the browser. */
export function halfFrames(turns: readonly Turn[], halfMs: number): { offset: number; rotate: string; easing: string }[] {
  return turns.map(({ at, degrees }, index) => {
    const steps = Math.max(1, Math.round((((turns[index + 1]?.at ?? 1) - at) * halfMs) / EVERY_MS));
    return { offset: at, rotate: `${degrees}deg`, easing: `steps(${steps})` };
  });
}

/** A browser's timer may be early by so much: then it is as good as in time. */
const EARLY_MS = 20;

/** Which half empties now and how far it has turned for calm eyes, and when it turns on. */
export function calmTurn(
  turns: readonly Turn[],
  leftMs: number,
  ofMs: number,
): { second: boolean; degrees: number; nextMs: number } {
  const over = (ofMs - leftMs + EARLY_MS) / ofMs;
  const step = Math.min(CALM_STEPS - 1, Math.floor(over * CALM_STEPS));
  const second = step * 2 >= CALM_STEPS;
  const nextMs = Math.max(1, leftMs - ofMs * (1 - (step + 1) / CALM_STEPS));
  const at = (step * 2) / CALM_STEPS - (second ? 1 : 0);
  const next = turns.findIndex((turn) => turn.at > at);
  const [from, to] = [turns[next - 1], turns[next]];
  if (!from || !to) return { second, degrees: 0, nextMs };
  return { second, degrees: from.degrees + ((to.degrees - from.degrees) * (at - from.at)) / (to.at - from.at), nextMs };
}
