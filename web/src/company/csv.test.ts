import { expect, test } from "vitest";
import { sheetCsv } from "./csv.ts";
import { words } from "./words/en.ts";

test("a name that looks like a formula stays a name", () => {
  const row = (player: number, name: string, net: number) => ({ player, name, brought: 100, took: 100 + net, net });
  const names = ["=1+1", "+7", "-x", "@sum", ' "q", r', "\t=1", "Аня"];
  const sheet = {
    rows: names.map((name, index) => row(index, name, index === 0 ? -5 : 0)),
    payments: [{ from: 0, to: 6, amount: 5 }],
  };
  const lines = sheetCsv(sheet, words.sheet).split("\r\n");
  expect(lines.slice(0, 8)).toEqual([
    '"Name","In","Out","Net"',
    `"'=1+1",100,95,-5`,
    `"'+7",100,100,0`,
    `"'-x",100,100,0`,
    `"'@sum",100,100,0`,
    '" ""q"", r",100,100,0',
    `"'\t=1",100,100,0`,
    '"Аня",100,100,0',
  ]);
  expect(lines[8]).toBe(`"To settle","'=1+1","Аня",5`);
});
