import { expect, test } from "vitest";
import type { ChairOffers, TableView } from "../protocol.ts";
import { view } from "../net/testing.ts";
import { topUpOf } from "./topup.ts";

const chips = { least: 1, most: 3000, usual: 3000, step: 1 };
const at = (stack: number, change: Partial<TableView> = {}, chair: ChairOffers = { addChips: { chips } }): TableView =>
  view({
    running: false,
    seats: { 2: { player: 7, name: "Anna", stack, kind: "person", state: "playing", connected: true, inHand: false } },
    own: { seat: 2, chair },
    ...change,
  });

test.each([
  ["what is missing", at(1400), 2000, 9000, 600],
  ["as much as the wallet has", at(1400), 2000, 250, 250],
  ["as much as the room lets one", at(0, {}, { addChips: { chips: { ...chips, most: 500 } } }), 2000, 9000, 500],
  ["nothing below the least", at(1990, {}, { addChips: { chips: { ...chips, least: 40 } } }), 2000, 9000, null],
  ["nothing when nothing is missing", at(2600), 2000, 9000, null],
  ["nothing in a hand", at(1400, { running: true }), 2000, 9000, null],
  ["nothing when it is not offered", at(1400, {}, {}), 2000, 9000, null],
  ["nothing when nobody knows what was brought", at(1400), null, 9000, null],
  ["nothing to who looks on", view({ seats: at(1400).seats }), 2000, 9000, null],
])("%s", (_, seen, brought, wallet, expected) => {
  expect(topUpOf(seen, brought, wallet)).toBe(expected);
});
