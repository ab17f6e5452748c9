import { describe, expect, it } from "vitest";
import type { HandStory, TableView } from "../protocol.ts";
import { framesOf } from "./frames.ts";

const view = {
  seats: {},
  hand: 7,
  running: true,
  clocks: { 1: { since: 0, until: 10 } },
  game: { game: "seka", pot: 10 },
  own: { seat: 1, turn: 3, game: { game: "seka" } },
} as unknown as TableView;

const story = {
  hand: { table: "t" },
  info: { name: "T" },
  view,
  updates: [
    { now: 1, steps: [{ sequence: 5, events: [{ kind: "shuffled", number: 1, commitment: "x" }] }] },
    {
      now: 2,
      steps: [{ sequence: 6, events: [{ kind: "timedOut", seat: 1 }], patch: { game: { pot: 30 } } }],
      equity: { 1: 400 },
    },
    { now: 3, steps: [{ sequence: 7, patch: { hand: 8 } }] },
    { now: 4, steps: [{ sequence: 8, events: [{ kind: "handOver", hand: 7 }], patch: { running: false } }] },
  ],
} as unknown as HandStory;

describe("the frames of a hand", () => {
  const frames = framesOf(story);
  const shown = frames.map(
    ({ followed }) => followed.seen?.view as unknown as { hand: number; running: boolean; game: { pot: number } },
  );

  it("are what happened, one after the other, and the changes between are not lost", () => {
    expect(shown.map(({ hand, running, game }) => [hand, running, game.pot])).toEqual([
      [7, true, 10],
      [7, true, 30],
      [8, false, 30],
    ]);
    expect(frames.map(({ equity }) => equity)).toEqual([{}, { 1: 400 }, {}]);
  });

  it("have no clock that runs and ask nobody anything", () => {
    for (const { followed } of frames) {
      expect(followed.seen?.view.clocks).toEqual({});
      expect(followed.seen?.view.own).toEqual({ seat: 1, game: { game: "seka" } });
    }
  });
});
