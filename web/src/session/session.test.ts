import { describe, expect, test } from "vitest";
import type { LobbyTable, Take, ToClient } from "../protocol.ts";
import { firstSeat, tableToPlay } from "./entering.ts";
import { preferredLanguage, readSettings, TICKS } from "./memory.ts";
import { anna, info, take, view, welcome } from "../net/testing.ts";
import { heardInRoom, linkFor, nothingYet, type RoomState, seatedAs } from "./fold.ts";
import { readRoute, type Route, routePath } from "./route.ts";

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
  ["/", { screen: "home" }],
  ["/tables", { screen: "lobby" }],
  ["/people", { screen: "people" }],
  ["/table/green", { screen: "table", table: "green" }],
  ["/table/a%2Fb%20c", { screen: "table", table: "a/b c" }],
  ["/tournament/sng-6-2", { screen: "tournament", tournament: "sng-6-2" }],
  ["/tournaments/new", { screen: "newTournament" }],
  ["/setup/cup-3", { screen: "setup", tournament: "cup-3" }],
  ["/director", { screen: "directors" }],
  ["/director/evening-3", { screen: "director", evening: "evening-3" }],
  ["/screen/00ff", { screen: "screen", secret: "00ff" }],
] as [string, Route][])("the address %s names its screen and back", (path, route) => {
  expect(readRoute(path)).toEqual(route);
  expect(routePath(route)).toBe(path);
  expect(readRoute("/", `#${path}`), "as older links had it").toEqual(route);
});

test.each(["", "/nonsense", "/table", "/table/", "/table/%E0%A4%A", "x", "/table/a/b"])(
  "the address %j is the start page",
  (path) => {
    expect(readRoute(path)).toEqual({ screen: "home" });
  },
);

test("a game this page does not know is not played at", () => {
  const odd = { ...table("odd", 5), info: { ...info, game: { game: "whist" } as unknown as typeof info.game } };
  expect(tableToPlay(anna, [odd, table("a", 1)])).toBe("a");
  expect(tableToPlay(anna, [odd])).toBeNull();
});

test("what the room says of the person is theirs", () => {
  const known = heardInRoom(nothingYet, welcome(anna), 1000);
  expect(known.you).toEqual(anna);
  expect(heardInRoom(known, { type: "wallet", chips: 42 }, 1000).you?.wallet).toBe(42);
  expect(heardInRoom(heardInRoom(known, welcome(null), 1000), { type: "wallet", chips: 42 }, 1000).you).toBeNull();
  const sat = seatedAs(known, "green", true);
  expect(sat.you?.seatedAt).toEqual(["green"]);
  expect(seatedAs(sat, "green", true)).toBe(sat);
  expect(seatedAs(sat, "green", false).you?.seatedAt).toEqual([]);
  expect(seatedAs(nothingYet, "green", true)).toBe(nothingYet);
});

test("links for others begin where the room says, and with the page's own address otherwise", () => {
  const link = (state: RoomState) => linkFor(state, "http://localhost:8080", "/table/green#secret");
  expect(link(nothingYet)).toBe("http://localhost:8080/table/green#secret");
  const near = heardInRoom(nothingYet, { ...welcome(anna), site: "http://192.168.1.7:8080" }, 1000);
  expect(link(near)).toBe("http://192.168.1.7:8080/table/green#secret");
  expect(link(heardInRoom(near, welcome(anna), 1000))).toBe("http://localhost:8080/table/green#secret");
});

test("a fault stays until the room speaks again, and news nobody knows changes nothing", () => {
  const faulty = heardInRoom(nothingYet, { type: "error", fault: { code: "unknownTable", table: "green" } }, 1000);
  expect(faulty.fault?.code).toBe("unknownTable");
  expect(heardInRoom(faulty, { type: "fireworks" } as unknown as ToClient, 1000)).toBe(faulty);
  expect(heardInRoom(faulty, welcome(anna), 1000).fault).toBeNull();
});

test("the browser's first language that the room speaks is taken", () => {
  expect(preferredLanguage(["ru-RU", "en"])).toBe("ru");
  expect(preferredLanguage(["de", "ru", "en"])).toBe("ru");
  expect(preferredLanguage(["EN-gb"])).toBe("en");
  expect(preferredLanguage(["de"])).toBe("en");
});

test("kept settings are read, and whatever is wrong in them is not", () => {
  const first = { language: "ru", theme: "auto", ...TICKS };
  expect(readSettings(["ru"], null)).toEqual(first);
  expect(readSettings(["ru"], "{nonsense")).toEqual(first);
  expect(readSettings(["ru"], "7")).toEqual(first);
  expect(readSettings(["ru"], '{"language":"en","theme":"pink","fourColours":true,"sounds":"loud"}')).toEqual({
    ...first,
    language: "en",
    fourColours: true,
  });
});
