// Whatever a person reads comes out of a dictionary: no component and no module has a text of its own.
import { readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import ts from "typescript";
import { expect, test } from "vitest";

const components = Object.keys(import.meta.glob("../**/*.svelte"));
/** All but dictionaries, the games' lines in the lobby, which are in both languages, what is generated, and tests. */
const modules = Object.keys(import.meta.glob("../**/*.ts")).filter(
  (path) => !/\/words\/|^\.\/|\/entry\.ts$|\/registry\.ts$|\/protocol\.ts$|\/testing\b|\.test\.ts$/.test(path),
);
/** What is the same in every language; a language is named in itself. */
const SAME = new Set(["RU", "EN", "Русский", "English"]);
const SAID = new Set(["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description"]);

type Node = { type?: string; name?: string; data?: string; value?: unknown; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const letters = (text: unknown): text is string => typeof text === "string" && /\p{L}{2}/u.test(text) && !SAME.has(text.trim());

/** Texts that an expression can become: not what it compares or looks up, but what comes out of it. */
function becomes(expression: unknown): string[] {
  if (!isNode(expression)) return [];
  const { type, value, consequent, alternate, left, right, elements, quasis, expressions, callee, arguments: given } = expression;
  const all = (nodes: unknown) => (nodes as unknown[]).flatMap(becomes);
  switch (type) {
    case "Literal":
      return letters(value) ? [value] : [];
    case "TemplateLiteral": {
      const cooked = (quasis as Node[]).map((part) => (part["value"] as { cooked: string }).cooked);
      return [...cooked.filter(letters), ...all(expressions)];
    }
    case "ConditionalExpression":
      return [...becomes(consequent), ...becomes(alternate)];
    case "LogicalExpression":
      return [...becomes(left), ...becomes(right)];
    case "BinaryExpression":
      return expression["operator"] === "+" ? [...becomes(left), ...becomes(right)] : [];
    case "ArrayExpression":
      return all(elements);
    case "CallExpression":
      // [one, other].filter(Boolean).join(" and "); what other functions are given is theirs to say.
      if (!isNode(callee)) return [];
      return [
        ...becomes(callee["object"]),
        ...(isNode(callee["property"]) && callee["property"].name === "join" ? all(given) : []),
      ];
    default:
      return [];
  }
}

/** Every text of a component's markup that has words, and not only the letter of a key. */
function texts(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) texts(one, found);
  if (!isNode(node)) return found;
  const { type, name, data, value, ...rest } = node;
  if (type === "Text" && letters(data)) found.push(data.trim());
  if (type === "ExpressionTag") found.push(...becomes(rest["expression"]));
  if (type === "Attribute") {
    if (SAID.has(name ?? "")) texts(value, found);
    return found;
  }
  for (const inner of Object.values(rest)) texts(inner, found);
  return found;
}

/** Words that only a person would read: Russian ones, or several that begin like a sentence. */
const sentence = (text: string): boolean =>
  !SAME.has(text.trim()) && (/[а-яё]{2}/i.test(text) || /^\p{Lu}\p{Ll}+ \p{L}{2}/u.test(text));

/** The sentences of a module; what an error says nobody reads but an engineer. */
function sentences(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return;
    if (
      (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) &&
      sentence(node.text)
    )
      found.push(node.text);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile("module.ts", source, ts.ScriptTarget.Latest, true));
  return found;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const scriptOf = (source: string) => /<script lang="ts">([^]*?)<\/script>/.exec(source)?.[1] ?? "";

test.each(components)("%s has no words of its own", (path) => {
  const source = read(path);
  expect(texts(parse(source, { modern: true }).fragment)).toEqual([]);
  expect(sentences(scriptOf(source))).toEqual([]);
});

test.each(modules)("%s has no sentences of its own", (path) => {
  expect(sentences(read(path))).toEqual([]);
});

test("a text would be found", () => {
  const found = (source: string) => texts(parse(source, { modern: true }).fragment);
  expect(found(`{#if open}<p title="Hello">{word} world</p>{/if}`)).toEqual(["Hello", "world"]);
  expect(found(`<p class="big" title={words.x}>{words.y} · 5 %</p>`)).toEqual([]);
  expect(found(`<p>{open ? "yes" : words.no}{"a" + "bc"}{\`\${n} of\`}{[x, "or"].join(" and ")}</p>`)).toEqual([
    "yes",
    "bc",
    " of",
    "or",
    " and ",
  ]);
  expect(found(`<p title={late ? "late" : ""} class={on ? "on" : ""}>{kind === "menu" ? words.menu : ""}</p>`)).toEqual(["late"]);
  expect(sentences(`const a = "Ваш ход"; f("Your turn", "data-act", "UTF 8"); throw new Error("No way out");`)).toEqual([
    "Ваш ход",
    "Your turn",
  ]);
});
