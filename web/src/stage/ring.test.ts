import { describe, expect, test } from "vitest";
import { plan } from "../games/holdem/plan.ts";
import { plan as durak } from "../games/durak/plan.ts";
import { plan as seka } from "../games/seka/plan.ts";
import { type Box, inside, overlap, within } from "./boxes.ts";
import { betSize, counted, layout } from "./ring.ts";

/** The table on a phone, a small phone, a narrow one, one that lies on its side, on a desk, and on a desk at twice the size of everything. */
const tables = {
  phone: [390, 612],
  small: [360, 408],
  narrow: [320, 348],
  side: [844, 266],
  sideSmall: [640, 252],
  desk: [1440, 712],
  zoomed: [720, 262],
  large: [2400, 1150],
  tablet: [768, 850],
} as const;
const all = Object.entries(tables).flatMap(([name, [width, height]]) =>
  [2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((seats) =>
    ([2, null] as const).flatMap((bottom) => {
      const size = { width, height };
      // Nobody deals three cards each to more than six.
      return [
        [name, "Hold’em", seats, bottom, size, plan] as const,
        ...(seats <= 6 ? [[name, "Seka", seats, bottom, size, seka] as const] : []),
      ];
    }),
  ),
);

describe.each(all)("%s, %s, %i seats, seen from %s", (_, _game, seats, bottom, table, planned) => {
  const laid = layout(table, seats, bottom, planned);
  const { places, middle, scale } = laid;

  test("the one at the bottom first, then clockwise", () => {
    const first = bottom ?? 1;
    expect(places.map(({ seat }) => seat)).toEqual(Array.from({ length: seats }, (_, step) => ((first - 1 + step) % seats) + 1));
    expect(places[0]?.held.y, "in the middle at the bottom").toBeGreaterThan(table.height / 2);
    if (seats > 2) expect(places[1]?.plate.x, "the next is on the left").toBeLessThan(table.width / 2);
  });

  test("nothing covers anything and everything is in sight", () => {
    const things: [string, Box][] = [["the middle", middle]];
    for (const { seat, plate, held, bet } of places) {
      things.push([`plate ${seat}`, plate], [`cards ${seat}`, held], [`bet ${seat}`, { ...bet, ...betSize(scale) }]);
    }
    for (const [thing, box] of things) {
      expect(inside({ ...box, width: box.width - 0.1, height: box.height - 0.1 }, table), `${thing} in sight`).toBe(true);
      // On the smallest tables a bet may lie on the backs of its owner's cards.
      for (const [other, covered] of things) {
        const sides = [thing, other].sort().join(" ");
        const ownCards = scale < 0.9 && /^bet (\d+) cards \1$/.test(sides) && !sides.includes(`bet ${bottom ?? 1} `);
        if (other !== thing && !ownCards) expect(overlap(box, covered, -0.1), `${thing} over ${other}`).toBe(false);
      }
    }
    // Small type stays readable, and a card its 30 pixels.
    for (const { plate, heldScale, own } of places) {
      expect(plate.width).toBeGreaterThanOrEqual(74);
      expect((own ? 58 : 40) * heldScale).toBeGreaterThanOrEqual(own ? 40 : 30);
    }
  });
});

const desks = [
  [900, 540],
  [1024, 560],
  [1136, 712],
  [1440, 712],
  [1280, 540],
  [1700, 860],
  [2400, 1150],
] as const;

test.each(desks)("the felt has the shape of a table at %i by %i", (width, height) => {
  for (const game of [plan, seka, durak])
    for (const seats of [2, 4, 6])
      for (const [bottom, few] of [[1, false] as const, [null, false] as const, [1, true] as const]) {
        const { felt } = layout({ width, height }, seats, bottom, game, { few });
        expect(felt.width / felt.height, `${seats} seats`).toBeGreaterThan(1.69);
        expect(felt.width / felt.height, `${seats} seats`).toBeLessThan(1.91);
      }
});

test("a large screen has a large picture: cards, plates and type grow with the felt", () => {
  const usual = layout({ width: 1136, height: 712 }, 6, 1, plan, { rem: 0.94 });
  const large = layout({ width: 2175, height: 1182 }, 6, 1, plan, { rem: 1.27 });
  const grown = large.felt.width / usual.felt.width;
  expect(grown).toBeGreaterThan(1.5);
  expect(large.middleScale / usual.middleScale / grown).toBeGreaterThan(0.85);
  expect((large.places[1]?.plate.width ?? 0) / (usual.places[1]?.plate.width ?? 1) / grown).toBeGreaterThan(0.85);
});

test.each(["phone", "desk", "large", "tablet", "side"] as const)("nobody takes a bet for somebody else's: %s", (name) => {
  const [width, height] = tables[name];
  for (const seats of [2, 3, 6, 9]) {
    const { places } = layout({ width, height }, seats, 1, plan);
    const far = ({ x, y }: { x: number; y: number }, box: Box) =>
      Math.hypot(Math.max(0, Math.abs(x - box.x) - box.width / 2), Math.max(0, Math.abs(y - box.y) - box.height / 2));
    const distance = (bet: { x: number; y: number }, { plate, held }: (typeof places)[number]) =>
      Math.min(far(bet, plate), far(bet, held));
    for (const place of places)
      for (const other of places)
        if (other !== place)
          expect(distance(place.bet, place), `${seats}: ${place.seat}, not ${other.seat}`).toBeLessThan(
            distance(place.bet, other),
          );
  }
});

/** As wide as its rim. */
const RIM = 8;

test.each([
  [390, 612, 5],
  [844, 292, 8],
  [768, 850, 8],
  [1280, 618, 9],
  [1440, 712, 9],
  [2400, 1150, 9],
])("bets lie on the felt, not over its rim, at %i by %i with up to %i", (width, height, most) => {
  for (let seats = 2; seats <= most; seats += 1)
    for (const few of [false, true]) {
      const { felt, places, scale, shape } = layout({ width, height }, seats, 1, plan, { few });
      const size = betSize(scale);
      for (const { bet, seat, plate } of places) {
        // An amount of three figures covers so much of the place.
        const lies = { ...bet, width: size.width * 0.8, height: size.height };
        expect(within(lies, felt, RIM * scale), `${seat} of ${seats}`).toBe(true);
        // Whoever sits opposite has theirs before them.
        if (shape !== "flat" && seats === 2) expect(Math.abs(bet.y - felt.y)).toBeLessThan(Math.abs(plate.y - felt.y));
      }
    }
});

test.each([
  [390, 612],
  [1440, 712],
  [1280, 538],
  [768, 850],
])("the board lies on the felt at %i by %i", (width, height) => {
  for (const seats of [2, 3, 4, 5, 6]) {
    for (const bottom of [1, null]) {
      const { felt, middle } = layout({ width, height }, seats, bottom, plan);
      expect(middle.width, `${seats} seats`).toBeLessThan(felt.width);
      expect(Math.abs(middle.y - felt.y), `${seats} seats`).toBeLessThan((felt.height - middle.height) / 2);
    }
  }
});

test("whoever wants large cards gets them where there is room, and nothing covers anything", () => {
  for (const [name, [width, height]] of Object.entries(tables)) {
    for (const seats of [2, 6, 9]) {
      const { places, middle, scale } = layout({ width, height }, seats, 1, plan, { larger: 1.25 });
      const usual = layout({ width, height }, seats, 1, plan);
      const boxes = [middle, ...places.flatMap(({ plate, held }) => [plate, held])];
      for (const [at, box] of boxes.entries())
        for (const other of boxes.slice(at + 1)) expect(overlap(box, other, -0.1), `${name}, ${seats}`).toBe(false);
      if (name === "desk" && seats < 9) expect(places[0]?.heldScale).toBeGreaterThan((usual.places[0]?.heldScale ?? 0) * 1.05);
      expect(scale).toBeGreaterThan(0.7);
    }
  }
});

test("few sit closer than many, on a desk and on a phone, at a small table and at a large one", () => {
  const felt = (width: number, height: number, seats: number, few = false) =>
    layout({ width, height }, seats, 1, plan, { few }).felt;
  expect(felt(1440, 712, 2).width).toBeLessThan(felt(1440, 712, 6).width * 0.95);
  expect(felt(1440, 712, 6, true).width).toBeLessThan(felt(1440, 712, 6).width * 0.95);
  expect(felt(390, 612, 2).height).toBeLessThan(felt(390, 612, 6).height * 0.95);
  expect(felt(390, 700, 6, true).height).toBeLessThan(felt(390, 700, 6).height * 0.95);
});

test("a table is laid out with few tries", () => {
  // What a try costs is known; how many there are is what could grow unseen.
  for (const [, [width, height]] of Object.entries(tables))
    for (const seats of [2, 6, 9, 10])
      expect(
        counted(() => layout({ width, height }, seats, 1, plan)),
        `${seats} at ${width} by ${height}`,
      ).toBeLessThan(140);
});

test("somebody who looks on sees seat 1 at the bottom", () => {
  expect(layout({ width: 390, height: 612 }, 6, null, plan).places[0]?.seat).toBe(1);
});
