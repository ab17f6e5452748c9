// Where everything lies on the table: the largest picture that fits, seats around a middle, nothing over anything. The
// sizes and seatings that are tried are few and fixed, so that a table is laid out in well under a millisecond.
import type { Seat } from "../protocol.ts";
import { type Box, inside, overlap, type Point, type Size, times } from "./boxes.ts";
import { ellipse, rows, type Seating } from "./seating.ts";

/** Higher than wide as on a phone, wide as on a desk, or flat as on a phone that lies on its side. */
export type Shape = "tall" | "wide" | "flat";

/** What a game needs on the felt, in pixels of a picture of size 1. */
export type Plan = {
  /** Room for the cards of others, above their plates. */
  held: Size;
  /** Room for one's own, above or beside one's plate. */
  own: Size;
  /** What lies in the middle. */
  middle: Size;
  /** A line of text above that: as high as its type, however small the rest gets. */
  head: number;
  /** How small the middle may get when there is little room. */
  leastMiddle: number;
};

/** A seat with what belongs to it. */
export type Place = {
  seat: Seat;
  /** The one at the bottom, when the viewer sits there. */
  own: boolean;
  plate: Box;
  /** Where cards are held. */
  held: Box;
  /** How much larger or smaller than planned they are. */
  heldScale: number;
  /** Where a bet lies, towards the middle. */
  bet: Point;
};

export type Layout = {
  shape: Shape;
  /** How large the picture is; 1 is a phone. */
  scale: number;
  felt: Box;
  middle: Box;
  middleScale: number;
  /** Clockwise, the one at the bottom first. */
  places: Place[];
};

const SCALES = [1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.92, 0.85, 0.78, 0.72];
const LEAST_SCALE = 0.72;
/** How much smaller than all else the middle may be. */
const SHRINK = [1, 0.85, 0.72];
const PLATE: Size = { width: 112, height: 44 };
/** A name has more room on a desk; and less where there is little. */
const PLATE_WIDTH: { [S in Shape]: readonly [usual: number, dense: number] } = {
  tall: [112, 88],
  wide: [148, 124],
  flat: [112, 104],
};
/** Two lines of the smallest type, and a short name. */
const LEAST_PLATE: Size = { width: 74, height: 40 };
/** A bet of five figures. */
const BET: Size = { width: 80, height: 24 };
const LEAST_BET: Size = { width: 77, height: 23 };
/** Cards of others get no smaller than that, and one's own neither. */
const LEAST_CARDS = 0.78;
/** How much of the cards of others is seen where there is little room, and where there is hardly any: their index at least. */
const TUCKED = { dense: 0.74, cramped: 0.56 };
/** What nothing but a narrow phone with eight and more people at the table gets. */
const CRAMPED = { plateHeight: 38, own: 0.7, middle: 0.88 };
/** What is won hangs below one's own plate. */
const BELOW_OWN = 12;
const AIR = 6;
/** The ring of a clock and the dealer's button stick out of a plate. */
const EDGE = 8;

const largest = (a: Size, b: Size): Size => ({ width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) });

/** Who looks: how much larger than usual their type is, and how much larger they want cards. */
type Reader = { rem: number; larger: number };

/** How close together things are in one try. */
type Closeness = "roomy" | "dense" | "cramped";

/** How large each thing is in one try. */
type Sizes = {
  scale: number;
  plate: Size;
  ownPlate: Size;
  bet: Size;
  heldScale: number;
  ownScale: number;
  /** Cards and plate together. */
  other: Size;
  own: Size;
  air: number;
  /** How large the middle is, if there is room for it. */
  middleScale: number;
  /** There is hardly any room. */
  tight: boolean;
  /** The smallest the middle may be. */
  leastMiddle: number;
};

/** How large a bet may be at this size of the picture. */
export const betSize = (scale: number, rem = 1): Size => times(largest(times(BET, scale), LEAST_BET), rem);

function sizes(plan: Plan, scale: number, close: Closeness, shape: Shape, watching: boolean, { rem, larger }: Reader): Sizes {
  const beside = shape === "flat";
  const cramped = close === "cramped";
  const wanted = times({ ...PLATE, width: PLATE_WIDTH[shape][close === "roomy" ? 0 : 1] }, scale);
  const least = cramped ? { ...LEAST_PLATE, height: CRAMPED.plateHeight } : LEAST_PLATE;
  const plate = times(largest(wanted, least), rem);
  const ownPlate = watching ? plate : { width: plate.width * 1.2, height: plate.height };
  const cards = Math.max(scale, LEAST_CARDS) * rem * larger;
  const ownScale = cramped && !watching ? CRAMPED.own * rem : cards;
  const held = times(plan.held, cards);
  const peek = close === "roomy" ? held.height - 4 * rem : held.height * TUCKED[close];
  const other: Size = { width: Math.max(plate.width, held.width), height: peek + plate.height };
  const mine = times(watching ? plan.held : plan.own, ownScale);
  const below = watching ? 0 : BELOW_OWN * scale * rem;
  const own: Size = beside
    ? { width: mine.width + 8 + ownPlate.width, height: Math.max(mine.height, ownPlate.height) }
    : { width: Math.max(ownPlate.width, mine.width), height: mine.height - 4 + ownPlate.height + below };
  return {
    scale,
    plate,
    ownPlate,
    bet: betSize(scale, rem),
    heldScale: cards,
    ownScale,
    other,
    own,
    air: AIR * rem,
    middleScale: scale * larger,
    tight: scale < 0.9,
    leastMiddle: plan.leastMiddle * (cramped ? CRAMPED.middle : 1),
  };
}

/** The part of the screen that is the picture: large screens have air around it, and few people sit closer. */
function blockOf({ width, height }: Size, shape: Shape, seats: number, rem: number): Size {
  if (shape === "tall") return { width: Math.min(width, 760 * rem), height: Math.min(height, width * 2) };
  const wide = shape === "flat" ? 3.4 : seats <= 3 ? 1.45 : 1.62;
  return { width: Math.min(width, height * wide, 1560 * rem), height: Math.min(height, 960 * rem) };
}

/**
 * The table with `bottom` in the middle of the lower edge; `rem`: how much larger than usual the reader's type is;
 * `larger`: how much larger they want cards, where there is room for it.
 */
export function layout(table: Size, seats: number, bottom: Seat | null, plan: Plan, rem = 1, larger = 1): Layout {
  const shape: Shape = table.height > table.width ? "tall" : table.height < 340 * rem ? "flat" : "wide";
  const edge = Math.min(EDGE * rem, table.width * 0.017);
  const block = blockOf({ width: table.width - 2 * edge, height: table.height - edge }, shape, seats, rem);
  const corner: Point = { x: (table.width - block.width) / 2, y: (table.height - edge - block.height) / 2 };
  const watching = bottom === null;
  const sized = (scale: number, close: Closeness) => sizes(plan, scale, close, shape, watching, { rem, larger });
  const attempt = (scale: number): Laid | null => {
    for (const close of closeness(scale)) {
      const size = sized(scale, close);
      for (const seating of seatings(block, seats, size, shape)) {
        const laid = lay(block, seating, size, plan, rem);
        if (laid) return laid;
      }
    }
    return null;
  };
  const best = largestThatFits(attempt);
  if (!best && larger > 1) return layout(table, seats, bottom, plan, rem);
  const round = (scale: number) => lay(block, ellipse(block, seats, sized(scale, "roomy")), sized(scale, "roomy"), plan, rem);
  const handsome = best && shape === "wide" ? rounder(best, round) : null;
  const laid = handsome ?? best ?? anyhow(block, seats, sized(LEAST_SCALE, "cramped"), plan, rem);
  return placed(laid, { shape, seats, bottom, corner, block });
}

/** How close things may come at this size: only the smallest picture is crowded. */
function closeness(scale: number): readonly Closeness[] {
  if (scale > 1) return ["roomy"];
  return scale > LEAST_SCALE ? ["roomy", "dense"] : ["roomy", "dense", "cramped"];
}

/** An ellipse a little smaller is handsomer than rows as large as can be. */
function rounder(largest: Laid, round: (scale: number) => Laid | null): Laid | null {
  for (const scale of SCALES) {
    if (scale > largest.size.scale) continue;
    if (scale < largest.size.scale * 0.8) return null;
    const laid = round(scale);
    if (laid) return laid;
  }
  return null;
}

/** By halves: what fits at one size fits at every smaller one. */
function largestThatFits(attempt: (scale: number) => Laid | null): Laid | null {
  let best: Laid | null = null;
  let [from, to] = [0, SCALES.length];
  while (from < to) {
    const at = (from + to) >> 1;
    const laid = attempt(SCALES[at] ?? LEAST_SCALE);
    if (laid) best = laid;
    if (laid) to = at;
    else from = at + 1;
  }
  return best;
}

/** Smaller than anything that was thought of: things may cover one another, but all are there. */
function anyhow(block: Size, seats: number, size: Sizes, plan: Plan, rem: number): Laid {
  const boxes = ellipse(block, seats, size);
  const middleScale = size.leastMiddle * rem;
  const middle = { x: block.width / 2, y: block.height * 0.45, ...middleSize(plan, middleScale, rem) };
  return { boxes, bets: boxes.map((box) => towards(box, middle, size.bet)), middle, middleScale, size };
}

/** The ways to sit that are tried, the handsomest first. */
function* seatings(block: Size, seats: number, size: Sizes, shape: Shape): Generator<Seating> {
  if (shape !== "flat") yield ellipse(block, seats, size);
  const around = seats - 1;
  const natural = shape === "tall" ? 1 : (around * block.width) / (block.width + 2 * block.height) + 0.5;
  const tops = Array.from({ length: Math.min(around, 6) + 1 }, (_, top) => top)
    .filter((top) => (around - top) % 2 === 0)
    .sort((a, b) => Math.abs(a - natural) - Math.abs(b - natural));
  for (const top of tops) {
    yield rows(block, seats, top, size, true);
    yield rows(block, seats, top, size, false);
  }
}

type Laid = { boxes: Box[]; bets: Point[]; middle: Box; middleScale: number; size: Sizes };

/** Seats, the middle and the bets of one try; nothing when they do not fit. */
function lay(block: Size, boxes: Seating, size: Sizes, plan: Plan, rem: number): Laid | null {
  for (let a = 0; a < boxes.length; a += 1) {
    const box = boxes[a] as Box;
    if (!inside(box, block)) return null;
    for (let b = a + 1; b < boxes.length; b += 1) if (overlap(box, boxes[b] as Box, size.air / 2)) return null;
  }
  for (const shrink of SHRINK) {
    const middleScale = Math.max(size.middleScale * shrink, size.leastMiddle) * rem;
    const middle = middleOf(block, boxes, middleSize(plan, middleScale, rem), size);
    const bets = middle && betsOf(block, boxes, middle, size);
    if (middle && bets) return { boxes, bets, middle, middleScale, size };
  }
  return null;
}

function middleSize({ middle, head }: Plan, scale: number, rem: number): Size {
  const { width, height } = times(middle, scale);
  return { width, height: height + head * Math.max(scale, rem) };
}

/** The felt ends below the plates at the sides. */
const feltWidth = (block: Size, other: Size): number => block.width - other.width * 0.84;

/** The middle between whoever sits above it and whoever sits below. */
function middleOf(block: Size, boxes: Box[], wanted: Size, { other, air, scale }: Sizes): Box | null {
  // It lies on the felt, and not over its rim, but on the smallest tables.
  const inner = scale < 0.9 ? block.width : feltWidth(block, other) - 4 * air;
  const x = block.width / 2;
  const half = block.height * 0.46;
  let top = 0;
  let bottom = block.height;
  for (const box of boxes) {
    if (Math.abs(box.x - x) >= (box.width + wanted.width) / 2 + air) continue;
    if (box.y < half) top = Math.max(top, box.y + box.height / 2 + air);
    else bottom = Math.min(bottom, box.y - box.height / 2 - air);
  }
  if (bottom - top < wanted.height || wanted.width > inner) return null;
  // A little nearer to the top: bets and one's own cards want the rest.
  const y = Math.min(Math.max((top + bottom) / 2, top + wanted.height / 2), bottom - wanted.height / 2);
  return { x, y, ...wanted };
}

/** For each seat the first free place between it and the middle; nothing when one has none. */
function betsOf(block: Size, boxes: Box[], middle: Box, size: Sizes): Point[] | null {
  const { bet, plate, air, tight } = size;
  const taken: Box[] = [...boxes, middle];
  const bets: Point[] = [];
  for (const [step, box] of boxes.entries()) {
    const lies: Box = { x: 0, y: 0, ...bet };
    const free = (x: number, y: number): boolean => {
      lies.x = x;
      lies.y = y;
      return inside(lies, block) && !taken.some((thing) => overlap(lies, thing, 1));
    };
    // Where there is no room at all a bet lies on the backs of its owner's cards: it covers no name and no index.
    const onCards = tight && step > 0;
    if (!beside(box, middle, bet, plate, air, free)) {
      if (!onCards) return null;
      lies.x = box.x;
      const top = box.y - box.height / 2;
      // As high as the air above allows: the word over the plate is below it.
      lies.y = top + bet.height / 2 - Math.min(Math.max(0, top), air / 2);
    }
    bets.push({ x: lies.x, y: lies.y });
    taken.push(lies);
  }
  return bets;
}

/** Aside by so many widths of a bet. */
const ASIDE = [0, 0.25, 0.5, 0.75, 1, 1.3, 1.7, 2.1];
const BOTH_SIDES = [0, 0.6, -0.6, 1.1, -1.1, 1.6, -1.6];

/** Looks for a place for a bet: beside the plate, off the seat towards the middle, above or below it. */
function beside(box: Box, middle: Box, bet: Size, plate: Size, air: number, free: (x: number, y: number) => boolean): boolean {
  const inward = Math.sign(Math.round(middle.x - box.x));
  const down = box.y < middle.y ? 1 : -1;
  const x = box.x + inward * ((box.width + bet.width) / 2 + air / 2);
  const plateY = box.y + (box.height - plate.height) / 2;
  const off = box.y + down * ((box.height + bet.height) / 2 + air / 2);
  const aside = inward === 0 ? BOTH_SIDES : ASIDE;
  const way = (inward || 1) * bet.width;
  const flat = Math.abs(box.x - middle.x) > Math.abs(box.y - middle.y) * 0.6;
  if (inward !== 0 && flat && free(x, plateY)) return true;
  const next = (box.width + bet.width) / 2 + air / 2;
  const ideal = towards(box, middle, bet);
  if (free(ideal.x, ideal.y)) return true;
  if (aside.some((part) => free(box.x + part * way, off))) return true;
  if (inward !== 0 && (free(x, plateY) || free(x, box.y) || free(x, box.y - (down * (box.height - bet.height)) / 2))) return true;
  if (aside.some((part) => free(box.x + part * way, off + down * (bet.height + 2)))) return true;
  if (inward === 0) {
    // Beside the cards, or beside their upper edge where somebody sits next to them.
    const edge = box.y + (down * (box.height - bet.height)) / 2;
    return [box.y, edge].some((y) => free(box.x + next, y) || free(box.x - next, y));
  }
  return free(x, box.y + (down * (box.height + bet.height)) / 2);
}

/** Just off the seat, on the way to the middle. */
function towards(box: Box, middle: Point, bet: Size): Point {
  const [dx, dy] = [middle.x - box.x, middle.y - box.y];
  const reach = Math.min(
    Math.abs((box.width / 2 + bet.width / 2 + 6) / (dx || 1e-9)),
    Math.abs((box.height / 2 + bet.height / 2 + 6) / (dy || 1e-9)),
  );
  return { x: box.x + dx * reach, y: box.y + dy * reach };
}

type Around = { shape: Shape; seats: number; bottom: Seat | null; corner: Point; block: Size };

/** The try as it is drawn: plates and cards inside each seat's box, everything where the block lies. */
function placed({ boxes, bets, middle, middleScale, size }: Laid, around: Around): Layout {
  const { shape, seats, bottom, corner, block } = around;
  const first = bottom ?? 1;
  const moved = <P extends Point>(thing: P): P => ({ ...thing, x: thing.x + corner.x, y: thing.y + corner.y });
  const places = boxes.map((box, step): Place => {
    const own = step === 0 && bottom !== null;
    const { plate, held } = parts(box, step === 0 ? size.ownPlate : size.plate, step === 0 && shape === "flat", own, size.scale);
    return {
      seat: ((first - 1 + step) % seats) + 1,
      own,
      plate: moved(plate),
      held: moved(held),
      heldScale: own ? size.ownScale : size.heldScale,
      bet: moved(bets[step] ?? middle),
    };
  });
  const { other, own } = size;
  const [top, below] = [other.height * 0.55, own.height * 0.55];
  const felt = moved({
    x: block.width / 2,
    y: (top + block.height - below) / 2,
    width: feltWidth(block, other),
    height: block.height - top - below,
  });
  return { shape, scale: size.scale, felt, middle: moved(middle), middleScale, places };
}

/** A seat's cards above its plate, or beside it. */
function parts(box: Box, plate: Size, beside: boolean, own: boolean, scale: number): { plate: Box; held: Box } {
  if (beside) {
    const width = box.width - plate.width - 8;
    return {
      plate: { ...plate, x: box.x + (box.width - plate.width) / 2, y: box.y },
      held: { x: box.x - (box.width - width) / 2, y: box.y, width, height: box.height },
    };
  }
  const below = own ? BELOW_OWN * scale : 0;
  const height = box.height - plate.height - below;
  return {
    plate: { ...plate, x: box.x, y: box.y + (box.height - plate.height) / 2 - below },
    held: { x: box.x, y: box.y - (box.height - height) / 2, width: box.width, height },
  };
}
