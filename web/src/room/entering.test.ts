import { describe, expect, test } from "vitest";
import type { LobbyTable, SeatView, TableInfo } from "../protocol.ts";
import { buyInBounds, defaultBuyIn, freeSeat, tableToPlay } from "./entering.ts";
import { preferredLanguage, readSettings } from "./memory.ts";
import { readRoute, type Route, routeText } from "./route.ts";
import { anna, info, view } from "./testing.ts";

const table = (name: string, seated: number): LobbyTable => ({ table: name, info, seated });
const sits = (seat: number): SeatView => ({ seat, name: "x", kind: "person", stack: 1, state: "playing", inHand: false, owes: 0 });

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

  test("is the one where he sits", () => {
    expect(tableToPlay({ ...anna, seatedAt: ["c"] }, [table("a", 1)])).toBe("c");
  });
});

test("the free seat is the lowest, if any", () => {
  const at = (...seats: number[]) => ({ info, view: view(1, { seats: seats.map(sits) }) });
  expect(freeSeat(at())).toBe(1);
  expect(freeSeat(at(1, 2, 4))).toBe(3);
  expect(freeSeat(at(1, 2, 3, 4, 5, 6))).toBeNull();
});

test("the first buy-in is a hundred big blinds, within the table and the wallet", () => {
  const at = (change: Partial<TableInfo> = {}, brings: number | null = null) => ({
    info: { ...info, ...change },
    view: view(1, { brings }),
  });
  expect(defaultBuyIn(at(), 10_000)).toBe(2000);
  expect(defaultBuyIn(at(), 1500)).toBe(1500);
  expect(defaultBuyIn(at(), 799)).toBeNull();
  expect(defaultBuyIn(at({ mostBuyIn: 1000 }), 10_000)).toBe(1000);
  expect(defaultBuyIn(at({ leastBuyIn: 3000 }), 10_000)).toBe(3000);
  // Whoever left with more than most bring comes back with just that.
  expect(defaultBuyIn(at({}, 6000), 10_000)).toBe(6000);
  expect(buyInBounds(at({}, 6000))).toEqual({ least: 6000, most: 6000 });
  expect(buyInBounds(at({}, 1000))).toEqual({ least: 1000, most: 4000 });
  expect(defaultBuyIn(at({}, 6000), 5000)).toBeNull();
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
