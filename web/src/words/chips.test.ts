import { describe, expect, test } from "vitest";
import type { Language } from "../protocol.ts";
import { blindsText, chipsText, readChips } from "./chips.ts";

describe("an amount of chips is written", () => {
  const cases: [number, number, Language, string][] = [
    [0, 0, "en", "0"],
    [950, 0, "en", "950"],
    [1250, 0, "en", "1,250"],
    [1250, 0, "ru", "1\u00a0250"],
    [1234567, 0, "ru", "1\u00a0234\u00a0567"],
    [150, 2, "en", "1.50"],
    [150, 2, "ru", "1,50"],
    [5, 2, "en", "0.05"],
    [125000, 2, "ru", "1\u00a0250,00"],
    [-40, 0, "en", "\u221240"],
    [Number.MAX_SAFE_INTEGER, 2, "en", "90,071,992,547,409.91"],
  ];
  test.each(cases)("%i at scale %i in %s: %s", (amount, scale, language, text) => {
    expect(chipsText(amount, scale, language)).toBe(text);
  });
});

describe("what somebody types is read", () => {
  const cases: [string, number, number | null][] = [
    ["40", 0, 40],
    [" 1 250 ", 0, 1250],
    ["1\u00a0250", 0, 1250],
    ["1,250", 0, 1250],
    ["1,25", 0, null],
    ["1.5", 2, 150],
    ["1,50", 2, 150],
    ["1.", 2, 100],
    ["1.505", 2, null],
    ["", 0, null],
    ["-5", 0, null],
    ["all", 0, null],
    ["99999999999999999999", 0, null],
  ];
  test.each(cases)("%j at scale %i", (text, scale, amount) => {
    expect(readChips(text, scale)).toBe(amount);
  });

  test("and what was written, in both languages", () => {
    for (const language of ["en", "ru"] as const) {
      for (const amount of [0, 1, 99, 100, 1250, 999_999, 1_000_000]) {
        expect(readChips(chipsText(amount, 0, language), 0)).toBe(amount);
      }
    }
    // With decimals a group mark and a decimal mark cannot be told apart in English: Russian only.
    for (const amount of [5, 150, 125_000]) expect(readChips(chipsText(amount, 2, "ru"), 2)).toBe(amount);
  });
});

test.each([
  [40, 20, "2", "2"],
  [45, 20, "2.3", "2,3"],
  [10, 20, "0.5", "0,5"],
  [25_000, 20, "1,250", "1\u00a0250"],
])("%i chips at a blind of %i are %s big blinds", (amount, blind, english, russian) => {
  expect(blindsText(amount, blind, "en")).toBe(english);
  expect(blindsText(amount, blind, "ru")).toBe(russian);
});
