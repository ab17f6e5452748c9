// A table with straddles where the board may be dealt twice.
import assert from "node:assert/strict";
import { Pretended, scene } from "./pretended.mjs";

/** @param {import("playwright-core").Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkTwice(browser, origin, told) {
  for (const { width, height } of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await asked(browser, origin, width, height);
    await twoBoards(browser, origin, width, height);
  }
  told("whoever is asked answers before the clock runs out, and two boards lie apart from each other");
  await straddles(browser, origin);
  told("the menu says whether one straddles, and changes it");
  await form(browser, origin);
  told("a new table is made with what the room lets its game be made with");
}

/** @param {import("playwright-core").Browser} browser @param {string} origin @param {number} width @param {number} height */
async function asked(browser, origin, width, height) {
  const room = await Pretended.open(browser, origin, scene("twice-asked"), { width, height });
  const { page } = room;
  assert.match(await page.locator(".question").innerText(), /Run it twice\?\s+\d/);
  await page.locator("[data-act=runTwice][data-agree=false]:enabled").waitFor();
  await page.locator("[data-act=runTwice][data-agree=true]:enabled").click();
  await page.waitForTimeout(100);
  const acts = room.acted.map((/** @type {any} */ act) => [act.turn, act.action]);
  const turn = scene("twice-asked").view.own?.turn;
  assert.deepEqual(acts, [[turn, { game: "holdem", kind: "runTwice", agree: true }]]);
  room.goesOn(scene("twice-asked"));
  await page.locator(".idle .mine", { hasText: "Константин" }).waitFor();
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin @param {number} width @param {number} height */
async function twoBoards(browser, origin, width, height) {
  const room = await Pretended.open(browser, origin, scene("twice"), { width, height, calm: true });
  const { page } = room;
  await page.locator("[data-of=board] svg[data-card]").nth(9).waitFor();
  const boxes = await page
    .locator("[data-of=board] svg[data-card]")
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()));
  const over = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) assert(!over(one, other), `two cards over each other at ${width}`);
  const winners = await page.locator(".winners span").allInnerTexts();
  assert.deepEqual(
    winners.map((line) => line.slice(0, 8)),
    ["Board 1:", "Board 2:"],
  );
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function straddles(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("twice"));
  const { page } = room;
  await page.locator("header [aria-haspopup=dialog]").last().click();
  const toggle = page.locator("[data-straddle]");
  assert.equal(await toggle.isChecked(), false);
  await toggle.check();
  const word = room.heard.find((/** @type {any} */ message) => message.type === "say");
  assert.deepEqual(word?.word, { game: "holdem", say: { straddle: { on: true } } });
  room.happens({ patch: { own: { chair: { straddle: true } } } });
  await page.locator("[data-straddle]:checked").waitFor();
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function form(browser, origin) {
  const size = { width: 390, height: 844 };
  const room = await Pretended.open(browser, origin, scene("twice"), { ...size, path: "/tables" });
  const { page } = room;
  const seats = { least: 2, most: 10, usual: 6 };
  const games = [
    { game: "holdem", variant: "NT", seats, options: { straddle: true, runItTwice: true } },
    { game: "holdem", variant: "FT", seats, options: { runItTwice: true } },
  ];
  const asks = (/** @type {any} */ message) => message.type === "followLobby";
  while (!room.heard.some(asks)) await page.waitForTimeout(50);
  room.say({ type: "lobby", tables: [], bounds: { tables: 3, leastStake: 1, mostStake: 1000, games, clocks: [20, 30] } });
  await page.locator("[data-open-table]").click();
  await page.locator("[data-option=straddle]").check();
  await page.locator("[data-option=runItTwice]").check();
  const variant = page.locator("dialog select").first();
  await variant.selectOption("FT");
  assert.equal(await page.locator("[data-option=straddle]").count(), 0, "fixed limit has no straddle");
  assert.deepEqual(await made(room), { runItTwice: true });
  await variant.selectOption("NT");
  assert.deepEqual(await made(room), { straddle: true, runItTwice: true });
  await room.close();
}

/** Sends the form; what the table would be made with. @param {Pretended} room */
async function made(room) {
  await room.page.locator("dialog form button.accent").click();
  await room.page.waitForTimeout(100);
  return room.heard.findLast((/** @type {any} */ message) => message.type === "createTable")?.form.game.options;
}
