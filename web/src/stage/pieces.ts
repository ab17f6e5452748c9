// Things on the stage with an id of their own: the same id is the same thing, and moves from where it was. What is new
// comes from somewhere, what is gone goes somewhere.
import type { Point } from "./boxes.ts";

export type Piece = {
  id: string;
  /** Where its middle lies. */
  at: Point;
  width: number;
  /** In degrees. */
  turn?: number;
  /** Above others. */
  above?: number;
  /** Where a new one comes from, and when. */
  from?: Point;
  afterMs?: number;
  /** Where it goes when it is gone. */
  to?: Point;
};

/** How a piece that stays has moved; nothing when the whole picture was laid out anew. */
export function moved(before: Piece | undefined, after: Piece, sameLayout: boolean): { dx: number; dy: number } | null {
  if (!before || !sameLayout) return null;
  const [dx, dy] = [before.at.x - after.at.x, before.at.y - after.at.y];
  return dx === 0 && dy === 0 ? null : { dx, dy };
}
