// Whoever looks away is called back: in every game, at whatever moment it becomes their turn.
import { describe, expect, test } from "vitest";
import { scenes } from "../../e2e/scenes.mjs";
import { loadGame } from "./registry.ts";

const turns = Object.entries(scenes).filter(([, { view }]) => view.own?.turn !== undefined);

test("one’s turn is looked at in every game", () => {
  const games = new Set(turns.map(([, { info }]) => info.game.game));
  expect([...games].toSorted()).toEqual(["durak", "holdem", "seka"]);
});

describe("one’s turn sounds", () => {
  test.each(turns)("at %s", async (_, { info, view }) => {
    const game = (await loadGame(info.game.game, "en"))?.game;
    const { turn: _turn, ...own } = view.own ?? {};
    const lines = game?.narrate({ events: [], before: { ...view, own }, after: view }) ?? [];
    expect(lines.map((line) => game?.sound(line))).toContain("turn");
  });
});
