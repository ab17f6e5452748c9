import { expect, test } from "vitest";
import { alike, remember, steady } from "./steady.ts";

test.each([
  [{ a: 1, at: { x: 2, y: 3 } }, { a: 1, at: { x: 2, y: 3 } }, true],
  [{ a: 1, at: { x: 2, y: 3 } }, { a: 1, at: { x: 2, y: 4 } }, false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ b: undefined }, { a: 1 }, false],
  [["Ah", null], ["Ah", null], true],
  [["Ah"], { 0: "Ah" }, false],
  [null, {}, false],
  ["x", "x", true],
])("%j and %j are alike: %s", (a, b, expected) => {
  expect(alike(a, b)).toBe(expected);
});

test("what says the same is the same, name by name", () => {
  const keep = steady<{ x: number }>();
  const first = keep("a", { x: 1 });
  expect(keep("a", { x: 1 })).toBe(first);
  expect(keep("b", { x: 1 })).not.toBe(first);
  const second = keep("a", { x: 2 });
  expect(second).not.toBe(first);
  expect(keep("a", { x: 2 })).toBe(second);
});

test("what is made of the same is made once, name by name", () => {
  const made = remember<{ sum: number }>();
  const [one, two] = [{ x: 1 }, { x: 1 }];
  let times = 0;
  const sum = () => ({ sum: (times += 1) });
  const first = made("a", [one, 1], sum);
  expect(made("a", [one, 1], sum)).toBe(first);
  expect(made("b", [one, 1], sum)).not.toBe(first);
  expect(made("a", [two, 1], sum)).not.toBe(first);
  expect(made("a", [two], sum)).toEqual({ sum: 4 });
});
