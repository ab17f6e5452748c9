import { expect, test } from "vitest";
import { typedAmount } from "../../table/amount.ts";
import { steps } from "./sizing.ts";

test("a raise slides from the least to the most, whatever the step", () => {
  const slide = steps({ least: 60, most: 95, step: 10 });
  expect(Array.from({ length: slide.count + 1 }, (_, index) => slide.at(index))).toEqual([60, 70, 80, 90, 95]);
  expect([60, 71, 95, 400].map(slide.nearest)).toEqual([0, 1, 4, 4]);
  expect(steps({ least: 95, most: 95, step: 10 }).count).toBe(0);
});

test.each([
  ["100", 100, null],
  ["1 940", 1940, null],
  ["99", null, "tooLittle"],
  ["0", null, "tooLittle"],
  ["1941", null, "tooMuch"],
  ["", null, "notAnAmount"],
  ["lots", null, "notAnAmount"],
])("typing %j is never changed into another amount", (text, to, wrong) => {
  expect(typedAmount(text, 0, { least: 100, most: 1940 })).toEqual({ to, wrong });
});
