import { describe, expect, test } from "vitest";
import type { LobbyTable, Take } from "../protocol.ts";
import { firstSeat, tableToPlay } from "./entering.ts";
import { preferredLanguage, readSettings } from "./memory.ts";
import { readRoute, type Route, routeText } from "./route.ts";
import { anna, info, take, view } from "./testing.ts";

const table = (name: string, seated: number): LobbyTable => ({ table: name, info, seated });

describe("the table to play at", () => {
  test.each([
    ["is not known before the lobby", null, undefined],
    ["is none in an empty room", [], null],
    ["is the liveliest with a free seat", [table("a", 1), table("b", 4), table("c", 6)], "b"],
    ["is the first of equals", [table("a", 1), table("b", 1)], "a"],
    ["is one to watch when all are full", [table("a", 6), table("b", 6)], "a"],
  ])("%s", (_, tables, expected) => {
    expect(tableToPlay(anna, tables)).toBe(expected);
  });

  test("is the one where they sit", () => {
    expect(tableToPlay({ ...anna, seatedAt: ["c"] }, [table("a", 1)])).toBe("c");
  });
});

test("the first seat is taken with what most bring, as far as the wallet goes", () => {
  const at = (change: Partial<Take> = {}) => view({ take: { ...take, ...change } });
  expect(firstSeat(at(), 10_000)).toEqual({ seat: 1, buyIn: 2000 });
  expect(firstSeat(at({ seats: [3, 5] }), 1500)).toEqual({ seat: 3, buyIn: 1500 });
  expect(firstSeat(at(), 799)).toBeNull();
  expect(firstSeat(view(), 10_000)).toBeNull();
  // What the room asks of whoever left lately goes before what it asks of anybody.
  const own = { take: { ...take, chips: { ...take.chips, least: 6000, usual: 6000 }, brings: 6000 } };
  expect(firstSeat({ ...at(), own }, 10_000)).toEqual({ seat: 1, buyIn: 6000 });
  expect(firstSeat({ ...at(), own }, 5000)).toBeNull();
});

test.each([
  ["#/", { screen: "home" }],
  ["#/tables", { screen: "lobby" }],
  ["#/table/green", { screen: "table", table: "green" }],
  ["#/table/a%2Fb%20c", { screen: "table", table: "a/b c" }],
] as [string, Route][])("the address %s names its screen and back", (hash, route) => {
  expect(readRoute(hash)).toEqual(route);
  expect(routeText(route)).toBe(hash);
});

test.each(["", "#", "#/nonsense", "#/table", "#/table/%E0%A4%A", "#x"])("the address %j is the start page", (hash) => {
  expect(readRoute(hash)).toEqual({ screen: "home" });
});

test("the browser's first language that the room speaks is taken", () => {
  expect(preferredLanguage(["ru-RU", "en"])).toBe("ru");
  expect(preferredLanguage(["de", "ru", "en"])).toBe("ru");
  expect(preferredLanguage(["EN-gb"])).toBe("en");
  expect(preferredLanguage(["de"])).toBe("en");
});

test("kept settings are read, and whatever is wrong in them is not", () => {
  const first = { language: "ru", theme: "auto", fourColours: false, russianRanks: false };
  expect(readSettings(["ru"], null)).toEqual(first);
  expect(readSettings(["ru"], "{nonsense")).toEqual(first);
  expect(readSettings(["ru"], "7")).toEqual(first);
  expect(readSettings(["ru"], '{"language":"en","theme":"pink","fourColours":true}')).toEqual({
    ...first,
    language: "en",
    fourColours: true,
  });
});
