import { expect, test } from "vitest";
import { words as en } from "./en.ts";
import { words as ru } from "./ru.ts";
import { titleOf } from "./title.ts";

test.each([
  ["sng-6-12", "Sit & Go · 6", "Sit & Go · 6", "Сит-энд-гоу · 6"],
  ["turbo-6-1", "Turbo · 6", "Turbo · 6", "Турбо · 6"],
  ["sng-9-3-1", "Sit & Go · 9 · 1", "Sit & Go · 9 · 1", "Сит-энд-гоу · 9 · 1"],
  // Somebody's own is called as they called it.
  ["cup-4", "Sit & Go", "Sit & Go", "Sit & Go"],
  ["holdem-1", "Hold’em 1/2", "Hold’em 1/2", "Hold’em 1/2"],
  ["sng-6", "Six", "Six", "Six"],
])("%s is called by the house, or by whoever named it", (name, title, english, russian) => {
  expect(titleOf(name, title, en)).toBe(english);
  expect(titleOf(name, title, ru)).toBe(russian);
});
