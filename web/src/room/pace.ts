// How fast things move, and what time it is in the room.

export const MOVE_MS = 200;
/** Between one card of the flop and the next. */
export const FLOP_GAP_MS = 110;

const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Does the person want nothing to move? */
export const isCalm = (): boolean => calm?.matches ?? false;

/** The room's clock beside the page's. */
export type RoomClock = {
  /** The page's time when the room's was nought. */
  startedMs: number;
  /** How many milliseconds of the room pass in one. */
  pace: number;
};

/** The room's jumped: it was down, and went on from the last thing it knew. */
const JUMP_MS = 1_000;

/** Sets the page's idea of the room's clock. A message may be late but never early: the earliest one counts. */
export function setClock(clock: RoomClock | null, nowRoomMs: number, heardAtMs: number, pace: number): RoomClock {
  const startedMs = heardAtMs - nowRoomMs / pace;
  const late = clock !== null && clock.pace === pace ? startedMs - clock.startedMs : null;
  return clock !== null && late !== null && late >= 0 && late < JUMP_MS ? clock : { startedMs, pace };
}

/** When a moment of the room comes, on the page's clock. */
export const pageMs = (clock: RoomClock, roomMs: number): number => clock.startedMs + roomMs / clock.pace;
