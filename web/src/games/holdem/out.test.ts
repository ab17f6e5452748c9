import { expect, test } from "vitest";
import { sits, view } from "../../net/testing.ts";
import { game } from "./index.ts";

const seats = { 1: sits(1, { inHand: true }), 2: sits(2, { inHand: true }) };
const hand = (folded: boolean, running = true) => {
  const players = { 1: { player: 1, folded }, 2: { player: 2 } };
  const played = { game: "holdem" as const, boards: [[]], order: [1, 2], pots: [], street: 0, total: 30, players };
  return view({ running, seats, game: played });
};

test("whoever folded is out of the hand until it is over; who looks on never was in it", () => {
  const own = { seat: 1 };
  expect(game.isOut?.({ ...hand(true), own })).toBe(true);
  expect(game.isOut?.({ ...hand(false), own })).toBe(false);
  expect(game.isOut?.({ ...hand(true, false), own })).toBe(false);
  expect(game.isOut?.(hand(true))).toBe(false);
});
