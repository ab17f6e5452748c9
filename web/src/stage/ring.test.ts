import { describe, expect, test } from "vitest";
import { plan } from "../games/holdem/plan.ts";
import { plan as seka } from "../games/seka/plan.ts";
import { type Box, inside, overlap } from "./boxes.ts";
import { betSize, layout } from "./ring.ts";

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

test("a large screen has a large picture of the shape of a table", () => {
  const { felt, scale } = layout({ width: 2400, height: 1150 }, 6, 1, plan);
  expect(scale).toBe(1.6);
  expect(felt.width / felt.height).toBeGreaterThan(1.6);
  expect(felt.width / felt.height).toBeLessThan(2);
});

test.each([
  [390, 612],
  [1440, 712],
  [768, 850],
])("the board lies on the felt at %i by %i", (width, height) => {
  for (const seats of [2, 4, 6]) {
    for (const bottom of [1, null]) {
      const { felt, middle } = layout({ width, height }, seats, bottom, plan);
      expect(middle.width, `${seats} seats`).toBeLessThan(felt.width);
    }
  }
});

test("whoever wants large cards gets them where there is room, and nothing covers anything", () => {
  for (const [name, [width, height]] of Object.entries(tables)) {
    for (const seats of [2, 6, 9]) {
      const { places, middle, scale } = layout({ width, height }, seats, 1, plan, 1, 1.25);
      const usual = layout({ width, height }, seats, 1, plan);
      const boxes = [middle, ...places.flatMap(({ plate, held }) => [plate, held])];
      for (const [at, box] of boxes.entries())
        for (const other of boxes.slice(at + 1)) expect(overlap(box, other, -0.1), `${name}, ${seats}`).toBe(false);
      if (name === "desk" && seats < 9) expect(places[0]?.heldScale).toBeGreaterThan((usual.places[0]?.heldScale ?? 0) * 1.05);
      expect(scale).toBeGreaterThan(0.7);
    }
  }
});

test("two sit closer than six", () => {
  const width = (seats: number) => layout({ width: 1440, height: 712 }, seats, 1, plan).felt.width;
  expect(width(2)).toBeLessThan(width(6));
});

test("somebody who looks on sees seat 1 at the bottom", () => {
  expect(layout({ width: 390, height: 612 }, 6, null, plan).places[0]?.seat).toBe(1);
});
