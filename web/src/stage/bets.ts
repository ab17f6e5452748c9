// Where bets lie: beside their owners, where nobody takes them for somebody else's.
import { type Box, inside, overlap, type Point, type Size, within } from "./boxes.ts";

/** A seat's plate and its cards, and both together. */
export type Spot = { box: Box; plate: Box; held: Box };
type Sizes = {
  bet: Size;
  /** As high as a line below a plate. */
  line: number;
  air: number;
  /** As wide as the rim of the felt. */
  rim: number;
  /** There is hardly any room. */
  tight: boolean;
  /** There is so much that everything may as well be a little smaller. */
  large: boolean;
};

/** A try to lay out a table, as far as bets are concerned. */
export type Around = { block: Size; felt: Box; spots: Spot[]; middle: Box; lines: Box[]; size: Sizes };

/** Every bet on the felt, and before whoever sits opposite; every one on the felt; or as many there as find room. */
export type Strictness = "before" | "felt" | "any";

/** For each seat the first free place beside it, towards the middle; nothing when one has none. */
export function betsOf(around: Around, strict: Strictness): Point[] | null {
  const { spots, middle, lines, size } = around;
  const taken: Box[] = [...spots.flatMap(({ plate, held }) => [plate, held]), ...spots.map(wordOver), ...lines, middle];
  const bets: Point[] = [];
  // The one at the bottom last: it never lies on cards, and finds its way around those that do.
  for (const step of [...spots.keys()].sort((a, b) => (a || spots.length) - (b || spots.length))) {
    const spot = spots[step] as Spot;
    const point =
      wayOff(spot, step, around, taken, strict) ?? (size.tight && step > 0 && strict === "any" ? onCards(spot, size) : null);
    if (!point) return null;
    bets[step] = point;
    taken.push({ ...point, ...size.bet });
  }
  return bets;
}

/** So much of the place of a bet is covered by one of three figures. */
const USUAL = 0.8;

/** The first free place on the felt nobody takes for somebody else's; one beside the felt, or any that is free, only where nothing else can be done. */
function wayOff(spot: Spot, step: number, around: Around, taken: readonly Box[], strict: Strictness): Point | null {
  const { block, felt, spots, middle, size } = around;
  let own: Point | null = null;
  let any: Point | null = null;
  for (const way of waysOff(spot, middle, size, strict === "before")) {
    const lies: Box = { ...way, ...size.bet };
    if (!inside(lies, block) || taken.some((thing) => overlap(lies, thing, 1))) continue;
    any ??= way;
    if (!isNearest(way, step, spots)) continue;
    own ??= way;
    if (within({ ...lies, width: lies.width * USUAL }, felt, size.rim)) return way;
  }
  if (strict !== "any") return null;
  return own ?? (size.large || (size.tight && step > 0) ? null : any);
}

/** A word over a plate, between it and the cards; it ends so far above the plate. */
const WORD_OVER = 12;
const wordOver = ({ plate }: Spot): Box => ({ x: plate.x, y: plate.y - plate.height / 2 - 2, width: plate.width, height: 16 });

/** Where there is no room at all a bet lies on the backs of its owner's cards: it covers no name and no index. */
function onCards({ box }: Spot, { bet, air }: Sizes): Point {
  const top = box.y - box.height / 2;
  // As high as the air above allows: the word over the plate is below it.
  return {
    x: box.x,
    y: top + bet.height / 2 - Math.min(Math.max(0, top), air / 2),
  };
}

/** How far a point is from a box. */
const distance = ({ x, y }: Point, box: Box): number =>
  Math.hypot(Math.max(0, Math.abs(x - box.x) - box.width / 2), Math.max(0, Math.abs(y - box.y) - box.height / 2));

/** Nobody takes it for somebody else's. */
function isNearest(point: Point, step: number, spots: Spot[]): boolean {
  const far = ({ plate, held }: Spot) => Math.min(distance(point, plate), distance(point, held));
  const own = far(spots[step] as Spot);
  return spots.every((spot, other) => other === step || far(spot) > own);
}

/** Aside by so many widths of a bet. */
const ASIDE = [0, 0.25, 0.5, 0.75, 1, 1.3, 1.7, 2.1];
/** Further from the seat than just off it, where the felt is wider than that. */
const FURTHER = [1.15, 1.3, 1.5, 1.75, 2];
const BOTH_SIDES = [0, 0.6, -0.6, 1.1, -1.1, 1.6, -1.6];

/**
 * Where a bet may lie, the best first: beside the plate, beside the cards, off the seat towards the middle, above or below it.
 * `before`: whoever sits opposite has it before them and not beside them.
 */
function* waysOff({ box, plate, held }: Spot, middle: Box, { bet, air, line }: Sizes, before: boolean): Generator<Point> {
  const inward = Math.sign(Math.round(middle.x - box.x));
  const down = box.y < middle.y ? 1 : -1;
  const beside = plate.x + inward * ((plate.width + bet.width) / 2 + air / 2);
  const besideCards = held.x + inward * ((held.width + bet.width) / 2 + air / 2);
  const top = held.y + (bet.height - held.height) / 2;
  const off = box.y + down * ((box.height + bet.height) / 2 + air / 2);
  const low = plate.y + (down * (plate.height - bet.height)) / 2;
  const aside = inward === 0 ? BOTH_SIDES : ASIDE;
  const way = (inward || 1) * bet.width;
  const flat = Math.abs(box.x - middle.x) > Math.abs(box.y - middle.y) * 0.6;
  if (inward !== 0 && flat) {
    yield { x: beside, y: plate.y };
    // Beside the cards of those above the middle there is less felt than below them.
    if (down < 0) yield { x: besideCards, y: held.y };
    if (down < 0) yield { x: besideCards, y: top };
  }
  yield { x: box.x, y: off };
  // One's own plate beside one's cards is lower than they are.
  if (down < 0 && plate.x > box.x + 1) yield { x: plate.x, y: plate.y - (plate.height + bet.height) / 2 - WORD_OVER };
  // Below what hangs there.
  if (down > 0) yield { x: box.x, y: off + line };
  yield towards(box, middle, bet);
  for (const part of aside) yield { x: box.x + part * way, y: off };
  if (inward !== 0) {
    yield { x: beside, y: plate.y };
    yield { x: beside, y: low };
    yield { x: besideCards, y: held.y };
    yield { x: besideCards, y: top };
    yield { x: beside, y: box.y };
    yield { x: beside, y: box.y - (down * (box.height - bet.height)) / 2 };
  }
  for (const part of aside) yield { x: box.x + part * way, y: off + down * (bet.height + 2) };
  for (const far of FURTHER) yield towards(box, middle, bet, far);
  if (inward === 0 && before) return;
  if (inward === 0) {
    // Beside the cards, or beside their upper edge where somebody sits next to them.
    const next = (box.width + bet.width) / 2 + air / 2;
    for (const y of [box.y, box.y + (down * (box.height - bet.height)) / 2])
      for (const side of [next, -next]) yield { x: box.x + side, y };
  } else yield { x: beside, y: box.y + (down * (box.height + bet.height)) / 2 };
}

/** Just off the seat, on the way to the middle; or so many times as far. */
export function towards(box: Box, middle: Point, bet: Size, far = 1): Point {
  const [dx, dy] = [middle.x - box.x, middle.y - box.y];
  const reach =
    far *
    Math.min(
      Math.abs((box.width / 2 + bet.width / 2 + 6) / (dx || 1e-9)),
      Math.abs((box.height / 2 + bet.height / 2 + 6) / (dy || 1e-9)),
    );
  return { x: box.x + dx * reach, y: box.y + dy * reach };
}
