import { describe, expect, test } from "vitest";
import type { Fault, LeftWhy, Refusal } from "../protocol.ts";
import { words as durakEn } from "../games/durak/words/en.ts";
import { words as durakRu } from "../games/durak/words/ru.ts";
import { words as holdemEn } from "../games/holdem/words/en.ts";
import { words as holdemRu } from "../games/holdem/words/ru.ts";
import { words as sekaEn } from "../games/seka/words/en.ts";
import { words as sekaRu } from "../games/seka/words/ru.ts";
import { words as peopleEn } from "../people/words/en.ts";
import { words as peopleRu } from "../people/words/ru.ts";
import { words as companyEn } from "../company/words/en.ts";
import { words as companyRu } from "../company/words/ru.ts";
import { words as replayEn } from "../replay/words/en.ts";
import { words as replayRu } from "../replay/words/ru.ts";
import { words as tournamentEn } from "../tournament/words/en.ts";
import { words as tournamentRu } from "../tournament/words/ru.ts";
import { words as statisticsEn } from "../statistics/words/en.ts";
import { words as statisticsRu } from "../statistics/words/ru.ts";
import { words as en } from "./en.ts";
import { pluralEn, pluralRu } from "./plural.ts";
import { words as ru } from "./ru.ts";
import { faultText, goneText, refusalText, type Words } from "./words.ts";

/** Every leaf of a dictionary, by its path. */
function leaves(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key));
}

/** What a text says when it is given something for everything it may ask. */
function spoken(leaf: unknown): string {
  if (typeof leaf !== "function") return String(leaf);
  const said = {
    name: "P",
    you: false,
    amount: 5,
    hand: 3,
    seats: 6,
    seat: 2,
    least: 100,
    most: 200,
    balance: 50,
    protocol: 2,
    table: "x",
    why: "allIn",
    players: ["P"],
  };
  const first = /^\(?\{/.test(leaf.toString()) ? said : "7";
  return String(leaf(first, first === said ? String : "9", "4"));
}

const dictionaries: [string, Words][] = [
  ["en", en],
  ["ru", ru],
];
/** The frame's words and every game's; a line of a game is spoken in that game's own tests. */
const pairs: [string, object, object][] = [
  ["the frame", en, ru],
  ["Hold’em", plain(holdemEn), plain(holdemRu)],
  ["Seka", plain(sekaEn), plain(sekaRu)],
  ["Durak", plain(durakEn), plain(durakRu)],
  ["people", peopleEn, peopleRu],
  ["statistics", statisticsEn, statisticsRu],
  ["company", companyEn, companyRu],
  ["history", replayEn, replayRu],
  ["tournaments", plain(tournamentEn), plain(tournamentRu)],
];

function plain(words: object): object {
  const { line: _line, made: _made, last: _last, ...rest } = words as Record<string, unknown>;
  return rest;
}

describe("both languages", () => {
  test.each(pairs)("of %s have the same words", (_, english, russian) => {
    const paths = (words: object) =>
      leaves(words)
        .map(([path]) => path)
        .sort();
    expect(paths(russian)).toEqual(paths(english));
    expect(paths(english).length).toBeGreaterThan(25);
  });

  test.each(pairs.flatMap(([name, ...both]) => both.map((words) => [name, words] as const)))(
    "of %s say something everywhere, calmly",
    (_, words) => {
      for (const [path, leaf] of leaves(words)) {
        const text = spoken(leaf);
        expect(text.trim(), path).not.toBe("");
        expect(text, path).not.toMatch(/!|TODO|\[object/);
      }
    },
  );

  test.each(pairs)("of %s differ wherever people read", (_, en, ru) => {
    const shared = new Set([
      "table.buttonLetter",
      "language.name",
      "language.other",
      "won",
      "card.name",
      "export.csv",
      "export.json",
      "form.row",
    ]);
    const english = new Map(leaves(en));
    for (const [path, leaf] of leaves(ru)) {
      // A figure reads the same in both.
      if (shared.has(path) || path.startsWith("notation.") || !/\p{L}/u.test(spoken(leaf))) continue;
      expect(spoken(leaf), path).not.toBe(spoken(english.get(path)));
      if (path !== "language.other") expect(spoken(leaf), path).toMatch(/[а-яё]/i);
    }
  });

  test.each(dictionaries)("%s names every card", (_, words) => {
    expect(Object.keys(words.card.ranks).sort()).toEqual([..."23456789AJKQT"]);
    expect(Object.keys(words.card.suits).sort()).toEqual([..."cdhs"]);
  });
});

test("a refusal says what to do, with the amounts", () => {
  const money = (amount: number) => `<${amount}>`;
  const cases: [Refusal, string, string][] = [
    [{ code: "raiseTooSmall", least: 40 }, "Too little: raise to <40> or more.", "Мало: рейз от <40>."],
    [
      { code: "mayNotRaise", why: "notReopened" },
      "No raise now. Nobody has made a full raise since you acted.",
      "Рейза сейчас нет. После вашего хода никто не сделал полный рейз.",
    ],
    [{ code: "notEnoughChips", balance: 7 }, "Your wallet has <7>. Bring less.", "В кошельке <7>. Возьмите меньше."],
  ];
  for (const [refusal, english, russian] of cases) {
    expect(refusalText(en, refusal, money)).toBe(english);
    expect(refusalText(ru, refusal, money)).toBe(russian);
  }
});

test.each([
  [1, "one"],
  [2, "few"],
  [4, "few"],
  [5, "many"],
  [11, "many"],
  [12, "many"],
  [21, "one"],
  [22, "few"],
  [111, "many"],
  [0, "many"],
])("the Russian plural of %i is %s", (count, form) => {
  expect(pluralRu(count, "one", "few", "many")).toBe(form);
});

test.each([
  [1, "one"],
  [0, "more"],
  [2, "more"],
  [21, "more"],
])("the English plural of %i is %s", (count, form) => {
  expect(pluralEn(count, "one", "more")).toBe(form);
});

test.each(dictionaries)("%s has words for codes it does not know", (_, words) => {
  const unknown = { code: "moonIsFull" };
  expect(refusalText(words, unknown as unknown as Refusal, String)).toBe(words.unknown.refusal);
  expect(faultText(words, unknown as unknown as Fault, String)).toBe(words.unknown.fault);
  expect(goneText(words, "abducted" as LeftWhy)).toBe(words.unknown.gone);
});
