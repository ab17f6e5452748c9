// Tournaments in real browsers: from setup to confetti, a move between tables on a phone, and an evening with real cards.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { picture } from "./pictures.mjs";
import { freePort, startRoom } from "./server.mjs";

/** @typedef {import("playwright-core").Page} Page */

const PATIENCE_MS = 30_000;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const TV = { width: 1920, height: 1080 };
/** @typedef {{ name?: string, locale?: string, size?: { width: number, height: number }, light?: boolean, still?: boolean }} Who */

/**
 * A page of its own; with a name, somebody who has come in.
 * @param {import("playwright-core").Browser} browser @param {string} origin @param {Who} who @param {string[]} errors
 */
export async function visitor(browser, origin, { name, locale = "en", size = DESK, light = false, still = false }, errors) {
  const context = await browser.newContext({
    locale,
    viewport: size,
    colorScheme: light ? "light" : "dark",
    reducedMotion: still ? "reduce" : "no-preference",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on("pageerror", (error) => errors.push(`${name}: ${error}`));
  page.on("console", (line) => {
    if (line.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(line.text())) errors.push(`${name}: ${line.text()}`);
  });
  if (name !== undefined) {
    await page.goto(origin);
    await page.getByRole("textbox").fill(name);
    await page.locator("form button").click();
    await page.locator(".seat.own").waitFor();
    // They have come in, and do not need the seat.
    await page.evaluate(() => history.pushState(null, "", "/tables"));
    await page.evaluate(() => dispatchEvent(new PopStateEvent("popstate")));
  }
  return page;
}

/** Goes somewhere inside the page, without loading it again. @param {Page} page @param {string} path */
export async function go(page, path) {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Presses a button or follows a link with the keyboard alone. @param {Page} page @param {RegExp | string} name @param {"button" | "link"} role */
export async function press(page, name, role = "button") {
  const button = page.getByRole(role, { name, exact: typeof name === "string" }).first();
  await button.waitFor();
  await page.waitForFunction((element) => !(/** @type {HTMLButtonElement} */ (element).disabled), await button.elementHandle());
  for (let tabs = 0; tabs < 300; tabs += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} cannot be reached with the keyboard`);
}

/** @param {string} binary */
export async function runTournament(binary) {
  const data = await mkdtemp(join(tmpdir(), "kozyr-e2e-"));
  const room = await startRoom(binary, await freePort(), data, ["--pace", "30", "--bots", "2"]);
  const browser = await launch();
  /** @type {string[]} */
  const errors = [];
  const begun = Date.now();
  const told = (/** @type {string} */ text) => console.log(`ok ${((Date.now() - begun) / 1000).toFixed(1)} s: ${text}`);
  try {
    // One of the two can be played alone: web/e2e/run tournament cup.
    const only = process.argv[3];
    if (only !== "cup") await evening(browser, room.origin, errors, told);
    if (only !== "evening") {
      // Who goes broke and whose table is broken is up to the cards: another cup, if nothing of it was seen. Hand for hand is
      // up to them even more, and has a scene of its own (still.mjs).
      const seen = { rebuy: false, moved: false };
      const all = () => seen.rebuy && seen.moved;
      for (let cups = 0; cups < 5 && !all(); cups += 1) await cup(browser, room.origin, errors, told, seen);
      assert(all(), `somebody bought in again, the phone went along to another table: ${JSON.stringify(seen)}`);
    }
    assert.deepEqual(errors, [], "no page complains");
    const seconds = (Date.now() - begun) / 1000;
    console.log(`tournaments in the browser: ${seconds.toFixed(1)} s`);
  } finally {
    await browser.close();
    await room.kill();
    await rm(data, { recursive: true, force: true });
  }
}

/**
 * Two people and bots at two tables, from the form to the winner.
 * @param {import("playwright-core").Browser} browser @param {string} origin @param {string[]} errors
 * @param {(text: string) => void} told @param {{ rebuy: boolean, moved: boolean }} seen
 */
async function cup(browser, origin, errors, told, seen) {
  const host = await visitor(browser, origin, { name: "Host" }, errors);
  const phone = await visitor(browser, origin, { name: "Phone", locale: "ru", size: PHONE, light: true, still: true }, errors);

  // The lobby has tables or tournaments; the form says what is wrong and how long it takes.
  await host.getByRole("button", { name: "Tournaments" }).click();
  await host.locator(".tournaments .cup").first().waitFor();
  assert(!(await host.getByRole("heading", { name: "Tables" }).isVisible()), "one or the other");
  await host.getByRole("link", { name: "Make a tournament" }).click();
  await host.getByLabel("Name", { exact: true }).fill("Friday cup");
  await host.getByLabel("Seats at a table").fill("3");
  await host.getByLabel("Starting chips").fill("400");
  await host.locator("label", { hasText: "Prizes" }).locator("select").selectOption("own");
  await host.getByLabel("Place 3, per cent").fill("10");
  await host.getByLabel("Place 3, per cent").press("Tab");
  await host.getByText("the shares sum to 90 %").waitFor();
  await host.getByRole("button", { name: "Fix" }).first().click();
  await host.getByText("the shares sum to 90 %").waitFor({ state: "detached" });
  await host.getByLabel("Bounty on every head").fill("20");
  await host.getByLabel(/Progressive/).check();
  await host.getByLabel(/Rebuys/).fill("5");
  await host.getByLabel("Starts").selectOption("at");
  await host.getByLabel("Date and time").waitFor();
  assert(await host.getByRole("button", { name: "Make the tournament" }).isDisabled(), "no time was chosen");
  await host.getByLabel("Starts").selectOption("byHand");
  await host.getByLabel("Bots fill it up to").fill("6");
  await host.getByText(/half are over after/).waitFor();
  await picture(host, "setup-desktop-en-dark");
  await host.setViewportSize(PHONE);
  await picture(host, "setup-phone-en-dark");
  await host.setViewportSize(DESK);
  await host.getByRole("button", { name: "Make the tournament" }).click();
  told("a form is filled in, its faults are mended by the room, and it says how long it takes");

  // Until somebody has entered the host may change the form, by keyboard alone too.
  await host.waitForURL(/\/tournament\/cup-\d+$/);
  const address = new URL(host.url()).pathname;
  await press(host, "Change the form", "link");
  await host.getByRole("heading", { name: "Change the form" }).waitFor();
  await host.getByLabel("Name", { exact: true }).fill("Sunday cup");
  await host.getByText("More rules").click();
  await host.getByLabel("Re-entries each, at most").fill("1");
  await picture(host, "change-desktop-en-dark");
  await press(host, "Save the form");
  await host.getByRole("heading", { name: "Sunday cup" }).waitFor();
  assert.equal(new URL(host.url()).pathname, address);
  // Nobody else may.
  await go(phone, address.replace("/tournament/", "/setup/"));
  await phone.getByText("Условия меняет только хозяин").waitFor();
  told("the host changes the form of a tournament nobody has entered; nobody else does");

  // The host's own controls, by keyboard alone.
  await press(host, "Open for entries");
  await go(phone, address);
  await phone.getByRole("button", { name: /^Записаться за/ }).click();
  await phone.getByRole("button", { name: "Я здесь" }).click();
  await host.getByText("is here").waitFor();
  await picture(host, "lobby-desktop-en-dark");
  await picture(phone, "lobby-phone-ru-light");
  // In a second cup the name carries the mark that tells guests apart.
  await press(host, /^Remove Phone/);
  await phone.getByRole("button", { name: /^Записаться за/ }).waitFor();
  await press(host, /^Enter for/);
  // Somebody has entered: the form stays as it is.
  await host.getByRole("link", { name: "Change the form" }).waitFor({ state: "detached" });
  // Bots take the other seats of two tables.
  await host.locator("tbody tr").nth(5).waitFor();
  await press(host, "Start");
  await host.waitForURL(/\/table\//);
  await go(host, address);
  await press(host, "Pause");
  await host.locator("[role=status]", { hasText: "Paused" }).waitFor();
  await host.getByText("The host asked for it").waitFor();
  await picture(host, "paused-desktop-en-dark");
  // With every seat taken a late entrant opens a table, and moves when it is broken.
  await go(phone, address);
  await phone.getByText("Пауза").waitFor();
  await picture(phone, "late-phone-ru-light");
  await phone.getByRole("button", { name: /^Войти поздно за/ }).click();
  await phone.waitForURL(/\/table\//);
  await press(host, "Go on");
  await host.locator("[role=status]", { hasText: "Running" }).waitFor();
  await host.getByText(/Blinds rise in \d+ s/).waitFor();
  told("the host opens, enters, starts, pauses and goes on by keyboard alone; somebody enters late");

  await host.getByRole("link", { name: "To my table" }).click();
  await host.getByText(/^Sunday cup · \d/).waitFor();
  let last = new URL(phone.url()).pathname;
  for (const deadline = Date.now() + 80_000; ;) {
    assert(Date.now() < deadline, `it is never over: ${JSON.stringify(seen)}`);
    const path = new URL(phone.url()).pathname;
    if (path.startsWith("/table/") && path !== last) {
      seen.moved = true;
      last = path;
      await phone.getByText(/^Теперь вы за столом \d+: ./).waitFor();
      await picture(phone, "moved-phone-ru-light");
    }
    for (const page of [host, phone]) {
      const rebuy = page.getByRole("button", { name: page === host ? /^Buy in again/ : /^Ребай/ });
      if (!seen.rebuy && (await rebuy.isVisible().catch(() => false))) {
        await picture(page, page === host ? "rebuy-desktop-en-dark" : "rebuy-phone-ru-light");
        seen.rebuy = await rebuy.click({ timeout: 1_000 }).then(
          () => true,
          () => false,
        );
      }
      // The phone waits, and is folded by the clock, until it has moved.
      if (page === host || seen.moved) await allIn(page);
    }
    if (await host.locator(".winner canvas").isVisible()) break;
    await host.waitForTimeout(50);
  }
  told(`a rebuy at the table: ${seen.rebuy}; a move between tables on a phone: ${seen.moved}`);

  await host.getByText(/wins the tournament/).waitFor();
  await host.waitForTimeout(500);
  await picture(host, "winner-desktop-en-dark");
  assert(await drawn(host), "confetti flies");
  await go(phone, address);
  await phone.locator(".winner canvas").waitFor();
  await phone.waitForFunction(() => (document.querySelector("canvas")?.width ?? 0) > 300);
  assert(await drawn(phone), "and lies still where nothing should move");
  await picture(phone, "winner-phone-ru-light");
  const [csv] = await Promise.all([host.waitForEvent("download"), press(host, "CSV")]);
  assert.match(csv.suggestedFilename(), /\.csv$/);
  const why = host.locator("tbody details").first();
  await why.locator("summary").click();
  assert.match(await why.locator("p").first().innerText(), /The last of 7 with chips/);
  await picture(host, "standings-desktop-en-dark");
  told("the winner with confetti, the standings with their reasons, and a file of them");
  await host.context().close();
  await phone.context().close();
}

/** Is anything painted on the canvas? @param {Page} page */
function drawn(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    return pixels?.some((value) => value !== 0) ?? false;
  });
}

/** As many chips as possible, or along. @param {Page} page */
export async function allIn(page) {
  const most = page.locator(".sizer [data-preset]:enabled, .sizer .presets button:enabled").last();
  if (await most.isVisible().catch(() => false)) await most.click({ timeout: 500 }).catch(() => undefined);
  for (const act of ["raiseTo", "checkOrCall", "show"]) {
    const button = page.locator(`.slots [data-act=${act}]:enabled`);
    if ((await button.count()) > 0)
      return button
        .first()
        .click({ timeout: 500 })
        .catch(() => undefined);
  }
}

/**
 * An evening with real cards: the director's desk and the screen for everybody.
 * @param {import("playwright-core").Browser} browser @param {string} origin @param {string[]} errors
 * @param {(text: string) => void} told
 */
async function evening(browser, origin, errors, told) {
  const director = await visitor(browser, origin, { name: "Dora" }, errors);
  await go(director, "/director");
  await director.getByText("No evening is open.").waitFor();
  await director.getByRole("link", { name: "New evening" }).click();
  await director.getByLabel("Name", { exact: true }).fill("Kitchen table");
  await director.getByRole("button", { name: "Run an evening with real cards" }).click();
  await director.waitForURL(/\/director\/evening/);
  await director.getByRole("button", { name: "Add", exact: true }).waitFor();
  for (const name of ["Ann", "Bob", "Cy", "Dee"]) {
    await director.getByLabel("Name", { exact: true }).fill(name);
    await director.getByLabel("Name", { exact: true }).press("Enter");
    await director.getByRole("button", { name: `Remove ${name}` }).waitFor();
  }
  await picture(director, "director-names-desktop-en-dark");
  await press(director, "Draw the seats and start");
  const link = await director.locator("a.link").getAttribute("href");
  assert(link);
  const screen = await visitor(browser, origin, { locale: "ru", size: TV }, errors);
  await screen.goto(link);
  await screen.getByText("Kitchen table").waitFor();
  await screen.getByText("4 из 4").waitFor();
  assert.deepEqual(
    await screen
      .locator(".lists section")
      .filter({ hasNot: screen.locator("li") })
      .allInnerTexts(),
    [],
    "no word with nothing under it",
  );
  await director.getByRole("button", { name: "Dee is out" }).click();
  await director.locator("dialog").getByRole("button", { name: "Ann" }).click();
  await screen.getByText("3 из 4").waitFor();
  await press(director, /Undo: Dee out by Ann/);
  await screen.getByText("4 из 4").waitFor();
  await press(director, /Redo: Dee out by Ann/);
  await screen.getByText("3 из 4").waitFor();
  await press(director, "Stop the clock");
  const before = await screen.locator(".time").innerText();
  await press(director, "+ 1 minute");
  await screen.waitForFunction((old) => document.querySelector(".time")?.textContent?.trim() !== old, before);
  await press(director, "Next level");
  await screen.getByText("Уровень 2").waitFor();
  await press(director, "Previous level");
  await screen.getByText("Уровень 1").waitFor();
  await picture(director, "director-desktop-en-dark");
  await director.setViewportSize(PHONE);
  await picture(director, "director-phone-en-dark");
  await director.setViewportSize(DESK);
  await picture(screen, "screen-tv-ru-dark");
  const wide = await screen.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert(wide, "nothing hangs over the edge of the TV");
  assert.equal(await screen.getByRole("button").count(), 1, "nothing can be pressed but the chime");
  await director.getByText("Levels to come").click();
  await director.getByLabel("Level 2, Small blind").fill("77");
  await press(director, "Save");
  await screen.getByText(/77\/80/).waitFor();
  // While it runs again, whichever level comes.
  await press(director, "Go on");
  await Promise.all([picture(director, "director-running-desktop-en-dark"), picture(screen, "screen-running-tv-ru-dark")]);
  for (const name of ["Cy", "Bob"]) {
    await director.getByRole("button", { name: `${name} is out` }).click();
    await director.locator("dialog").getByRole("button", { name: "Ann" }).click();
    await director.getByRole("button", { name: `${name} is out` }).waitFor({ state: "detached" });
  }
  await director.getByText("Ann wins the tournament").waitFor();
  await screen.getByText("Турнир выиграл игрок Ann").waitFor();
  await picture(screen, "screen-winner-tv-ru-dark");
  told("an evening with real cards: names, the clock, undo and redo, other levels, and a screen at 1920 px");
  await director.context().close();
  await screen.context().close();
}
