// A hand of Hold'em, a deal of Seka and a round of Durak in a real room, with the keyboard alone and through the accessibility
// tree: what is spoken is compared with what happened.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { Listener } from "./listener.mjs";
import { freePort, startRoom } from "./server.mjs";
import { sideBySide } from "./side.mjs";

const CARD = /^(two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace) of /i;

/** What is pressed in each game, the first that is there, and where a deal begins and ends. */
const games = [
  {
    name: "Hold’em",
    table: "holdem-1",
    wishes: [/^Check$/, /^Call /, /^Show$/],
    from: (/** @type {any} */ { kind }) => kind === "handStarted",
    to: (/** @type {any} */ { kind, what }) => kind === "holdem" && what === "won",
    keys: { 1: /^Your cards:|^You have no cards/, 3: /^Pot: / },
    pressed: /^(Check|Call|Show)/,
  },
  {
    name: "Seka",
    table: "seka-5",
    wishes: [/^Ready/, /^Look/, /^Reveal/, /^Check$/, /^(Call|Stay in)/, /^Share/, /^Stay out/],
    from: (/** @type {any} */ { kind, what }) => kind === "seka" && what === "dealt",
    to: (/** @type {any} */ { kind, what }) => kind === "seka" && what === "won",
    keys: { 1: /^Your cards/, 3: /^Pot: / },
    pressed: /^(Look|Reveal|Check|Call|Stay in)/,
  },
  {
    name: "Durak",
    table: "durak-3",
    wishes: [/^(Ready to play|Go on)/, /^(Lead|Throw in)/, /^Beat/, CARD, /^(Done|Pass)/, /^Take/],
    from: (/** @type {any} */ { kind, what }) => kind === "durak" && what === "round",
    to: (/** @type {any} */ { kind, what }) => kind === "durak" && what === "roundOver",
    keys: { 1: /^Your cards: / },
    pressed: /^(Lead|Throw in|Beat|Done|Pass|Take)/,
  },
];

/** @param {string} binary @param {(text: string) => void} told */
export async function runByEar(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-byear-"));
  const room = await startRoom(binary, await freePort(), data, ["--pace", "2"]);
  const browser = await launch();
  try {
    // Each at a table of its own: nobody waits for anybody.
    await sideBySide(games.length, games, (game) => byEar(browser, room.origin, game, told));
  } finally {
    await browser.close();
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * @param {import("playwright-core").Browser} browser @param {string} origin
 * @param {(typeof games)[number]} game @param {(text: string) => void} told
 */
async function byEar(browser, origin, { name, table, wishes, from, to, keys, pressed }, told) {
  const listener = await Listener.arrive(browser);
  const { page } = listener;
  try {
    await page.goto(`${origin}/table/${table}`);
    await page.locator("form .play").waitFor();
    assert(await listener.press(/^Play/), "Play is found with the Tab key");
    await page.locator(".seat.own").waitFor({ timeout: 30_000 });
    // A deal the listener was there for from its beginning, and decided something in.
    for (let tries = 0; ; tries += 1) {
      assert(tries < 6, `no deal of ${name} in which there was something to press`);
      listener.pressed.length = 0;
      const since = listener.events.length;
      await listener.playUntil(wishes, from, since);
      await listener.playUntil(wishes, to, since + listener.events.slice(since).findIndex(from));
      if (listener.pressed.some((one) => pressed.test(one))) break;
    }
    for (const [key, said] of Object.entries(keys)) {
      await page.keyboard.press(`Digit${key}`);
      assert.match(await page.locator("[data-read]").last().innerText(), said, `${name}, key ${key}`);
    }
    const heard = await listener.compare(from, to);
    assert.deepEqual(listener.errors, []);
    told(
      `${name} by ear and with the keyboard: ${heard.length} sentences, as it happened; pressed ${listener.pressed.join(", ")}`,
    );
  } finally {
    await listener.leave();
  }
}
