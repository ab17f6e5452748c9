// What a real room rarely does: news nobody knows yet, namesakes, a message every moment, everything at once.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkReadable } from "./axe.mjs";
import { checkReadableCup } from "./cup-read.mjs";
import { launch } from "./browser.mjs";
import { checkFrame } from "./frame.mjs";
import { checkHabits } from "./habits.mjs";
import { checkLobby } from "./lobby.mjs";
import { Pretended, scene } from "./pretended.mjs";
import { freePort, startRoom } from "./server.mjs";
import { checkSeats } from "./seats.mjs";
import { checkSizes } from "./sizes.mjs";
import { checkSounds } from "./sounds.mjs";
import { checkStill } from "./still.mjs";
import { checkTwice } from "./twice.mjs";

/** @typedef {import("playwright-core").Browser} Browser */

/** @param {string} binary @param {(text: string) => void} told */
export const runPretended = (binary, told) =>
  inFrontOf(binary, async (browser, origin) => {
    await namesakes(browser, origin);
    told("two namesakes share a pot, and both are named");
    await unknown(browser, origin);
    told("messages, events and codes of tomorrow change nothing");
    await busy(browser, origin);
    told("buttons wake up while a message comes every moment, and a letter in a field does not act");
    for (const calm of [false, true]) await atOnce(browser, origin, calm);
    told("what comes at once is seen one after the other, also without motion");
    await checkTwice(browser, origin, told);
    await checkSeats(browser, origin, told);
    await checkFrame(browser, origin, told);
    await checkHabits(browser, origin, told);
    await checkSounds(browser, origin, told);
    await checkStill(browser, origin, told);
    await checkLobby(browser, origin, told);
  });

/** @param {string} binary @param {(text: string) => void} told */
export const runSizes = (binary, told) => inFrontOf(binary, (browser, origin) => checkSizes(browser, origin, told));

/** @param {string} binary @param {(text: string) => void} told */
export const runReadable = (binary, told) => inFrontOf(binary, (browser, origin) => checkReadable(0, browser, origin, told));

/** @param {string} binary @param {(text: string) => void} told */
export const runReadableMore = async (binary, told) => {
  await inFrontOf(binary, (browser, origin) => checkReadable(1, browser, origin, told));
  await inFrontOf(binary, (browser, origin) => checkReadableCup(browser, origin, told), ["--bots", "2"]);
};

/** A browser, and a room that has the page in it. @param {string} binary @param {(browser: Browser, origin: string) => Promise<void>} doing */
async function inFrontOf(binary, doing, more = ["--bots", "0"]) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-e2e-"));
  const room = await startRoom(binary, await freePort(), data, more);
  const browser = await launch();
  try {
    const page = await fetch(room.origin).then((answer) => answer.text());
    assert(page.includes("/assets/"), "the binary has no page in it: npm ci && npm run build, then cargo build -p kozyr");
    await doing(browser, room.origin);
  } finally {
    await browser.close();
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function namesakes(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("namesakes"));
  room.goesOn(scene("namesakes"));
  await room.page.locator(".winners span").nth(1).waitFor();
  assert.equal(await room.page.locator(".winners span").count(), 2);
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function unknown(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("preflop"));
  room.say({ type: "fireworks" });
  /** @type {any} */
  const events = [
    { kind: "somebodySneezed", seat: 1 },
    { kind: "holdem", what: "straddled", seat: 2 },
  ];
  const offers = [{ kind: "fold" }, { kind: "call", price: 60 }, { kind: "surrender" }];
  room.happens({ events, patch: { weather: "rain", own: { game: { offers } } } });
  await room.page.locator("[data-act=fold]:enabled").click();
  await room.page.waitForTimeout(100);
  const [act] = room.acted;
  room.say({ type: "answer", command: act.command, result: { outcome: "refused", reason: { code: "moonIsFull" } } });
  await room.page.locator(".refusal span").waitFor();
  assert.match(await room.page.locator(".refusal").innerText(), /no words for/);
  room.say({ type: "error", fault: { code: "meteor" } });
  await room.page.locator("[role=status] strong").waitFor();
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function busy(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"));
  room.goesOn(scene("flop"));
  let stack = 1000;
  const crowd = setInterval(() => room.happens({ patch: { seats: { 1: { stack: (stack += 1) } } } }), 100);
  await room.page.locator("[data-act=fold]:enabled").waitFor({ timeout: 3_000 });
  const field = room.page.locator(".sizer .field");
  await field.focus();
  for (const letter of "frck") await room.page.keyboard.press(letter);
  clearInterval(crowd);
  assert.deepEqual(room.acted, [], "a letter in a field is a letter");
  await field.blur();
  await room.page.keyboard.press("f");
  await room.page.waitForTimeout(200);
  const acts = room.acted.map((/** @type {any} */ act) => act.action.kind);
  assert.deepEqual(acts, ["fold"]);
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin @param {boolean} calm */
async function atOnce(browser, origin, calm) {
  const room = await Pretended.open(browser, origin, scene("runout"), { calm });
  room.goesOn(scene("runout"));
  const won = () => room.page.locator(".seat.won").count();
  await room.page.locator("[data-of=board] svg[data-card]").nth(3).waitFor();
  assert.deepEqual([await room.board(), await won()], [4, 0], "the turn, and no more");
  await room.page.locator("[data-of=board] svg[data-card]").nth(4).waitFor();
  assert.equal(await won(), 0, "the last card is seen before the result");
  await room.page.locator(".seat.won").waitFor();
  await room.close();
}
