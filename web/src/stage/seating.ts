// Ways to sit around a table. Each gives the boxes of all seats, the one at the bottom first, then clockwise.
import type { Box, Size } from "./boxes.ts";

export type Seating = Box[];
type Sizes = { other: Size; own: Size; air: number };

/** On an ellipse, a little squarer, so that neighbours at the sides do not crowd. */
export function ellipse({ width, height }: Size, seats: number, { other, own }: Sizes): Seating {
  const rx = (width - other.width) / 2;
  const [top, bottom] = [other.height / 2, height - own.height / 2];
  const lowest = height - other.height / 2;
  return Array.from({ length: seats }, (_, step): Box => {
    if (step === 0) return { x: width / 2, y: bottom, ...own };
    const angle = Math.PI / 2 + (2 * Math.PI * step) / seats;
    const [cos, sin] = [squarer(Math.cos(angle)), squarer(Math.sin(angle))];
    const y = (top + bottom) / 2 + ((bottom - top) / 2) * sin;
    return { x: width / 2 + rx * cos, y: Math.min(y, lowest), ...other };
  });
}

function squarer(part: number): number {
  return Math.abs(part) < 1e-9 ? 0 : Math.sign(part) * Math.abs(part) ** 0.8;
}

/**
 * So many in a row at the top, the others in two columns at the sides. `split`: the columns leave the height of the
 * middle free, so that it may be as wide as the table.
 */
export function rows(table: Size, seats: number, top: number, { other, own, air }: Sizes, split: boolean): Seating {
  const { width, height } = table;
  const column = (seats - 1 - top) / 2;
  const step = other.height + air;
  const inner = width - 2 * (other.width + 2 * air);
  // A short row fits between the columns, which then begin as high as it lies.
  const short = top * (other.width + air) <= inner;
  const first = other.height / 2 + (short ? Math.min(step * 0.7, (height - own.height) * 0.12) * (top > 0 ? 1 : 0) : step);
  const last = own.width + air <= inner ? height - other.height / 2 : height - own.height - air - other.height / 2;
  const ys = Array.from({ length: column }, (_, index) => {
    if (!split) return column === 1 ? (first + last) / 2 : first + ((last - first) * index) / (column - 1);
    const upper = Math.ceil(column / 2);
    return index < upper ? first + index * step : last - (column - 1 - index) * step;
  });
  const span = (short ? inner : width) - other.width;
  const gap = top > 1 ? Math.min(span / (top - 1), other.width * 1.9) : 0;
  const topRow = Array.from({ length: top }, (_, index): Box => ({
    x: width / 2 + (index - (top - 1) / 2) * gap,
    y: other.height / 2,
    ...other,
  }));
  const side = (x: number) => ys.map((y): Box => ({ x, y, ...other }));
  const [left, right] = [side(other.width / 2), side(width - other.width / 2)];
  return [{ x: width / 2, y: height - own.height / 2, ...own }, ...left.reverse(), ...topRow, ...right];
}
