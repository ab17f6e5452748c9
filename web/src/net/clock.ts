// What time it is in the room.

/** The room's clock beside the page's. */
export type RoomClock = {
  /** The page's time when the room's was nought. */
  startedMs: number;
  /** How many milliseconds of the room pass in one. */
  pace: number;
};

/** Before the room has said anything. */
export const noClock: RoomClock = { startedMs: 0, pace: 1 };

/** The room's jumped: it was down, and went on from the last thing it knew. */
const JUMP_MS = 1_000;

/** Sets the page's idea of the room's clock. A message may be late but never early: the earliest one counts. */
export function setClock(clock: RoomClock | null, nowRoomMs: number, heardAtMs: number, pace: number): RoomClock {
  const startedMs = heardAtMs - nowRoomMs / pace;
  const late = clock !== null && clock.pace === pace ? startedMs - clock.startedMs : null;
  return clock !== null && late !== null && late >= 0 && late < JUMP_MS ? clock : { startedMs, pace };
}

/** Which moment of the room a moment on the page's clock is. */
export const roomMs = (clock: RoomClock, atMs: number): number => Math.round((atMs - clock.startedMs) * clock.pace);

/** When a moment of the room comes, on the page's clock. */
export const pageMs = (clock: RoomClock, roomMs: number): number => clock.startedMs + roomMs / clock.pace;
