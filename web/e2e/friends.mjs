// A newcomer's evening: a room for the home network, a host who opens a private table, three phones that come by its link and are
// let in; one brings more chips, one is removed, something is said, and the evening's sheet settles it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launch } from "./browser.mjs";
import { picture } from "./pictures.mjs";
import { PATIENCE_MS, Player } from "./player.mjs";
import { freePort, startRoom } from "./server.mjs";

/** @param {Player} player @param {string} name */
const shot = (player, name) => picture(player.page, `friends-${name}`);

/** @param {import("playwright-core").Browser} browser @param {string} name @param {object} screen */
export async function arrive(browser, name, screen) {
  const context = await browser.newContext({ ...screen, reducedMotion: "reduce" });
  return new Player(name, browser, await context.newPage());
}

/** @param {Player} player */
export const close = (player) => player.page.locator("dialog header .button").click();

/** The host lets the next person have what they ask for. @param {Player} host @param {string} name */
export async function letIn(host, name) {
  const request = host.page.locator("[data-request]", { hasText: name });
  await request.waitFor({ state: "attached" });
  const folded = host.page.locator(".requests [aria-expanded=false]").first();
  if (await folded.isVisible()) await folded.click();
  await request.locator(".accent").click();
  await request.waitFor({ state: "detached" });
}

/** By the link, over this machine's own loopback whichever of its addresses stands there. @param {Player} phone @param {string} link */
export async function come(phone, link) {
  await phone.page.goto(link.replace(/\/\/[^/]+(?=:\d+\/)/, "//127.0.0.1"));
  await phone.page.getByRole("textbox").fill(phone.name);
  await phone.page.locator("form .play").click();
}

/** Everybody stays in until this hand is over. @param {Player[]} players */
async function playHand(players) {
  const [first] = players;
  assert(first);
  const { hand } = await first.until("a hand is dealt", (seen) => seen.running);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await first.look();
    if (seen.hand > hand || !seen.running) return;
    for (const player of players) await player.stayIn();
    assert(Date.now() < deadline, `hand ${hand} does not end`);
    await sleep(50);
  }
}

/** Has this machine an address that others could reach? */
function hasNetwork() {
  const addresses = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return addresses.some(({ internal, family, address }) => !internal && family === "IPv4" && !address.startsWith("169.254."));
}

/** As a host starts it at home. */
const AT_HOME = ["--lan", "--pace", "3"];

/** @param {string} binary @param {(text: string) => void} told */
export async function runFriends(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-friends-"));
  const port = await freePort();
  let room = await startRoom(binary, port, data, AT_HOME);
  const browser = await launch();
  try {
    const host = await arrive(browser, "Анна", { locale: "ru-RU", viewport: { width: 1280, height: 800 }, colorScheme: "dark" });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const boris = await arrive(browser, "Борис", { ...phone, locale: "ru-RU", colorScheme: "light" });
    const greg = await arrive(browser, "Greg", { ...phone, locale: "en-GB", colorScheme: "dark" });
    const vera = await arrive(browser, "Вера", { ...phone, locale: "ru-RU", colorScheme: "light" });

    await host.page.goto(`${room.origin}/tables`);
    await host.page.locator("[data-open-table]").click();
    await host.page.locator("[data-table-name]").fill("Пятница");
    await host.page.locator("[data-your-name]").fill(host.name);
    await shot(host, "1-form");
    await host.page.locator("dialog form .accent").click();
    const link = await host.page.locator("dialog [data-link]").inputValue();
    assert.match(link, /\/table\/open-\d+#[a-z0-9]{20}$/);
    // The host came by this machine's own name, which would lead every phone to itself.
    if (hasNetwork()) assert.doesNotMatch(link, /localhost|\/\/127\.|\/\/0\./);
    await shot(host, "2-invite");
    await close(host);
    assert(!host.page.url().includes("#"), "the secret does not stand in the address bar");
    await host.page.locator(".idle .accent").click();
    await host.page.locator("dialog form .accent").click();
    await host.page.locator(".seat.own").waitFor();
    told("the host sits at a private table");

    await Promise.all([come(boris, link), come(greg, link), come(vera, link)]);
    await host.page.locator("[data-request]").nth(2).waitFor({ state: "attached" });
    await shot(host, "3-requests");
    await shot(boris, "4-asked");
    assert.equal(await boris.page.locator(".seat.own").count(), 0, "nobody sits before the host says so");
    await letIn(host, "Борис");
    await letIn(host, "Greg");
    await letIn(host, "Вера");
    for (const player of [boris, greg, vera]) await player.page.locator(".seat.own").waitFor();
    told("three phones came by the link and were let in");

    // Letters in the chat are letters: the hand waits.
    await host.page.locator("[data-talk]").click();
    const field = host.page.locator("aside input");
    await field.fill("Всем привет");
    await field.press("Enter");
    await host.page.locator("aside li", { hasText: "Всем привет" }).waitFor();
    await host.until("a hand is dealt", (seen) => seen.running);
    const before = await host.look();
    await field.pressSequentially("fckr 123");
    await sleep(200);
    const after = await host.look();
    assert.deepEqual([after.hand, after.running, after.sequence], [before.hand, before.running, before.sequence]);
    await field.fill("");
    await boris.page.locator("[data-talk]").click();
    await boris.page.locator("aside .reactions .button").first().click();
    await host.page.locator(".bubble").first().waitFor();
    await shot(host, "5-talk");
    await shot(boris, "6-talk");
    await boris.page.locator("aside header .button").click();
    await host.page.locator("aside header .button").click();
    told("they talk, and no letter is a move");

    await playHand([host, boris, greg, vera]);
    // A rebuy: asked for on the phone, let through by the host.
    await boris.page.locator("header .icon").last().click();
    await boris.page
      .locator("dialog .list .button")
      .filter({ hasText: /фиш|Доку|Прин/ })
      .first()
      .click();
    await boris.page.locator("dialog form .accent").click();
    await letIn(host, "Борис");
    told("a rebuy was asked for and let through");

    // Somebody to another seat: at once, or when the hand is over.
    await host.page.locator("[data-host]").click();
    await shot(host, "7-host");
    const seats = host.page.getByLabel("Место игрока Вера");
    const elsewhere = Number(await seats.locator("option:not(:checked)").last().getAttribute("value"));
    await seats.selectOption(String(elsewhere));
    await close(host);
    const until = Date.now() + PATIENCE_MS;
    while (!(await vera.look()).seats.some(({ seat, own }) => own && seat === elsewhere)) {
      for (const player of [host, boris, greg, vera]) await player.stayIn();
      assert(Date.now() < until, "who is to move does not");
      await sleep(50);
    }
    told("the host has moved somebody to another seat");

    await host.page.locator("[data-host]").click();
    const row = host.page.locator("dialog li", { hasText: "Greg" });
    await row.locator(".button").last().click();
    await host.page.locator("dialog .danger").click();
    await close(host);
    const deadline = Date.now() + PATIENCE_MS;
    while ((await host.page.locator(".seat", { hasText: "Greg" }).count()) > 0) {
      for (const player of [host, boris, vera]) await player.stayIn();
      assert(Date.now() < deadline, "who was removed does not go");
      await sleep(50);
    }
    await greg.page.reload();
    await greg.page
      .locator(".seat")
      .first()
      .waitFor({ timeout: 500 })
      .then(
        () => assert.fail("who was removed still sees the table"),
        () => {},
      );
    await shot(greg, "8-removed");
    told("one was removed and does not come back");

    // The room is killed, and the evening goes on where it was.
    await room.kill();
    room = await startRoom(binary, port, data, AT_HOME);
    await boris.page.locator(".seat.own").waitFor();
    for (const player of [host, vera]) await player.page.locator(".seat.own").waitFor();
    await playHand([host, boris, vera]);
    await host.page.locator("[data-host]").click();
    await host.page.locator("dialog .inside > .button").first().click();
    await close(host);
    const paused = Date.now() + PATIENCE_MS;
    while ((await host.look()).running) {
      for (const player of [host, boris, vera]) await player.stayIn();
      assert(Date.now() < paused, "the pause does not come");
      await sleep(50);
    }
    await host.page.locator("header .icon").last().click();
    await shot(host, "9-menu");
    await host.page.locator("dialog .list .button").nth(1).click();
    await host.page.locator("dialog tbody tr").nth(3).waitFor();
    await sleep(300);
    const rows = await host.page
      .locator("dialog tbody tr")
      .evaluateAll((all) => all.map((one) => [...one.children].map((cell) => cell.textContent ?? "")));
    const number = (/** @type {string | undefined} */ text) => Number((text ?? "").replace("−", "-").replace(/[^\d-]/g, ""));
    assert.deepEqual(rows.map(([name]) => name).sort(), ["Greg", "Анна", "Борис", "Вера"]);
    assert.equal(
      rows.reduce((sum, [, , , net]) => sum + number(net), 0),
      0,
      JSON.stringify(rows),
    );
    for (const [, brought, took, net] of rows) assert.equal(number(took) - number(brought), number(net));
    const payments = await host.page.locator("dialog ul li").count();
    const open = rows.filter(([, , , net]) => number(net) !== 0).length;
    assert(open === 0 ? payments === 0 : payments > 0 && payments < open, `${payments} payments for ${JSON.stringify(rows)}`);
    await shot(host, "10-sheet");
    const [file] = await Promise.all([
      host.page.waitForEvent("download"),
      host.page.locator("dialog").getByRole("button", { name: /CSV/ }).click(),
    ]);
    const lines = readFileSync(await file.path(), "utf8").split(/\r?\n/);
    for (const [name] of rows)
      assert(
        lines.some((line) => line.includes(`${name}`)),
        `${name} in ${lines}`,
      );
    await close(host);
    await boris.page.locator("header .icon").last().click();
    await boris.page.locator("dialog .list .button").first().click();
    await boris.page.locator("dialog tbody tr").nth(3).waitFor();
    await shot(boris, "11-sheet");
    told("the sheet settles the evening, after a restart too");
    for (const player of [host, boris, greg, vera]) assert.deepEqual(player.errors, [], `${player.name} saw errors`);
  } finally {
    await browser.close();
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
