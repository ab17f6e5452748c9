// Somebody comes as a guest, makes an account, is known again in another browser, and leaves nothing in the page's own memory.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { reached } from "./axe.mjs";
import { picture as save, takesPictures } from "./pictures.mjs";
import { freePort, startRoom } from "./server.mjs";

const PASSWORD = "correct horse";

/** @typedef {import("playwright-core").Page} Page */

/** A screen is read and measured as it is; and pictures are made of it in two sizes when they are wanted. @param {Page} page @param {string} name */
async function picture(page, name) {
  await reached(page, `people, ${name}`);
  if (!takesPictures()) return;
  for (const [size, width, height] of /** @type {[string, number, number][]} */ ([
    ["phone", 390, 844],
    ["desk", 1280, 800],
  ])) {
    await page.setViewportSize({ width, height });
    await save(page, `people-${name}-${size}`);
  }
}

/** A browser of somebody's. @param {import("playwright-core").Browser} browser @param {string} locale @param {"light" | "dark"} colorScheme */
async function visit(browser, locale, colorScheme) {
  const context = await browser.newContext({ locale, colorScheme, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  return { context, page, errors };
}

/** @param {string} binary @param {(text: string) => void} told */
export async function runPeople(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-people-"));
  const room = await startRoom(binary, await freePort(), data, ["--bots", "0"]);
  const browser = await launch();
  try {
    const { context, page, errors } = await visit(browser, "en-GB", "dark");
    await page.goto(room.origin);
    await page.getByRole("textbox").fill("Anna");
    await page.locator("form button").click();
    await page.locator(".seat.own").waitFor();
    // The token is in a cookie no script reads, and nowhere else.
    await page.waitForFunction(() => localStorage.getItem("kozyr.token") === null);
    const cookies = await context.cookies();
    assert(cookies.some(({ name, httpOnly, sameSite }) => name === "kozyr-session" && httpOnly && sameSite === "Lax"));
    assert.equal(await page.evaluate(() => document.cookie), "");
    await page.reload();
    await page.locator(".seat.own").waitFor();
    await page.goto(`${room.origin}/tables`);
    await page.locator("a.who").waitFor();
    assert.match(await page.locator("a.who").innerText(), /Anna\s+guest/);
    await picture(page, "lobby-guest");
    await page.locator("a.who").click();
    await page.getByRole("heading", { name: "You are Anna, a guest" }).waitFor();
    await picture(page, "guest");
    // A password that is too short, in words.
    await page.locator("input[type=password]").fill("short");
    await page.locator("form button.accent").click();
    await page.getByText("A password has 8 to 128 characters.").waitFor();
    await picture(page, "refused");
    await page.locator("input[autocomplete=username]").fill("Annabel");
    await page.locator("input[type=password]").fill(PASSWORD);
    await page.locator("form button.accent").click();
    const code = await page.locator(".secret code").innerText();
    assert.match(code, /^[0-9A-Z]{5}(-[0-9A-Z]{5}){4}$/);
    await picture(page, "code");
    await page.locator(".secret .accent").click();
    await page.getByRole("heading", { name: "You are Annabel" }).waitFor();
    await page.getByText("this device").waitFor();
    await picture(page, "account");
    assert.equal(await page.getByText(code).count(), 0, "shown once");

    // An account is on the leaderboard; how it plays is counted from the first hand on.
    await page.getByRole("link", { name: "Statistics" }).click();
    await page.getByText("Nothing to count yet.").waitFor();
    const row = page.locator("tbody tr.own");
    assert.match((await row.innerText()).replaceAll(/\s+/g, " "), /1 .*Annabel you [\d,]+/);
    await page.goBack();
    // Everything there is to set, set once and kept.
    for (const tick of ["sounds", "motion", "inBlinds", "autoTopUp", "keys", "log", "largeCards", "fourColours", "russianRanks"])
      await page.locator(`[data-setting=${tick}]`).waitFor();
    await page.locator("[data-setting=largeCards]").check();
    await page.reload();
    assert(await page.locator("[data-setting=largeCards]").isChecked());
    await page.locator("[data-setting=largeCards]").uncheck();

    // Elsewhere, in the other language and light.
    const other = await visit(browser, "ru-RU", "light");
    await other.page.goto(`${room.origin}/people`);
    await other.page.getByText("Комната вас ещё не знает.").waitFor();
    await picture(other.page, "nobody-ru");
    await other.page.getByRole("tab", { name: "Войти" }).click();
    await other.page.locator("input[autocomplete=username]").fill("annabel");
    await other.page.locator("input[type=password]").fill("wrong horse");
    await other.page.locator("form button.accent").click();
    await other.page.getByText("Имя и пароль не подходят друг к другу.").waitFor();
    await picture(other.page, "refused-ru");
    await other.page.locator("input[type=password]").fill(PASSWORD);
    await other.page.locator("form button.accent").click();
    await other.page.getByRole("heading", { name: "Вы Annabel" }).waitFor();
    await other.page.getByText("это устройство").waitFor();
    await other.page.getByText("Ключ для программы").click();
    await picture(other.page, "account-ru");
    // Somebody with an account has the seat they took as a guest.
    await other.page.goto(room.origin);
    await other.page.locator(".seat.own").waitFor();

    // The first browser ends the second one's session: its page is nobody's at once.
    await page.reload();
    await page.locator("main li button").click();
    await page.waitForFunction(() => document.querySelectorAll("main li").length === 1);
    await other.page.goto(`${room.origin}/people`);
    await other.page.getByText("Комната вас ещё не знает.").waitFor();

    // The recovery code opens the account again.
    await other.page.getByRole("tab", { name: "Войти" }).click();
    await other.page.getByText("Забыли пароль?").click();
    await picture(other.page, "recover-ru");
    await other.page.locator("input[autocomplete=username]").fill("Annabel");
    await other.page.locator("input[autocomplete=off]").fill(code.toLowerCase());
    await other.page.locator("input[type=password]").fill("another horse");
    await other.page.locator("form button.accent").click();
    await other.page.locator(".secret code").waitFor();
    await other.page.locator(".secret .accent").click();
    await other.page.getByRole("heading", { name: "Вы Annabel" }).waitFor();
    await page.goto(`${room.origin}/people`);
    await page.getByText("The room does not know you yet.").waitFor();
    await picture(page, "nobody");
    assert.deepEqual([...errors, ...other.errors], []);
    told("a guest became an account, was known elsewhere, signed out from afar and recovered");
  } finally {
    await browser.close();
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
