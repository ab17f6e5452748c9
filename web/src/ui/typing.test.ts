import { describe, expect, test } from "vitest";
import { isTyping } from "./typing.ts";

describe("a letter", () => {
  const target = (tagName: string, rest: object = {}) => ({ tagName, ...rest }) as unknown as EventTarget;
  test.each([
    ["an amount", target("INPUT", { type: "text" })],
    ["a name", target("input", { type: "search" })],
    ["an input of no kind", target("INPUT")],
    ["a chat line", target("TEXTAREA")],
    ["a list", target("SELECT")],
    ["a text that can be edited", target("DIV", { isContentEditable: true })],
  ])("typed into %s does not act", (_, field) => expect(isTyping(field)).toBe(true));

  test.each([
    ["a slider", target("INPUT", { type: "range" })],
    ["a tick", target("INPUT", { type: "checkbox" })],
    ["a button", target("BUTTON", { type: "submit" })],
    ["the page", target("BODY", { isContentEditable: false })],
    ["nothing", null],
  ])("typed at %s acts", (_, place) => expect(isTyping(place)).toBe(false));
});
