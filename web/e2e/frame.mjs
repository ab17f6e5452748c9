// The frame around a game: a line that is lost, amounts that are typed, links that lead nowhere, a turn elsewhere.
import assert from "node:assert/strict";
import { Pretended, scene, you } from "./pretended.mjs";
import { info } from "./scenes.mjs";

/** @typedef {import("playwright-core").Browser} Browser */

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkFrame(browser, origin, told) {
  await offline(browser, origin);
  told("a lost network is said at once, with what was sent; back again, it is sent once more under the same id");
  await amounts(browser, origin);
  told("an amount that is too small is said to be so and not changed; folding for nothing is asked once");
  await before(browser, origin);
  told("a mind that was made up before the turn checks when that is free, folds when it is not, and never calls");
  await byEar(browser, origin);
  told("cards, board, pot, stacks and clock are read on a key, each event is one message, and the focus stays in the bar");
  await links(browser, origin);
  told("a dead link is told before Play, and a game nobody knows is only named");
  await newerRoom(browser, origin);
  told("a part of the page that does not come is said, with what to do");
  await elsewhere(browser, origin);
  told("a turn at a table that is out of sight is told in the lobby and in the title");
  await comeNew(browser, origin);
  told("nobody becomes somebody new without being asked");
}

/** @param {Browser} browser @param {string} origin */
async function offline(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("preflop"));
  await room.page.locator("[data-act=checkOrCall]:enabled").click();
  room.deaf = true;
  await room.page.context().setOffline(true);
  await room.page.locator(".unsure span").waitFor({ timeout: 1_000 });
  await room.page.locator("[role=status] .waiting").waitFor({ timeout: 2_000 });
  room.deaf = false;
  await room.page.context().setOffline(false);
  await room.page.locator("[role=status] .waiting").waitFor({ state: "detached", timeout: 4_000 });
  assert.equal(room.acted.length, 2, "said again");
  assert.equal(room.acted[0].command, room.acted[1].command, "under the same id");
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function amounts(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("preflop"));
  const field = room.page.locator(".sizer .field");
  const raise = room.page.locator("[data-act=raiseTo]");
  await room.page.locator("[data-act=raiseTo]:enabled").waitFor();
  await field.fill("5");
  await field.press("Enter");
  assert.match(await room.page.locator(".wrong").innerText(), /At least 100/);
  const covered = await room.page.evaluate(() => {
    const said = document.querySelector(".wrong > span")?.getBoundingClientRect();
    const buttons = [...document.querySelectorAll("button, .field")].map((button) => button.getBoundingClientRect());
    return buttons.filter(
      (box) => said && box.left < said.right && said.left < box.right && box.top < said.bottom && said.top < box.bottom,
    ).length;
  });
  assert.equal(covered, 0, "what is wrong with a sum covers no button");
  assert.equal(await field.inputValue(), "5", "what was typed stays");
  assert(await raise.isDisabled(), "and cannot be sent");
  await field.fill("250");
  assert.match(await raise.innerText(), /250/, "the button says what the field says");
  await field.press("Enter");
  await room.page.keyboard.press("Enter");
  await room.page.waitForTimeout(100);
  assert.equal(room.acted[0]?.action.to, 250);
  await room.close();

  const free = await Pretended.open(browser, origin, scene("river"));
  /** @type {any} */
  const offers = [{ kind: "fold" }, { kind: "check" }];
  free.happens({ patch: { own: { turn: 32, game: { offers } } } });
  const fold = free.page.locator("[data-act=fold]:enabled");
  await fold.click();
  await free.page.locator(".ask").waitFor();
  assert.equal(free.acted.length, 0, "asked first");
  await fold.click();
  await free.page.waitForTimeout(100);
  assert.equal(free.acted.length, 1, "asked once");
  await free.close();
}

/** @param {Browser} browser @param {string} origin */
async function before(browser, origin) {
  /** @type {[string, any[], string[]][]} */
  const cases = [
    ["checkFold", [{ kind: "fold" }, { kind: "check" }], ["checkOrCall"]],
    ["checkFold", [{ kind: "fold" }, { kind: "call", price: 60 }], ["fold"]],
    ["check", [{ kind: "fold" }, { kind: "check" }], ["checkOrCall"]],
    ["check", [{ kind: "fold" }, { kind: "call", price: 60 }], []],
  ];
  for (const [what, offers, done] of cases) {
    const room = await Pretended.open(browser, origin, scene("flop"));
    await room.page.locator(`[data-before=${what}]`).click();
    room.happens({ patch: { clocks: { 5: null }, game: { toAct: 3 }, own: { turn: 50, game: { offers } } } });
    await room.page.waitForTimeout(700);
    assert.deepEqual(
      room.acted.map((/** @type {any} */ act) => act.action.kind),
      done,
      `${what} with ${offers[1].kind}`,
    );
    await room.close();
  }
}

/** @param {Browser} browser @param {string} origin */
async function byEar(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"));
  const { page } = room;
  const said = [];
  for (const key of "12345") {
    await page.keyboard.press(key);
    said.push(await page.locator("[data-read]").last().innerText());
  }
  assert.match(said[0] ?? "", /^Your cards: ace of hearts, ten of diamonds/);
  assert.match(said[1] ?? "", /^Board: queen of hearts, nine of clubs, two of diamonds/);
  assert.match(said[2] ?? "", /^Pot: 430/);
  assert.match(said[3] ?? "", /Константин 3,460/);
  assert.match(said[4] ?? "", /second/);
  room.goesOn(scene("flop"));
  await page.locator("[role=log] p", { hasText: "Your turn. 180 to call." }).waitFor({ state: "attached" });
  const log = await page.locator("[role=log] p").allInnerTexts();
  assert.deepEqual(log, ["Бабушка Зина: raise to 300.", "Константин: fold.", "Your turn. 180 to call."]);
  assert.deepEqual(await page.locator("#table-log.beside li").allInnerTexts(), log, "the log beside the table says the same");
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.locator("[popovertarget=table-log]").click();
  await page
    .locator("#table-log li")
    .nth(log.length - 1)
    .waitFor();
  assert.deepEqual(await page.locator("#table-log li").allInnerTexts(), log, "the log says the same");
  await page.keyboard.press("Escape");
  const fold = page.locator("[data-act=fold]:enabled");
  await fold.focus();
  await fold.press("Enter");
  room.happens({ patch: { game: { toAct: 5, players: { 3: { folded: true } } }, own: { turn: null, game: { offers: null } } } });
  await page.locator(".idle").waitFor();
  assert(await page.evaluate(() => document.activeElement?.closest(".bar") !== null), "the focus stays in the bar");
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function links(browser, origin) {
  const dead = await Pretended.open(browser, origin, scene("flop"), { you: null, unknown: true });
  await dead.page.getByText("There is no such table").waitFor();
  await dead.page.locator("form button").waitFor();
  await dead.close();

  const lobby = await Pretended.open(browser, origin, scene("flop"), { path: "/tables" });
  await lobby.page.locator("a.table").first().waitFor();
  const odd = { table: "odd", info: { ...info, name: "Whist", game: { game: "whist" } }, seated: 1 };
  lobby.say({ type: "lobbyUpdate", tables: [odd] });
  await lobby.page.getByText("Whist").waitFor({ timeout: 6_000 });
  assert.equal(await lobby.page.locator("a.unknown[href]").count(), 0, "it cannot be opened");
  await lobby.close();

  const old = await Pretended.open(browser, origin, scene("flop"), { path: "/#/table/green" });
  await old.page.locator("section.table .seat").first().waitFor();
  assert.match(old.page.url(), /\/table\/green$/, "a link of an older page leads there too");
  await old.close();
}

/** @param {Browser} browser @param {string} origin */
async function newerRoom(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"), { path: "/tables" });
  await room.page.route(/assets\/holdem.*\.js/, (request) => request.abort());
  await room.page.locator("a.table").first().click();
  await room.page.getByRole("button", { name: "Load the page again" }).waitFor();
  await room.page.context().close();
}

/** @param {Browser} browser @param {string} origin */
async function elsewhere(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"));
  await room.page.locator("header a").first().click();
  await room.page.locator("a.table").first().waitFor();
  room.goesOn(scene("flop"));
  const calls = room.page.locator("a.calls");
  await calls.waitFor();
  assert.match(await room.page.title(), /Your turn/);
  await calls.click();
  await room.page.locator("[data-act=fold]:enabled").waitFor();
  await room.page.goBack();
  await room.page.locator("a.table").first().waitFor();
  await room.close();

  // Also after the page was loaded anew somewhere else.
  const back = await Pretended.open(browser, origin, scene("preflop"), { path: "/tables", you: { ...you, seatedAt: ["green"] } });
  await back.page.locator("a.calls").waitFor();
  await back.close();
}

/** @param {Browser} browser @param {string} origin */
async function comeNew(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"), { path: "/" });
  await room.page.getByText("Not you?").click();
  await room.page.locator("dialog").waitFor();
  const token = () => room.page.evaluate(() => localStorage.getItem("kozyr.token"));
  assert.equal(await token(), "t");
  // The page loads its own address anew: closing it in the midst of that can hang.
  await Promise.all([room.page.waitForEvent("load"), room.page.locator("dialog .danger").click()]);
  await room.page.context().close();
}
