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

/** What the two shapes of the table have: half-axes, and the zone of pots and board that bets stay out of. */
const SHAPES = {
  /** A table that is higher than wide, as on a phone. */
  tall: { rx: 39, up: 36, down: 39, aside: 0.24, zone: { x: 36, up: 11.5, down: 11 } },
  wide: { rx: 42, up: 33, down: 36, aside: 0.06, zone: { x: 20, up: 15, down: 14 } },
};

/** Places of all seats, clockwise, with `bottom` in the middle of the lower edge. */
export function places(seats: number, bottom: Seat | null, tall: boolean): Place[] {
  const { rx, up, down, aside, zone } = SHAPES[tall ? "tall" : "wide"];
  const first = bottom ?? 1;
  return Array.from({ length: seats }, (_, step) => {
    const seat = ((first - 1 + step) % seats) + 1;
    const angle = Math.PI / 2 + (2 * Math.PI * step) / seats;
    const [cos, sin] = [squarer(Math.cos(angle)), squarer(Math.sin(angle))];
    const x = MIDDLE.x + rx * cos;
    const y = MIDDLE.y + (sin > 0 ? down : up) * sin;
    // Well away from a plate at the side, not far from one above or below.
    const bet = {
      x: x + (MIDDLE.x - x) * (0.28 + aside * Math.abs(cos)),
      y: y + (MIDDLE.y - y) * (step === 0 ? 0.42 : 0.5),
    };
    if (Math.abs(bet.x - MIDDLE.x) < zone.x) {
      const above = y < MIDDLE.y;
      bet.y = above ? Math.min(bet.y, MIDDLE.y - zone.up) : Math.max(bet.y, MIDDLE.y + zone.down);
    }
    return { seat, x, y, bet };
  });
}

/** A little squarer than an ellipse, so that neighbours at the sides do not crowd. */
function squarer(part: number): number {
  return Math.sign(part) * Math.abs(part) ** 0.82;
}
