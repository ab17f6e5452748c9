// Where everything lies on the table: the largest picture that fits, seats around a middle, nothing over anything. The
// sizes and seatings that are tried are few and fixed: a table is laid out in a millisecond or a few, and only when it has to be.
import type { Seat } from "../protocol.ts";
import { betsOf, type Spot, type Strictness, towards } from "./bets.ts";
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
  /** Lines that hang below the middle now and then: no bet lies there, where there is another place on the felt. */
  foot?: number;
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
  /** There is room for a line below the plate. */
  below: boolean;
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

const SCALES = [1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.92, 0.85, 0.78, 0.72];
const LEAST_SCALE = 0.72;
/** Larger than that only on a screen with so much height. */
const USUAL_SCALE = 1.6;
const LARGE_SCREEN = 900;
/** How much smaller than all else the middle may be. Rather everything is a little smaller, but where it is small already. */
const SHRINK = { large: [1], roomy: [1, 0.85], dense: [1, 0.85, 0.72], cramped: [1, 0.85, 0.72] } as const;
const PLATE: Size = { width: 112, height: 44 };
/** A name has more room on a desk; and less where there is little. */
const PLATE_WIDTH: { [S in Shape]: readonly [usual: number, dense: number] } = {
  tall: [113, 88],
  wide: [148, 124],
  flat: [112, 104],
};
/** Two lines of the smallest type, and a short name. */
const LEAST_PLATE: Size = { width: 74, height: 40 };
/** A bet of five figures. */
const BET: Size = { width: 80, height: 24 };
const LEAST_BET: Size = { width: 78, height: 23 };
/** Cards of others get no smaller than that, and one's own neither. */
const LEAST_CARDS = 0.78;
/** How much of the cards of others is seen where there is little room, and where there is hardly any: their index at least. */
const TUCKED = { dense: 0.74, cramped: 0.56 };
/** What nothing but a narrow phone with eight and more people at the table gets. */
const CRAMPED = { plateHeight: 38, own: 0.7, middle: 0.88 };
/** A word over the plate lies between it and the cards, where there is room for that. */
const WORD = 10;
/** A line hangs below a plate: what they hold. */
const LINE = 19;
/** A card that won is lifted by so much of its height. */
const LIFT = 0.08;
const AIR = 6;
const RIM = 8;
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
  /** Cards, as they are seen above a plate. */
  heldCards: Size;
  /** Cards and plate together. */
  other: Size;
  own: Size;
  /** How far above its place a card that won is. */
  lift: number;
  ownLift: number;
  /** As high as a line below a plate. */
  line: number;
  air: number;
  /** As wide as the rim of the felt. */
  rim: number;
  /** How large the middle is, if there is room for it. */
  middleScale: number;
  shrink: readonly number[];
  /** There is hardly any room; there is more than enough. */
  tight: boolean;
  large: boolean;
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
  const roomy = close === "roomy";
  const held = times(plan.held, cards);
  const lift = roomy ? held.height * LIFT : 0;
  // A phone on its side has no height for it.
  const word = (beside ? -4 : WORD * Math.max(scale, LEAST_CARDS)) * rem;
  const peek = roomy ? held.height + word : held.height * TUCKED[close];
  const other: Size = { width: Math.max(plate.width, held.width), height: lift + peek + plate.height };
  const mine = times(watching ? plan.held : plan.own, ownScale);
  const ownLift = mine.height * LIFT;
  const line = LINE * Math.max(scale, 1) * rem;
  const below = watching ? 0 : line;
  const own: Size = beside
    ? { width: mine.width + 8 + ownPlate.width, height: Math.max(mine.height + ownLift, ownPlate.height) }
    : {
        width: Math.max(ownPlate.width, mine.width),
        height: ownLift + mine.height + (cramped ? -4 * rem : word) + ownPlate.height + below,
      };
  return {
    scale,
    plate,
    ownPlate,
    bet: betSize(scale, rem),
    heldScale: cards,
    ownScale,
    heldCards: { width: held.width, height: peek },
    other,
    own,
    lift,
    ownLift,
    line,
    air: AIR * rem,
    rim: RIM * scale * rem,
    middleScale: scale * larger,
    shrink: SHRINK[scale > 1 ? "large" : close],
    tight: scale < 0.9,
    large: scale > 1,
    leastMiddle: plan.leastMiddle * (cramped ? CRAMPED.middle : 1),
  };
}

/** How wide the felt of a table that is wider than high is, by its height: few people sit closer. */
const FELT = { few: 1.7, many: 1.88 };
/** The felt ends below the plates at the sides, and below the seats above and below it. */
const UNDER = { aside: 0.84, above: 0.55 };
const beyondFelt = ({ other, own }: Sizes): Size => ({
  width: other.width * UNDER.aside,
  height: (other.height + own.height) * UNDER.above,
});

/** The felt of a table of this size. */
function feltOf(block: Size, size: Sizes): Box {
  const beyond = beyondFelt(size);
  return {
    x: block.width / 2,
    y: (block.height + (size.other.height - size.own.height) * UNDER.above) / 2,
    width: block.width - beyond.width,
    height: block.height - beyond.height,
  };
}

/** The part of the screen that is the picture: as much of it as makes a felt of a good shape. */
function blockOf({ width, height }: Size, shape: Shape, few: boolean, size: Sizes, rem: number): Size {
  if (shape === "tall") return { width: Math.min(width, 760 * rem), height: Math.min(height, width * (few ? 1.5 : 2)) };
  if (shape === "flat") return { width: Math.min(width, height * 3.4), height };
  const beyond = beyondFelt(size);
  const widest = Math.min(width, 1700 * rem);
  const high = Math.min(height, 960 * rem, (widest - beyond.width) / FELT.few + beyond.height);
  const wide = (high - beyond.height) * (few ? FELT.few : FELT.many) + beyond.width;
  return { width: Math.min(widest, wide), height: high };
}

/** A picture may be so much smaller for bets that lie on the felt: a large one more than one on a phone. */
const GIVEN_FOR_BETS = { large: 0.84, small: 0.9 };

/** At a table with so few chairs people sit close together. */
const FEW = 3;

/** Who looks at the table, from where. */
export type Looks = {
  /** How much larger than usual the reader's type is. */
  rem?: number;
  /** How much larger they want cards, where there is room for it. */
  larger?: number;
  /** Few people are there, however many chairs. */
  few?: boolean;
};

/** The table with `bottom` in the middle of the lower edge. */
export function layout(table: Size, seats: number, bottom: Seat | null, plan: Plan, looks: Looks = {}): Layout {
  const { rem = 1, larger = 1, few = false } = looks;
  const shape: Shape = table.height > table.width ? "tall" : table.height < 340 * rem ? "flat" : "wide";
  const edge = Math.min(EDGE * rem, table.width * 0.017);
  const room: Size = { width: table.width - 2 * edge, height: table.height - edge };
  const watching = bottom === null;
  const sized = (scale: number, close: Closeness) => sizes(plan, scale, close, shape, watching, { rem, larger });
  const blockFor = (size: Sizes) => blockOf(room, shape, few || seats <= FEW, size, rem);
  const most = table.height >= LARGE_SCREEN * rem ? Infinity : USUAL_SCALE;
  const attempt = (scale: number, strict: Strictness): Laid | null => {
    if (scale > most) return null;
    for (const close of closeness(scale)) {
      const size = sized(scale, close);
      const block = blockFor(size);
      for (const seating of seatings(block, seats, size, shape)) {
        const laid = lay(block, seating, size, plan, { rem, shape, watching, strict });
        if (laid) return laid;
      }
    }
    return null;
  };
  const loose = largestThatFits((scale) => attempt(scale, "any"));
  // The felt of a narrow phone has no room for them.
  const strict = loose && !(loose.size.tight && shape === "tall") ? stricter(loose, attempt) : null;
  const best = strict?.laid ?? loose;
  if (!best && larger > 1) return layout(table, seats, bottom, plan, { ...looks, larger: 1 });
  const round = (scale: number) => {
    const size = sized(scale, "roomy");
    const block = blockFor(size);
    return lay(block, ellipse(block, seats, size), size, plan, { rem, shape, watching, strict: strict?.strict ?? "any" });
  };
  const handsome = best && shape === "wide" ? rounder(best, round) : null;
  const least = sized(LEAST_SCALE, "cramped");
  const laid = handsome ?? best ?? anyhow(blockFor(least), seats, least, plan, { rem, shape, watching, strict: "any" });
  const { block } = laid;
  const corner: Point = { x: (table.width - block.width) / 2, y: (room.height - block.height) / 2 };
  return placed(laid, { shape, seats, bottom, corner });
}

/** The same with bets on the felt, if that is not much smaller. */
function stricter(
  loose: Laid,
  attempt: (scale: number, strict: Strictness) => Laid | null,
): { laid: Laid; strict: Strictness } | null {
  const { scale, large } = loose.size;
  const part = large ? GIVEN_FOR_BETS.large : GIVEN_FOR_BETS.small;
  const scales = SCALES.filter((one) => one <= scale && one >= scale * part);
  for (const strict of ["before", "felt"] as const) {
    const laid = largestThatFits((one) => attempt(one, strict), scales);
    const named = laid && laid.size.plate.width >= loose.size.plate.width * part;
    if (named && laid.middleScale >= loose.middleScale * GIVEN_FOR_BETS.large) return { laid, strict };
  }
  return null;
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
function largestThatFits(attempt: (scale: number) => Laid | null, scales: readonly number[] = SCALES): Laid | null {
  let best: Laid | null = null;
  let [from, to] = [0, scales.length];
  while (from < to) {
    const at = (from + to) >> 1;
    const laid = attempt(scales[at] ?? LEAST_SCALE);
    if (laid) best = laid;
    if (laid) to = at;
    else from = at + 1;
  }
  return best;
}

/** How a try is looked at. */
type Seen = {
  rem: number;
  shape: Shape;
  watching: boolean;
  /** Where bets have to lie. */
  strict: Strictness;
};

/** Smaller than anything that was thought of: things may cover one another, but all are there. */
function anyhow(block: Size, seats: number, size: Sizes, plan: Plan, seen: Seen): Laid {
  const boxes = ellipse(block, seats, size);
  const middleScale = size.leastMiddle * seen.rem;
  const middle = { x: block.width / 2, y: block.height * 0.45, ...middleSize(plan, middleScale, seen.rem) };
  const spots = boxes.map((box, step) => parts(box, step, size, seen));
  const bets = boxes.map((box) => towards(box, middle, size.bet));
  return { block, spots, bets, lines: boxes.map(() => false), middle, middleScale, size };
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

type Laid = { block: Size; spots: Spot[]; bets: Point[]; lines: boolean[]; middle: Box; middleScale: number; size: Sizes };

/** So many tries there were. */
let tries = 0;

/** How many tries something takes. */
export function counted(lays: () => void): number {
  const before = tries;
  lays();
  return tries - before;
}

/** Seats, the middle and the bets of one try; nothing when they do not fit. */
function lay(block: Size, boxes: Seating, size: Sizes, plan: Plan, seen: Seen): Laid | null {
  tries += 1;
  for (let a = 0; a < boxes.length; a += 1) {
    const box = boxes[a] as Box;
    if (!inside(box, block)) return null;
    for (let b = a + 1; b < boxes.length; b += 1) if (overlap(box, boxes[b] as Box, size.air / 2)) return null;
  }
  const spots = boxes.map((box, step) => parts(box, step, size, seen));
  for (const shrink of size.shrink) {
    const middleScale = Math.max(size.middleScale * shrink, size.leastMiddle) * seen.rem;
    const middle = middleOf(block, boxes, middleSize(plan, middleScale, seen.rem), size);
    if (!middle) continue;
    const hanging = spots.map((spot) => lineBelow(spot, size));
    const lines = hanging.map(
      (line, step) =>
        inside(line, block) && !overlap(line, middle) && spots.every(({ box }, other) => other === step || !overlap(line, box)),
    );
    // A desk has room for them in the middle.
    const high = seen.shape === "wide" ? 0 : (plan.foot ?? 0) * middleScale;
    const foot = { ...middle, y: middle.y + (middle.height + high) / 2, height: high };
    const hangs = hanging.filter((_, step) => lines[step]);
    const around = { block, felt: feltOf(block, size), spots, middle, lines: hangs, size };
    const apart = betsOf({ ...around, lines: [...hangs, foot] }, seen.strict);
    const bets = apart ?? (seen.strict === "any" ? betsOf(around, "any") : null);
    if (bets) return { block, spots, bets, lines, middle, middleScale, size };
  }
  return null;
}

/** The line that hangs below a plate. */
const lineBelow = ({ plate }: Spot, { line }: Sizes): Box => ({
  x: plate.x,
  y: plate.y + (plate.height + line) / 2,
  width: plate.width,
  height: line - 1,
});

function middleSize({ middle, head }: Plan, scale: number, rem: number): Size {
  const { width, height } = times(middle, scale);
  return { width, height: height + head * Math.max(scale, rem) };
}

/** The middle between whoever sits above it and whoever sits below. */
function middleOf(block: Size, boxes: Box[], wanted: Size, size: Sizes): Box | null {
  const { air, tight } = size;
  // It lies on the felt, and not over its rim, but on the smallest tables.
  const inner = tight ? block.width : block.width - beyondFelt(size).width - 4 * air;
  const x = block.width / 2;
  const half = block.height * 0.46;
  let top = tight ? 0 : size.other.height * UNDER.above + air;
  let bottom = block.height - (tight ? 0 : size.own.height * UNDER.above + air);
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

type Drawn = { shape: Shape; seats: number; bottom: Seat | null; corner: Point };

/** The try as it is drawn: everything where the block lies. */
function placed({ block, spots, bets, lines, middle, middleScale, size }: Laid, drawn: Drawn): Layout {
  const { shape, seats, bottom, corner } = drawn;
  const first = bottom ?? 1;
  const moved = <P extends Point>(thing: P): P => ({ ...thing, x: thing.x + corner.x, y: thing.y + corner.y });
  const places = spots.map(({ plate, held }, step): Place => {
    const own = step === 0 && bottom !== null;
    return {
      seat: ((first - 1 + step) % seats) + 1,
      own,
      plate: moved(plate),
      held: moved(held),
      heldScale: own ? size.ownScale : size.heldScale,
      bet: moved(bets[step] ?? middle),
      below: lines[step] ?? false,
    };
  });
  return { shape, scale: size.scale, felt: moved(feltOf(block, size)), middle: moved(middle), middleScale, places };
}

/** A seat's cards above its plate, or beside it. */
function parts(box: Box, step: number, size: Sizes, { shape, watching }: Seen): Spot {
  const own = step === 0 && !watching;
  const plate = step === 0 ? size.ownPlate : size.plate;
  const lift = own ? size.ownLift : size.lift;
  const width = own ? box.width : size.heldCards.width;
  if (step === 0 && shape === "flat") {
    const beside = box.width - plate.width - 8;
    const held = { x: box.x - (box.width - beside) / 2, y: box.y + lift / 2, width: beside, height: box.height - lift };
    return { box, plate: { ...plate, x: box.x + (box.width - plate.width) / 2, y: box.y }, held };
  }
  const below = own ? size.line : 0;
  const height = box.height - plate.height - below - lift;
  return {
    box,
    plate: { ...plate, x: box.x, y: box.y + (box.height - plate.height) / 2 - below },
    held: { x: box.x, y: box.y - (box.height - height) / 2 + lift, width, height },
  };
}
