import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apply, type Tree } from "./patch.ts";

type Example = { name: string; before: Tree; patch: Tree; after: Tree };

// The same lines are read by the test of the room itself.
const examples = JSON.parse(
  readFileSync(new URL("../../../crates/protocol/tests/patches.json", import.meta.url), "utf8"),
) as Example[];

test.each(examples.map((example) => [example.name, example] as const))("%s", (_, { before, patch, after }) => {
  const kept = structuredClone(before);
  expect(apply(before, patch)).toEqual(after);
  expect(before, "the view before is not touched").toEqual(kept);
});

test("what does not change stays the same object", () => {
  const view = { seats: { "1": { stack: 1 }, "2": { stack: 2 } }, game: { total: 0 } };
  const next = apply(view, { seats: { "2": { stack: 3 } } });
  expect(next.seats["1"]).toBe(view.seats["1"]);
  expect(next.game).toBe(view.game);
  expect(next.seats["2"]).toEqual({ stack: 3 });
  expect(apply(view, {})).toBe(view);
});
