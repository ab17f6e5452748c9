// What friends may open a Hold'em table with, in a real room: a straddle, which takes three, and a board that is dealt twice.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launch } from "./browser.mjs";
import { arrive, close, come, letIn } from "./friends.mjs";
import { picture } from "./pictures.mjs";
import { PATIENCE_MS } from "./player.mjs";
import { freePort, startRoom } from "./server.mjs";

/** @typedef {import("./player.mjs").Player} Player */

/** @param {string} binary @param {(text: string) => void} told */
export async function runOptions(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-options-"));
  const room = await startRoom(binary, await freePort(), data, ["--lan"]);
  const browser = await launch();
  try {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const host = await arrive(browser, "Анна", { locale: "ru-RU", viewport: { width: 1280, height: 800 }, colorScheme: "dark" });
    const boris = await arrive(browser, "Борис", { ...phone, locale: "ru-RU", colorScheme: "light" });
    const greg = await arrive(browser, "Greg", { ...phone, locale: "en-GB", colorScheme: "dark" });
    const all = [host, boris, greg];

    await host.page.goto(`${room.origin}/tables`);
    await host.page.locator("[data-open-table]").click();
    await host.page.locator("[data-your-name]").fill(host.name);
    await host.page.locator("[data-option=straddle]").check();
    await host.page.locator("[data-option=runItTwice]").check();
    await host.page.locator("dialog form .accent").click();
    const link = await host.page.locator("dialog [data-link]").inputValue();
    await close(host);
    await host.page.locator(".idle .accent").click();
    await host.page.locator("dialog form .accent").click();
    await host.page.locator(".seat.own").waitFor();
    await straddles(host);
    for (const guest of [boris, greg]) {
      await come(guest, link);
      await letIn(host, guest.name);
      await guest.page.locator(".seat.own").waitFor();
      await straddles(guest);
    }
    told("a table with both options, and three who straddle whenever they are under the gun");

    await untilStraddled(all);
    await picture(host.page, "straddle-desk");
    await picture(boris.page, "straddle-phone");
    told("a straddle is posted and said");

    await allIn([host, boris], greg);
    await picture(boris.page, "twice-asked");
    for (const player of [host, boris]) await player.page.locator("[data-act=runTwice][data-agree=true]:enabled").click();
    // All of them at once: the next hand comes soon.
    const seen = await Promise.all([
      sees(host, "Доска", "twice-desk"),
      sees(boris, "Доска", ""),
      sees(greg, "Board", "twice-phone"),
    ]);
    const [[first, second] = [], ...others] = seen;
    for (const other of others) assert.deepEqual(other, [first, second], "everybody sees the same boards");
    assert.deepEqual([first?.length, second?.length], [5, 5]);
    assert.notDeepEqual(first, second);
    told("both agreed, two boards are dealt, and who takes which is told to everybody in their language");
    for (const player of all) assert.deepEqual(player.errors, [], `${player.name} saw errors`);
  } finally {
    await browser.close();
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Two boards, and who takes each: in sight, and said. @param {Player} player @param {string} word @param {string} name */
async function sees(player, word, name) {
  await player.page.locator("[data-boards='2']").waitFor({ state: "attached" });
  await player.page.locator("[data-of=board] svg[data-card]").nth(9).waitFor();
  const dealt = await boards(player);
  for (const board of [1, 2]) {
    await player.page
      .locator(".winners span", { hasText: `${word} ${board}: ` })
      .first()
      .waitFor();
    await player.page
      .locator("[role=log] p", { hasText: `${word} ${board}: ` })
      .first()
      .waitFor({ state: "attached" });
  }
  if (name) await picture(player.page, name);
  return dealt;
}

/** Says in the menu that they straddle. @param {Player} player */
async function straddles(player) {
  await player.page.locator("header .icon").last().click();
  await player.page.locator("[data-straddle]").check();
  await player.page.locator("[data-straddle]:checked:enabled").waitFor();
  await close(player);
}

/** Plays on until a straddle is posted. @param {Player[]} players */
async function untilStraddled(players) {
  const [host] = players;
  assert(host);
  const deadline = Date.now() + 2 * PATIENCE_MS;
  const posted = async (/** @type {string} */ what) => {
    const said = await host.page.locator("[role=log]").innerText();
    return Math.max(0, ...[...said.matchAll(new RegExp(`${what} (\\d+)`, "g"))].map(([, amount]) => Number(amount)));
  };
  while ((await posted("страддл")) === 0) {
    for (const player of players) await player.stayIn();
    assert(Date.now() < deadline, "nobody straddles");
    await sleep(50);
  }
  const straddle = await posted("страддл");
  assert.equal(straddle, 2 * (await posted("блайнд")), "twice the big blind");
  await host.page
    .locator(".piece .chips .chips", { hasText: String(straddle) })
    .first()
    .waitFor();
}

/** Two put everything in, the third folds; over when both are asked how often the rest is dealt. @param {Player[]} brave @param {Player} careful */
async function allIn(brave, careful) {
  const deadline = Date.now() + PATIENCE_MS;
  const press = (/** @type {Player} */ player, /** @type {string} */ what) =>
    player.page
      .locator(`.controls ${what}:enabled`)
      .first()
      .click({ timeout: 300 })
      .then(
        () => true,
        () => false,
      );
  const asked = (/** @type {Player} */ player) => player.page.locator("[data-act=runTwice]").count();
  for (;;) {
    if ((await Promise.all(brave.map(asked))).every((count) => count > 0)) return;
    assert(Date.now() < deadline, "nobody is asked how often the board is dealt");
    if (await careful.canAct()) await press(careful, "[data-act=fold]");
    for (const player of brave) {
      if (!(await player.canAct()) || (await asked(player)) > 0) continue;
      const raises = await press(player, "[data-preset=allIn]");
      await press(player, raises ? "[data-act=raiseTo]" : "[data-act=checkOrCall]");
    }
    await sleep(50);
  }
}

/** The boards as they are seen, the upper one first, each from the left. @param {Player} player @returns {Promise<string[][]>} */
function boards(player) {
  return player.page.locator("[data-of=board] svg[data-card]").evaluateAll((cards) => {
    const lie = cards.map((card) => ({ box: card.getBoundingClientRect(), name: card.getAttribute("data-card") ?? "" }));
    const top = Math.min(...lie.map(({ box }) => box.top));
    const row = (/** @type {boolean} */ upper) =>
      lie
        // Those that won lie a little higher.
        .filter(({ box }) => box.top < top + box.height / 2 === upper)
        .sort((one, other) => one.box.left - other.box.left)
        .map(({ name }) => name);
    return [row(true), row(false)];
  });
}
