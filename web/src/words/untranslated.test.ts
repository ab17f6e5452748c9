// Whatever a person reads comes out of a dictionary: no component has a text of its own.
import { readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const sources = import.meta.glob("../**/*.svelte");
/** What is the same in every language. */
const SAME = new Set(["RU", "EN"]);
const SAID = new Set(["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description"]);

type Node = { type?: string; name?: string; data?: string; value?: unknown; [key: string]: unknown };

/** Every text of a component's markup that has words, and not only the letter of a key. */
function texts(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) texts(one, found);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return found;
  const { type, name, data, value, ...rest } = node as Node;
  const letters = (text: unknown) => typeof text === "string" && /\p{L}{2}/u.test(text) && !SAME.has(text.trim());
  if (type === "Text" && letters(data)) found.push(String(data).trim());
  if (type === "Attribute") {
    if (SAID.has(name ?? "") && Array.isArray(value)) texts(value, found);
    return found;
  }
  for (const inner of Object.values(rest)) texts(inner, found);
  return found;
}

test.each(Object.keys(sources))("%s has no words of its own", (path) => {
  const { fragment } = parse(readFileSync(new URL(path, import.meta.url), "utf8"), { modern: true });
  expect(texts(fragment)).toEqual([]);
});

test("a text would be found", () => {
  const found = (source: string) => texts(parse(source, { modern: true }).fragment);
  expect(found(`{#if open}<p title="Hello">{word} world</p>{/if}`)).toEqual(["Hello", "world"]);
  expect(found(`<p class="big" title={words.x}>{words.y} · 5 %</p>`)).toEqual([]);
});
