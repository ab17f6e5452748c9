// Points, sizes and boxes on the stage, in pixels.

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
/** Something with a size around a point. */
export type Box = Point & Size;

export const times = ({ width, height }: Size, factor: number): Size => ({ width: width * factor, height: height * factor });

export function overlap(a: Box, b: Box, air = 0): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 + air && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + air;
}

/** What lies at the very edge is inside, whatever half a size and the other half add up to. */
const HAIR = 0.01;

export function inside(box: Box, { width, height }: Size): boolean {
  return (
    box.x - box.width / 2 >= -HAIR &&
    box.x + box.width / 2 <= width + HAIR &&
    box.y - box.height / 2 >= -HAIR &&
    box.y + box.height / 2 <= height + HAIR
  );
}

/** Does it lie on a board with round ends, so far from its edge? */
export function within(box: Box, board: Box, edge: number): boolean {
  const radius = Math.min(board.width, board.height) / 2;
  const dx = Math.max(0, Math.abs(box.x - board.x) + box.width / 2 - (board.width / 2 - radius));
  const dy = Math.max(0, Math.abs(box.y - board.y) + box.height / 2 - (board.height / 2 - radius));
  return Math.hypot(dx, dy) <= radius - edge + HAIR;
}

/** The way from one point to another. */
export const between = (from: Point, to: Point): { dx: number; dy: number } => ({ dx: to.x - from.x, dy: to.y - from.y });
