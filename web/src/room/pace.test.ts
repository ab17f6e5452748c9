import { describe, expect, test } from "vitest";
import { cardAfterMs, cardsBefore, decidedAfterMs } from "./pace.ts";
import { info, view } from "./testing.ts";

describe("the end of a hand in which everybody is all-in", () => {
  const board = ["Qh", "9c", "2d", "Ts", "Jh"];
  const at = (cards: number, running: boolean, hand = 7) =>
    view(2, { hand, running, game: { ...view(1).game, boards: [board.slice(0, cards)] } });
  const told = [{ sequence: 2, event: { kind: "handOver", hand: 7 } as const }];
  const seen = (before: number | null, cards: number, running: boolean) => ({
    table: "a", info, view: at(cards, running), events: before === null ? [] : told,
    before: before === null ? null : at(before, true), heardAtMs: 0,
  });

  test("streets that come at once are seen one after the other", () => {
    const after = [0, 1, 2, 3, 4].map((place) => cardAfterMs(place, 0));
    expect(after[0]).toBe(0);
    expect((after[3] ?? 0) - (after[2] ?? 0)).toBeGreaterThan(800);
    expect((after[4] ?? 0) - (after[3] ?? 0)).toBeGreaterThan(800);
    expect(cardAfterMs(4, 4)).toBe(0);
    expect(cardAfterMs(2, 3)).toBe(0);
  });

  test("it is decided when the last card has been seen, and at once when none is to come", () => {
    expect(cardsBefore(seen(3, 5, false))).toBe(3);
    expect(decidedAfterMs(seen(0, 5, false))).toBeGreaterThan(decidedAfterMs(seen(3, 5, false)));
    expect(decidedAfterMs(seen(3, 5, false))).toBeGreaterThan(1000);
    expect(decidedAfterMs(seen(5, 5, false))).toBe(0);
    expect(decidedAfterMs(seen(0, 3, true))).toBe(0);
    // Whoever comes later sees it as it lies.
    expect(decidedAfterMs(seen(null, 5, false))).toBe(0);
  });
});
