// Every screen as a picture in docs/screens: moments without a room, and a real one in which somebody plays for a while.
//   node e2e/run screens [FOLDER]
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { serveFiles } from "./files.mjs";
import { runFriends } from "./friends.mjs";
import { runHistory } from "./history.mjs";
import { runOptions } from "./options.mjs";
import { keep, save } from "./pictures.mjs";
import { PATIENCE_MS, Player } from "./player.mjs";
import { Pretended, scene } from "./pretended.mjs";
import { freePort, startRoom } from "./server.mjs";
import { teller } from "./side.mjs";
import { runTournament } from "./tournament.mjs";
import { visit, visits } from "./visits.mjs";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const [RU, EN] = ["ru-RU", "en-GB"];

/** @typedef {{ name: string, moment: string, size: { width: number, height: number }, locale: string, light?: boolean, press?: string, path?: string, nobody?: boolean }} Moment */

/** @type {Moment[]} */
const moments = [
  { name: "home-phone-light-ru", moment: "flop", size: PHONE, locale: RU, light: true, path: "/", nobody: true },
  { name: "nine-desk-dark-en", moment: "nine", size: DESK, locale: EN },
  { name: "nine-small-phone-dark-ru", moment: "nine", size: { width: 320, height: 568 }, locale: RU },
  { name: "river-phone-dark-ru", moment: "river", size: PHONE, locale: RU },
  { name: "showdown-desk-light-en", moment: "showdown", size: DESK, locale: EN, light: true },
  { name: "showdown-phone-dark-ru", moment: "showdown", size: PHONE, locale: RU },
  { name: "side-phone-light-en", moment: "preflop", size: { width: 844, height: 390 }, locale: EN, light: true },
  { name: "large-desk-dark-ru", moment: "river", size: { width: 2560, height: 1440 }, locale: RU },
  { name: "seka-phone-light-ru", moment: "sekaFirst", size: PHONE, locale: RU, light: true },
  { name: "seka-reveal-desk-dark-en", moment: "sekaReveal", size: DESK, locale: EN },
  { name: "svara-phone-dark-en", moment: "sekaVote", size: PHONE, locale: EN },
  { name: "durak-six-phone-dark-ru", moment: "durak-six", size: PHONE, locale: RU },
  { name: "durak-desk-light-ru", moment: "durak-defend", size: DESK, locale: RU, light: true },
  { name: "talk-phone-dark-ru", moment: "preflop", size: PHONE, locale: RU, press: "[data-talk]" },
  {
    name: "settings-phone-light-en",
    moment: "flop",
    size: PHONE,
    locale: EN,
    light: true,
    press: "header [aria-haspopup=dialog] >> nth=-1",
  },
];

/** Screens of e2e/visits.mjs, where each is written down with the way to it. @type {{ name: string, where: string, size: { width: number, height: number }, locale: string, light?: boolean }[]} */
const visited = [
  { name: "new-table-phone-light-ru", where: "new table", size: PHONE, locale: RU, light: true },
  { name: "buy-in-phone-dark-en", where: "buying in", size: PHONE, locale: EN },
  { name: "sign-in-desk-light-en", where: "signing in", size: DESK, locale: EN, light: true },
  { name: "lost-phone-light-ru", where: "lost line", size: PHONE, locale: RU, light: true },
  { name: "restart-desk-dark-en", where: "restart", size: DESK, locale: EN },
  { name: "empty-lobby-phone-dark-en", where: "empty lobby", size: PHONE, locale: EN },
  { name: "tournaments-phone-dark-ru", where: "tournaments", size: PHONE, locale: RU },
  { name: "waiting-desk-light-ru", where: "waiting", size: DESK, locale: RU, light: true },
];

/** What is kept of the runs with a real room. */
const played = {
  "friends-2-invite": "invite-desk-dark-ru",
  "friends-3-requests": "requests-desk-dark-ru",
  "friends-7-host": "host-desk-dark-ru",
  "friends-11-sheet": "sheet-phone-light-ru",
  "straddle-phone": "straddle-phone-light-ru",
  "twice-desk": "twice-desk-dark-ru",
  "twice-phone": "twice-phone-dark-en",
  "replay-chances": "replay-desk-light-en",
  "hands-phone": "hands-phone-light-en",
  "setup-desktop-en-dark": "tournament-form-desk-dark-en",
  "paused-desktop-en-dark": "tournament-desk-dark-en",
  "moved-phone-ru-light": "tournament-table-phone-light-ru",
  "winner-desktop-en-dark": "winner-desk-dark-en",
  "director-desktop-en-dark": "director-desk-dark-en",
  "screen-tv-ru-dark": "tv-ru",
};

/** @param {string} binary */
export async function runScreens(binary) {
  const folder = process.argv[3] ?? fileURLToPath(new URL("../../docs/screens", import.meta.url));
  mkdirSync(folder, { recursive: true });
  await pretended(folder);
  await seen(folder);
  await account(binary, folder);
  keep(folder, played);
  await runFriends(binary, teller("friends"));
  await runOptions(binary, teller("options"));
  await runHistory(binary, teller("history"));
  process.argv.splice(3);
  await runTournament(binary);
}

/** @param {string} folder */
async function pretended(folder) {
  const browser = await launch();
  const files = await serveFiles();
  for (const { name, moment, size, locale, light = false, press, path, nobody } of moments) {
    const room = await Pretended.open(browser, files.origin, scene(moment), {
      ...size,
      locale,
      colorScheme: light ? "light" : "dark",
      calm: true,
      ...(path ? { path } : {}),
      ...(nobody ? { you: null } : {}),
    });
    const { past = [], events = [] } = scene(moment);
    if (past.length > 0 && !path) {
      room.happens({ events: past, patch: {} });
      // What was said a while ago hangs at no seat any more.
      await room.page.waitForTimeout(2_500);
    }
    if (events.length > 0 && !path) room.happens({ events, patch: {} });
    await room.page.waitForTimeout(900);
    if (press) await room.page.locator(press).click();
    await room.page.waitForTimeout(400);
    await save(room.page, join(folder, `${name}.webp`), size.width > 2000 ? 70 : 82);
    await room.page.context().close();
  }
  await browser.close();
  files.close();
}

/** @param {string} folder */
async function seen(folder) {
  const browser = await launch();
  const files = await serveFiles();
  for (const { name, where, size, locale, light = false } of visited) {
    const to = visits.find((one) => one.where === where);
    if (!to) throw new Error(`no way to ${where}`);
    const room = await visit(browser, files.origin, to, { ...size, locale, colorScheme: light ? "light" : "dark" });
    await room.page.waitForTimeout(900);
    await save(room.page, join(folder, `${name}.webp`));
    await room.page.context().close();
  }
  await browser.close();
  files.close();
}

/** Somebody with an account who has played a while: lobby, profile, statistics. @param {string} binary @param {string} folder */
async function account(binary, folder) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-screens-"));
  const room = await startRoom(binary, await freePort(), data, ["--pace", "12"]);
  const anna = await Player.arrive("Анна", { locale: RU, ...DESK });
  const { page } = anna;
  try {
    for (const name of ["Марина", "Boris", "Виктор"])
      await fetch(`${room.origin}/api/v1/people/sign-up`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, password: "correct horse" }),
      });
    await anna.play(room.origin);
    const deadline = Date.now() + 4 * PATIENCE_MS;
    while ((await anna.look()).hand < 26 && Date.now() < deadline) {
      await anna.stayIn();
      await sleep(40);
    }
    await page.goto(`${room.origin}/table/seka-5`);
    await page.locator(".idle button").first().click();
    await page.locator("dialog form .accent").click();
    for (const until = Date.now() + 45_000; Date.now() < until && (await anna.look()).hand < 4;) {
      for (const act of ["ready", "open", "check", "call", "voteNo", "pass", "reveal"])
        await page
          .locator(`.controls [data-act=${act}]:enabled`)
          .click({ timeout: 150 })
          .catch(() => {});
      await sleep(60);
    }
    await page.goto(`${room.origin}/people`);
    await page.locator("input[autocomplete=username]").fill("Анна");
    await page.locator("input[type=password]").fill("correct horse");
    await page.locator("form button.accent").click();
    await page.locator(".secret .accent").waitFor();
    await page.setViewportSize(PHONE);
    await sleep(400);
    await save(page, join(folder, "recovery-code-phone-light-ru.webp"));
    await page.setViewportSize(DESK);
    await page.locator(".secret .accent").click();
    await page.getByText("это устройство").waitFor();
    const shots = async (/** @type {string} */ path, /** @type {string} */ there, /** @type {string} */ name) => {
      for (const [size, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
        const light = size === "phone";
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: light ? "light" : "dark" });
        await page.goto(`${room.origin}${path}`);
        await page.locator(there).first().waitFor();
        await sleep(600);
        await save(page, join(folder, `${name}-${size}-${light ? "light" : "dark"}-ru.webp`));
      }
    };
    await shots("/tables", "a.table", "lobby");
    await shots("/statistics", "tbody tr", "statistics");
    await shots("/people", "[data-setting=sounds]", "profile");
  } finally {
    await anna.leave();
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
