// Where things lie on the table, in percent of its width and height.
import type { Seat } from "../protocol.ts";

export type Point = { x: number; y: number };

/** A seat with what belongs to it. */
export type Place = Point & {
  seat: Seat;
  /** Where its bet lies, towards the middle. */
  bet: Point;
};

/** The middle of the felt: the board and the pots. */
export const MIDDLE: Point = { x: 50, y: 45 };

/** A table that is higher than wide, as on a phone, has a tall ellipse. */
const SHAPES = {
  tall: { rx: 39, up: 36, down: 37, bet: 0.56, own: 0.4 },
  wide: { rx: 42, up: 33, down: 36, bet: 0.55, own: 0.42 },
};

/** Places of all seats, clockwise, with `bottom` in the middle of the lower edge. */
export function places(seats: number, bottom: Seat | null, tall: boolean): Place[] {
  const { rx, up, down, bet, own } = SHAPES[tall ? "tall" : "wide"];
  const first = bottom ?? 1;
  return Array.from({ length: seats }, (_, step) => {
    const seat = ((first - 1 + step) % seats) + 1;
    const angle = Math.PI / 2 + (2 * Math.PI * step) / seats;
    // A little squarer than an ellipse, so that neighbours at the sides do not crowd.
    const x = MIDDLE.x + rx * squared(Math.cos(angle));
    const y = MIDDLE.y + (Math.sin(angle) > 0 ? down : up) * squared(Math.sin(angle));
    const near = step === 0 ? own : bet;
    return { seat, x, y, bet: { x: x + (MIDDLE.x - x) * near, y: y + (MIDDLE.y - y) * near } };
  });
}

function squared(part: number): number {
  return Math.sign(part) * Math.abs(part) ** 0.82;
}
