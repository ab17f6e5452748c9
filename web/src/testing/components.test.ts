// @vitest-environment happy-dom
// Components that matter, each by itself: what they offer, what they say to the room, and what they leave alone.
import { describe, expect, test, vi } from "vitest";
import { scene } from "../../e2e/scenes.mjs";
import { asked } from "../../e2e/asked.mjs";
import Requests from "../company/Requests.svelte";
import type { Around, TableInfo, TableView } from "../protocol.ts";
import BuyIn from "../table/BuyIn.svelte";
import { info, take, view } from "../net/testing.ts";
import Reader from "../speak/Reader.svelte";
import CopyLink from "../ui/CopyLink.svelte";
import SettingsForm from "../ui/SettingsForm.svelte";
import { press, Room, text } from "./room.ts";

/** The buttons of a game's bar, as they are read. */
const offers = (bar: HTMLElement) => [...bar.querySelectorAll("[data-act]")].map((button) => button.getAttribute("data-act"));

async function controlsOf(scene: { info: TableInfo; view: TableView }): Promise<[Room, HTMLElement]> {
  const room = await Room.open(scene);
  const Controls = room.session.table?.loaded?.game.Controls;
  if (!Controls) throw new Error("the game has no buttons");
  return [room, room.show(Controls, {})];
}

describe("the buttons of a game", () => {
  test("are what the room offers, and say what was pressed once they have been looked at", async () => {
    const [room, bar] = await controlsOf(scene("preflop"));
    expect(offers(bar).toSorted()).toEqual(["checkOrCall", "fold", "raiseTo"]);
    expect(text(bar.querySelector("[data-act=checkOrCall]"))).toContain("60");
    expect(() => press(bar, "[data-act=fold]"), "a tap meant for the last decision").toThrow("cannot be pressed");
    await vi.waitFor(() => press(bar, "[data-act=checkOrCall]"));
    expect(room.said("act").map(({ table, action }) => ({ table, ...action }))).toMatchObject([
      { table: "green", game: "holdem", kind: "checkOrCall" },
    ]);
    expect(() => press(bar, "[data-act=fold]"), "one decision a turn").toThrow();
  });

  test("of Seka have one accent, and fold for nothing only when it is meant", async () => {
    const [room, bar] = await controlsOf(scene("sekaFirst"));
    expect([...bar.querySelectorAll(".accent")].map((button) => button.getAttribute("data-act"))).toEqual(["open"]);
    await vi.waitFor(() => press(bar, "[data-act=fold]"));
    expect(room.said("act")).toEqual([]);
    expect(bar.querySelector("[role=alert]")).not.toBeNull();
    press(bar, "[data-act=fold]");
    expect(room.said("act")).toMatchObject([{ action: { game: "seka", kind: "fold" } }]);
  });
});

describe("who asks the host", () => {
  const around = asked as Around;

  test("is named, and let in by one tap", async () => {
    const room = await Room.open({ ...scene("flop"), around });
    const shown = room.show(Requests, {});
    expect([...shown.querySelectorAll("[data-request] .text")].map(text)).toEqual([
      "Константин would like seat 4 with 2,000",
      "Вера would like 500 more",
    ]);
    // Not by a tap that was meant for what lay there a moment ago.
    const yes = "[data-request='22'] .accent";
    expect(shown.querySelector<HTMLButtonElement>(yes)?.disabled).toBe(true);
    await vi.waitFor(() => expect(shown.querySelector<HTMLButtonElement>(yes)?.disabled).toBe(false));
    press(shown, yes);
    expect(room.said("decide")).toMatchObject([{ table: "green", player: 22, accept: true }]);
    // The room takes who was let in off the list.
    const requests = around.hosted?.requests?.slice(0, 1) ?? [];
    room.say({
      type: "around",
      table: "green",
      around: { ...around, ...(around.hosted ? { hosted: { ...around.hosted, requests } } : {}) },
    });
    expect(shown.querySelectorAll("[data-request]").length).toBe(1);
    expect(shown.querySelector(".more"), "nobody else waits").toBeNull();
  });

  test("is shown to nobody else", async () => {
    const hosted = around.hosted ? { ...around.hosted, host: 99 } : undefined;
    const room = await Room.open({ ...scene("flop"), around: { ...around, ...(hosted ? { hosted } : {}) } });
    expect(room.show(Requests, {}).querySelectorAll("[data-request]").length).toBe(0);
  });
});

describe("chips to sit down with", () => {
  const free = { info, view: view({ take }) };

  test("are what most bring, and go to the seat that was chosen", async () => {
    const room = await Room.open(free);
    const close = vi.fn();
    const shown = room.show(BuyIn, { seat: 4, close });
    expect(shown.querySelector<HTMLInputElement>("#buy-in")?.value).toBe("2,000");
    press(shown, "form .accent");
    expect(room.said("sit")).toMatchObject([{ table: "green", seat: 4, buyIn: 2000 }]);
    expect(close).toHaveBeenCalledOnce();
  });

  test("are not offered to an empty wallet", async () => {
    const room = await Room.open({ ...free, you: { id: 3, name: "Анна", seatedAt: [], wallet: 10 } });
    const shown = room.show(BuyIn, { seat: 4, close: () => {} });
    expect(shown.querySelector("#buy-in")).toBeNull();
    expect(text(shown.querySelector("dialog")).length).toBeGreaterThan(10);
  });
});

test("settings take effect at once, and are there the next time", async () => {
  const room = await Room.open(scene("flop"));
  const shown = room.show(SettingsForm, {});
  expect(room.session.settings.sounds).toBe(true);
  press(shown, "[data-setting=sounds]");
  await vi.waitFor(() => expect(room.session.settings.sounds).toBe(false));
  press(shown, ".themes button:nth-child(2)");
  expect(room.session.settings.theme).toBe("light");
  expect(shown.querySelector(".themes [aria-checked=true]")?.textContent).toBe(room.session.words.menu.themeLight);
  const { readSettings } = await import("../session/memory.ts");
  expect(readSettings(["en"])).toMatchObject({ sounds: false, theme: "light" });
});

test("a link is copied; without a clipboard it is marked, to be copied by hand", async () => {
  const room = await Room.open(scene("flop"));
  const link = "http://room.local/shared/00ff";
  const shown = room.show(CopyLink, { link, label: "Link", title: "Hand 1" });
  const field = shown.querySelector<HTMLInputElement>("[data-link]");
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  press(shown, ".accent");
  await vi.waitFor(() => expect(text(shown.querySelector(".accent"))).toBe("Copied"));
  expect(writeText).toHaveBeenCalledWith(link);
  vi.stubGlobal("navigator", {});
  press(shown, ".accent");
  expect([field?.value, field?.selectionStart, field?.selectionEnd]).toEqual([link, 0, link.length]);
});

test.each([
  ["durak-defend", "Everybody has: Анна 6 cards, Vera 10 cards, Lev 5 cards."],
  ["preflop", /^Stacks: Vera 1,910, /],
])("whoever listens at %s hears what everybody has", async (moment, said) => {
  const room = await Room.open(scene(moment));
  const shown = room.show(Reader, {});
  dispatchEvent(new KeyboardEvent("keydown", { code: "Digit4" }));
  await vi.waitFor(() => expect(text(shown.querySelector("[data-read]"))).toMatch(said));
});
