import { expect, test } from "vitest";
import type { HandStory, TableView } from "../protocol.ts";
import { framesOf } from "./frames.ts";
import { toldOf } from "./told.ts";

const view = {
  seats: { 1: { player: 1, name: "Анна" } },
  hand: 7,
  running: true,
  clocks: {},
  game: { game: "seka", pot: 10 },
} as unknown as TableView;

const story = {
  hand: { table: "t" },
  info: { name: "T" },
  view,
  updates: [
    { now: 2, steps: [{ sequence: 6, events: [{ kind: "timedOut", seat: 1 }], patch: { game: { pot: 30 } } }] },
    { now: 4, steps: [{ sequence: 8, events: [{ kind: "satOut", seat: 1 }], patch: { running: false } }] },
  ],
} as unknown as HandStory;

test("each frame is told between what was shown before it and what it shows, with a number of its own", () => {
  const pots: [number, number][] = [];
  const told = toldOf(framesOf(story), {
    narrate({ before, after }) {
      pots.push([(before.game as { pot: number }).pot, (after.game as { pot: number }).pot]);
      return [{ kind: "counted" }];
    },
  });
  expect(told.map((lines) => lines.map(({ id, of, line }) => `${id} ${of} ${line.kind}`))).toEqual([
    [],
    ["1 table timedOut", "2 game counted"],
    ["3 table satOut", "4 game counted"],
  ]);
  expect(pots).toEqual([
    [10, 30],
    [30, 30],
  ]);
});
