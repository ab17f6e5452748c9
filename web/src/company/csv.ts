// The evening's sheet as a table for other programs.
import type { Sheet } from "../protocol.ts";
import type { CompanyWords } from "./words/words.ts";

/** Text in a cell. A spreadsheet takes what begins like a formula for one: an apostrophe in front makes it text. */
function cell(text: string): string {
  const safe = /^[\s]*[=+\-@|\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function sheetCsv(sheet: Sheet, words: CompanyWords["sheet"]): string {
  const named = new Map(sheet.rows.map(({ player, name }) => [player, name]));
  const rows = [
    [words.name, words.brought, words.took, words.net].map(cell),
    ...sheet.rows.map(({ name, brought, took, net }) => [cell(name), String(brought), String(took), String(net)]),
    ...(sheet.payments ?? []).map(({ from, to, amount }) => [
      cell(words.settle),
      cell(named.get(from) ?? String(from)),
      cell(named.get(to) ?? String(to)),
      String(amount),
    ]),
  ];
  return `${rows.map((row) => row.join(",")).join("\r\n")}\r\n`;
}
