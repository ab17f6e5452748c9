// Where everything lies on the table, in pixels. Names, cards, bets and the middle never cover one another.
import type { Seat } from "../protocol.ts";

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
/** Something with a size around a point. */
export type Box = Point & Size;

/** Higher than wide as on a phone, wide as on a desk, or flat as on a phone that lies on its side. */
export type Shape = "tall" | "wide" | "flat";

/** A seat with what belongs to it. */
export type Place = Box & {
  seat: Seat;
  /** Where its bet lies, towards the middle. */
  bet: Point;
};

export type Layout = {
  shape: Shape;
  /** Widths of the name plate of others, of the cards of others, of one's own and of those on the board. */
  plate: number;
  card: number;
  ownCard: number;
  boardCard: number;
  boardGap: number;
  /** How much of the cards of others is seen above their plate. */
  peek: number;
  /** Pots, board and the line below them. */
  middle: Box;
  /** What bets keep clear of there: the pots and the board. */
  inPlay: Box[];
  /** Clockwise, one's own first. */
  places: Place[];
};

/** A card is so much higher than wide. */
export const CARD_RATIO = 90 / 64;
export const PLATE_HEIGHT = 44;
/** A bet of five figures. */
export const BET: Size = { width: 74, height: 24 };
const POTS_HEIGHT = 28;
const LINE_HEIGHT = 18;
/** What is won hangs below the own plate. */
const BELOW_OWN = 22;
/** Between pots, board and line. */
const GAP = 6;
const EDGE = 4;
const AIR = 6;

function clamp(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

export function overlap(a: Box, b: Box, air = 0): boolean {
  return (
    Math.abs(a.x - b.x) < (a.width + b.width) / 2 + air && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + air
  );
}

/** The table with `bottom` in the middle of the lower edge. */
export function layout({ width, height }: Size, seats: number, bottom: Seat | null): Layout {
  const shape: Shape = height > width ? "tall" : height < 340 ? "flat" : "wide";
  const many = shape === "tall" && seats > 6;
  const plate = shape === "tall"
    ? clamp(many ? 80 : 88, width * (many ? 0.215 : 0.24), many ? 112 : 120)
    : clamp(104, width * 0.12, 136);
  const card = clamp(32, Math.min(width * 0.105, height * 0.075), 60);
  const ownCard = clamp(44, Math.min(width * (many ? 0.13 : 0.16), height * 0.12), 84);
  const boardCard = clamp(36, Math.min(width * 0.12, height * 0.11), 72);
  const boardGap = clamp(4, width * 0.01, 8);
  const peek = shape === "flat" ? 36 : card * CARD_RATIO - 4;

  const other: Size = { width: Math.max(plate, 2 * card + 3), height: peek + PLATE_HEIGHT };
  // Whoever looks on has somebody else at the bottom.
  const [lowestPlate, lowestCard] = bottom === null ? [plate, card] : [plate * 1.25, ownCard];
  // On a flat table the cards there lie beside the plate.
  const own: Size = shape === "flat"
    ? { width: 2 * lowestCard + 11 + lowestPlate, height: Math.max(lowestCard * CARD_RATIO, PLATE_HEIGHT) }
    : { width: Math.max(lowestPlate, 2 * lowestCard + 3), height: lowestCard * CARD_RATIO - 4 + PLATE_HEIGHT };
  const below = shape === "flat" ? EDGE : BELOW_OWN;
  const ownY = Math.min(shape === "flat" ? height : height * 0.84, height - below - own.height / 2);

  const middle: Box = {
    x: width / 2,
    y: height * 0.45,
    width: 5 * boardCard + 4 * boardGap,
    height: POTS_HEIGHT + boardCard * CARD_RATIO + LINE_HEIGHT + 2 * GAP,
  };
  // Between whoever sits opposite and oneself.
  const highest = seats % 2 === 0 ? other.height + AIR : 0;
  middle.y = Math.min(Math.max(middle.y, highest + middle.height / 2), ownY - own.height / 2 - AIR - middle.height / 2);

  const sizes = { other, own, ownY };
  const boxes = around({ width, height }, seats, middle, sizes, shape);
  // The line below the board speaks between hands, when there are no bets.
  const top = middle.y - middle.height / 2;
  const boardHeight = boardCard * CARD_RATIO;
  const inPlay: Box[] = [
    { x: middle.x, y: top + POTS_HEIGHT / 2, width: shape === "tall" ? 172 : 300, height: POTS_HEIGHT },
    { ...middle, y: top + POTS_HEIGHT + GAP + boardHeight / 2, height: boardHeight },
  ];
  const bets = betPlaces({ width, height }, boxes, middle, inPlay);
  const first = bottom ?? 1;
  const places = boxes.map((box, step) => ({
    ...box,
    seat: ((first - 1 + step) % seats) + 1,
    bet: bets[step] ?? middle,
  }));
  return { shape, plate, card, ownCard, boardCard, boardGap, peek, middle, inPlay, places };
}

/** Seats on an ellipse, moved apart until none covers another or the middle. */
function around(
  table: Size,
  seats: number,
  middle: Box,
  { other, own, ownY }: { other: Size; own: Size; ownY: number },
  shape: Shape,
): Box[] {
  const rx = table.width * (shape === "tall" ? 0.39 : 0.42);
  const [up, down] = shape === "tall" ? [0.36, 0.39] : [0.33, 0.36];
  const boxes = Array.from({ length: seats }, (_, step): Box => {
    if (step === 0) return { x: table.width / 2, y: ownY, ...own };
    const angle = Math.PI / 2 + (2 * Math.PI * step) / seats;
    const [cos, sin] = [squarer(Math.cos(angle)), squarer(Math.sin(angle))];
    return { x: table.width / 2 + rx * cos, y: table.height * (0.45 + (sin > 0 ? down : up) * sin), ...other };
  });
  for (let round = 0; round < 60; round += 1) {
    boxes.forEach((box, index) => {
      if (index === 0) return;
      if (overlap(box, middle, AIR)) apart(box, middle, shape === "tall");
      boxes.forEach((neighbour, at) => {
        if (at === index || !overlap(box, neighbour, AIR)) return;
        // On a narrow table those on the same side stand in a column.
        const column = shape === "tall" && at > 0 && Math.sign(box.x - middle.x) === Math.sign(neighbour.x - middle.x);
        apart(box, neighbour, column);
      });
      box.x = clamp(EDGE + box.width / 2, box.x, table.width - EDGE - box.width / 2);
      box.y = clamp(box.height / 2, box.y, table.height - box.height / 2);
    });
  }
  return boxes;
}

/** Moves a box away from what it covers, the short way, or only up and down. */
function apart(box: Box, from: Box, upright: boolean): void {
  const byX = (box.width + from.width) / 2 + AIR - Math.abs(box.x - from.x);
  const byY = (box.height + from.height) / 2 + AIR - Math.abs(box.y - from.y);
  if (!upright && byX < byY) box.x += box.x < from.x ? -byX : byX;
  else box.y += box.y <= from.y ? -byY : byY;
}

/** For each seat the best free place between it and the middle. */
function betPlaces(table: Size, boxes: Box[], middle: Point, inPlay: Box[]): Point[] {
  const taken: Box[] = [...boxes, ...inPlay];
  return boxes.map((box) => {
    const ideal = towards(box, middle);
    let best: Point = ideal;
    let least = Infinity;
    for (let x = BET.width / 2; x <= table.width - BET.width / 2; x += 6) {
      for (let y = BET.height / 2; y <= table.height - BET.height / 2; y += 2) {
        const off = Math.hypot(x - ideal.x, y - ideal.y);
        if (off >= least) continue;
        const cost = off + strangeness({ x, y }, box, boxes, middle);
        if (cost >= least || taken.some((thing) => overlap({ x, y, ...BET }, thing, 2))) continue;
        least = cost;
        best = { x, y };
      }
    }
    taken.push({ ...best, ...BET });
    return best;
  });
}

/** Where a bet would lie if nothing were in its way: just off the seat. */
function towards(box: Box, middle: Point): Point {
  const [dx, dy] = [middle.x - box.x, middle.y - box.y];
  const reach = Math.min(
    Math.abs((box.width / 2 + BET.width / 2 + 8) / (dx || 1e-9)),
    Math.abs((box.height / 2 + BET.height / 2 + 8) / (dy || 1e-9)),
  );
  return { x: box.x + dx * reach, y: box.y + dy * reach };
}

/** A bet beside somebody else's cards looks like his, and one behind its player like nobody's. */
function strangeness(bet: Point, own: Box, boxes: Box[], middle: Point): number {
  const away = (box: Box) =>
    Math.hypot(
      Math.max(0, Math.abs(bet.x - box.x) - box.width / 2),
      Math.max(0, Math.abs(bet.y - box.y) - box.height / 2),
    );
  const mine = away(own);
  const another = boxes.some((box) => box !== own && away(box) < mine) ? 60 : 0;
  const behind = Math.abs(bet.y - middle.y) > Math.abs(own.y - middle.y) + own.height / 2 ? 90 : 0;
  return another + behind;
}

/** A little squarer than an ellipse, so that neighbours at the sides do not crowd. */
function squarer(part: number): number {
  return Math.sign(part) * Math.abs(part) ** 0.82;
}
