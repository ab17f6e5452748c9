// What people set once and then count on: a call agreed to before the turn, a stack that fills itself up, letters that are
// letters, a screen that stays on, a notice of one's turn, the last hand on a swipe.
import assert from "node:assert/strict";
import { Pretended, scene } from "./pretended.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkHabits(browser, origin, told) {
  await callBefore(browser, origin);
  told("a call that was agreed to before the turn is made at that price, and not at another");
  await steps(browser, origin);
  told("a raise goes up and down by one step");
  await topUp(browser, origin);
  told("a stack fills itself up after the hand, once, when that is wanted");
  await letters(browser, origin);
  told("letters press no button when that is not wanted");
  await device(browser, origin);
  told("the screen stays on at a table, and a turn is told when the page is out of sight");
  await showsOne(browser, origin);
  told("who won without a showdown shows one card or all, and the others see that one and a back");
  await lively(browser, origin);
  told("the lobby says who sits where, what lies in the middle and how fast they play, and goes on saying it");
  await swipe(browser, origin);
  told("a finger drawn across the felt brings the last hand");
}

/** Sets something in the menu of a table. @param {Page} page @param {string} what @param {boolean} on */
async function set(page, what, on) {
  await page.locator("header [aria-haspopup=dialog]").last().click();
  await page.locator(`dialog [data-setting=${what}]`).setChecked(on);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
}

/** @param {Browser} browser @param {string} origin */
async function callBefore(browser, origin) {
  for (const dearer of [false, true]) {
    const room = await Pretended.open(browser, origin, scene("flop"));
    room.happens({
      events: [{ kind: "holdem", what: "raised", seat: 5, to: 300 }],
      patch: { game: { toAct: 2, players: { 5: { bet: 300 } } } },
    });
    const call = room.page.locator("[data-before=call]");
    assert.match(await call.innerText(), /Call 180/);
    await call.click();
    assert.equal(await call.getAttribute("aria-pressed"), "true");
    const to = dearer ? 600 : 300;
    if (dearer) {
      room.happens({
        events: [{ kind: "holdem", what: "raised", seat: 2, to }],
        patch: { game: { players: { 2: { bet: to } } } },
      });
      await room.page.locator("[data-before=call][aria-pressed=false]").waitFor();
    }
    /** @type {any} */
    const offers = [{ kind: "fold" }, { kind: "call", price: to - 120 }];
    room.happens({ patch: { clocks: { 5: null }, game: { toAct: 3 }, own: { turn: 50, game: { offers } } } });
    await room.page.waitForTimeout(700);
    const acts = room.acted.map((/** @type {any} */ act) => act.action.kind);
    assert.deepEqual(acts, dearer ? [] : ["checkOrCall"], dearer ? "not at another price" : "at its price");
    await room.close();
  }
}

/** @param {Browser} browser @param {string} origin */
async function steps(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("preflop"));
  const field = room.page.locator(".sizer .field");
  const [less, more] = [
    room.page.getByRole("button", { name: "Less" }),
    room.page.getByRole("button", { name: "More", exact: true }),
  ];
  await more.click();
  await more.click();
  assert.equal(await field.inputValue(), "120");
  await less.click();
  assert.match(await room.page.locator("[data-act=raiseTo]").innerText(), /110/);
  await less.click();
  assert(await less.isDisabled(), "there is nothing below the least");
  assert.equal(await room.page.locator(".sizer .mark").count(), 3, "what is usual is marked");
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function topUp(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"));
  const added = () => room.heard.filter(({ type }) => type === "addChips").map(({ amount }) => amount);
  await room.page.evaluate(() => localStorage.setItem("kozyr.brought", JSON.stringify([["green", 2000]])));
  await set(room.page, "autoTopUp", true);
  room.happens({ patch: { seats: { 3: { stack: 1400 } } } });
  await room.page.waitForTimeout(200);
  assert.deepEqual(added(), [], "not in a hand");
  room.happens({ patch: { running: false } });
  room.happens({ patch: { seats: { 1: { stack: 1500 } } } });
  await room.page.waitForTimeout(400);
  assert.deepEqual(added(), [600], "once, and what is missing");
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function letters(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("preflop"));
  const fold = room.page.locator("[data-act=fold]:enabled");
  await fold.waitFor();
  await room.page.locator("[data-act=fold] kbd").waitFor();
  await set(room.page, "keys", false);
  await room.page.locator("[data-act=fold] kbd").waitFor({ state: "hidden" });
  await room.page.locator("section.table").click({ position: { x: 5, y: 5 } });
  await room.page.keyboard.press("f");
  await room.page.waitForTimeout(200);
  assert.deepEqual(room.acted, []);
  await room.page.keyboard.press("3");
  assert.match(await room.page.locator("[data-read]").last().innerText(), /Pot: 90/, "figures still read aloud");
  await set(room.page, "keys", true);
  await room.page.locator("section.table").click({ position: { x: 5, y: 5 } });
  await room.page.keyboard.press("f");
  await room.page.waitForTimeout(200);
  assert.equal(room.acted.length, 1);
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function device(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"));
  const { page } = room;
  await page.evaluate(() => {
    const seen = { locks: 0, away: false, notices: /** @type {string[]} */ ([]) };
    const request = async () => {
      seen.locks += 1;
      return { release: async () => void (seen.locks -= 1) };
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    Object.defineProperty(document, "hidden", { get: () => seen.away });
    class Told {
      static permission = "default";
      static async requestPermission() {
        return (Told.permission = "granted");
      }
      /** @param {string} title @param {{ body: string }} more */
      constructor(title, { body }) {
        seen.notices.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: Told, seen });
  });
  const seen = () => page.evaluate(() => /** @type {any} */ (window).seen);
  await set(page, "keepAwake", false);
  await set(page, "keepAwake", true);
  assert.equal((await seen()).locks, 1, "the screen stays on");
  await set(page, "keepAwake", false);
  await page.waitForTimeout(50);
  assert.equal((await seen()).locks, 0, "and may go dark again");
  await set(page, "notify", true);
  await page.evaluate(() => void Object.assign(/** @type {any} */ (window).seen, { away: true }));
  room.goesOn(scene("flop"));
  await page.waitForTimeout(300);
  assert.deepEqual((await seen()).notices, ["Your turn: Hold’em 10/20\nYour turn. 180 to call."]);
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function showsOne(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"), { width: 390, height: 844 });
  const { page } = room;
  const said = () => room.heard.filter(({ type }) => type === "say").map(({ word }) => word.say);
  room.happens({
    patch: { running: false, game: { players: { 3: { won: 420 } }, toAct: null }, own: { turn: null, game: { shows: [0, 1] } } },
  });
  await page.locator("[data-show='1']").waitFor();
  assert.equal(await page.locator("[data-show]").count(), 3, "each of two, or all");
  assert.equal(await page.locator("[data-show='1']").getAttribute("aria-label"), "Show ten of diamonds");
  const box = await page.locator("[data-show='1']").boundingBox();
  assert(
    box && box.width >= 48 && box.height >= 48 && box.y + box.height <= 844,
    `large enough and in sight: ${JSON.stringify(box)}`,
  );
  await page.locator("[data-show='1']").click();
  assert.deepEqual(said(), [{ show: { card: 1 } }]);
  const { command } = room.heard.findLast(({ type }) => type === "say");
  room.say({ type: "answer", command, result: { outcome: "accepted", sequence: 44 } });
  room.happens({
    events: [{ kind: "holdem", what: "shown", seat: 3, cards: ["Td"] }],
    patch: { game: { players: { 3: { cards: ["Td"], faceDown: 1 } } }, own: { game: { shows: [0] } } },
  });
  await page.locator("[role=log] p", { hasText: "You show ten of diamonds." }).waitFor({ state: "attached" });
  assert.equal(await page.locator("[data-show]").count(), 1, "one is left to show");
  // Somebody else does: their one card is seen, beside a back.
  room.happens({
    events: [{ kind: "holdem", what: "shown", seat: 5, cards: ["Kc"] }],
    patch: { game: { players: { 5: { cards: ["Kc"], faceDown: 1, mucked: true } } } },
  });
  await page.locator("[data-of='5'] [data-card=Kc]").waitFor();
  assert.equal(await page.locator("[data-of='5'] [data-card=back]").count(), 1);
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function lively(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"), { path: "/tables", width: 390, height: 844 });
  const { page } = room;
  const card = page.locator("a.table").first();
  await card.waitFor();
  const people = ["Анна", "Boris", "Константин", "Бабушка Зина"].map((name, at) => ({ player: 100 + at, name }));
  const [row] = room.lobby();
  room.say({ type: "lobbyUpdate", tables: [{ ...row, people, life: { pot: 420, anHour: 84 } }] });
  await card.getByText("Анна, Boris, Константин and 1 more").waitFor();
  assert.equal(await card.locator(".monogram").count(), people.length);
  assert.match((await card.locator(".pot").innerText()).replaceAll(/\s+/g, " "), /Pot 420/);
  await card.getByText("84 hands an hour").waitFor();
  room.say({
    type: "lobbyUpdate",
    lives: [
      { table: row?.table, life: { pot: 1260, anHour: 84 } },
      { table: "nowhere", life: {} },
    ],
  });
  await card.getByText("1,260").waitFor();
  assert.equal(await page.locator("a.table").count(), 1, "how it goes at an unknown table is nothing to show");
  room.say({ type: "lobbyUpdate", lives: [{ table: row?.table }] });
  await card.locator(".pot").waitFor({ state: "detached" });
  assert.equal(await card.locator(".monogram").count(), people.length, "they still sit there");
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function swipe(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("preflop"), { width: 390, height: 844 });
  const line = await room.page.context().newCDPSession(room.page);
  await line.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await room.page.route("**/api/v1/hands/**", (route) => route.fulfill({ status: 404, body: "{}" }));
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number} */ x) =>
    line.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: 430 }] });
  await touch("touchStart", 120);
  for (const x of [150, 190, 230, 270]) await touch("touchMove", x);
  await touch("touchEnd", 270);
  await room.page.waitForURL(/\/hand\/green\/last$/);
  await room.page.context().close();
}
