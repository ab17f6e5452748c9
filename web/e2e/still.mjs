// Nothing moves that did not happen: a party of Durak goes on; who asks the host, a turn at another table and what a tournament
// has to say come and go, and every seat stays where it was.
import assert from "node:assert/strict";
import { asked } from "./asked.mjs";
import { Pretended, scene, you } from "./pretended.mjs";
import { party } from "./party.mjs";
import { NOW } from "./scenes.mjs";
import { hardlyShifted, watchShifts } from "./shifts.mjs";
import { sideBySide } from "./side.mjs";

/** @typedef {import("playwright-core").Browser} Browser */

const screens = /** @type {const} */ ([
  [390, 844],
  [320, 568],
  [844, 390],
  [1280, 800],
]);

/** Where these things are, in whole pixels. @param {Pretended} room @param {string} what */
const places = (room, what) =>
  room.page.locator(what).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(" ");
    }),
  );

/** Something comes, and these things stay. @param {Pretended} room @param {string} what @param {() => void} comes @param {string} sign @param {string} where */
async function stays(room, what, comes, sign, where) {
  await room.page.waitForTimeout(300);
  const before = await places(room, what);
  assert(before.length > 0, `${what} is there`);
  comes();
  await room.page.locator(sign).first().waitFor();
  await room.page.waitForTimeout(300);
  assert.deepEqual(await places(room, what), before, where);
}

/** One tap lets somebody in, and what asks for it lies over no seat and not over the way back. @param {Pretended} host @param {string} at */
async function letsIn({ page, heard }, at) {
  const asks = await page.locator(".requests").boundingBox();
  assert(asks);
  for (const part of await page.locator(".seat, header a, header [aria-haspopup=dialog] >> nth=-1").all()) {
    const box = await part.boundingBox();
    const apart =
      box &&
      (box.y >= asks.y + asks.height ||
        box.x >= asks.x + asks.width ||
        box.x + box.width <= asks.x ||
        box.y + box.height <= asks.y);
    if (await part.isVisible())
      assert(apart || (await part.getAttribute("class"))?.includes("last"), `requests cover something ${at}`);
  }
  await page.locator("[data-request] .accent").first().click();
  for (let tries = 0; tries < 40 && !heard.some(({ type }) => type === "decide"); tries += 1) await page.waitForTimeout(50);
  const { player, accept } = heard.find(({ type }) => type === "decide") ?? {};
  assert.deepEqual([player, accept], [21, true], `one tap ${at}`);
}

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkStill(browser, origin, told) {
  await sideBySide(2, screens, async ([width, height]) => {
    const at = `at ${width} by ${height}`;
    const size = { width, height, calm: true, locale: "ru-RU" };
    const host = await Pretended.open(browser, origin, scene("flop"), size);
    const asks = () => host.say({ type: "around", table: "green", around: asked });
    await stays(host, ".seat, .bar", asks, "[data-request]", `requests ${at}`);
    await letsIn(host, at);
    const menu = host.page.locator("header [aria-haspopup=dialog]").last();
    await menu.click();
    await host.page.locator("dialog").waitFor();
    await host.close();

    // In the lobby when it is one's turn.
    const seated = { ...you, seatedAt: ["green"] };
    const lobby = await Pretended.open(browser, origin, scene("flop"), { ...size, path: "/tables", you: seated });
    await lobby.page.locator("a.table").first().waitFor();
    const mine = scene("preflop").view.own;
    const turn = () => lobby.happens({ patch: { own: { turn: 70, game: /** @type {any} */ (mine?.game) } } });
    await stays(lobby, "header, main > *, a.table", turn, "a.calls", `a turn elsewhere ${at}`);
    await lobby.close();

    // A tournament: its blinds are about to rise, tables wait for each other.
    const cup = await Pretended.open(browser, origin, scene("cup"), size);
    await cup.page.locator(".hud .time").waitFor();
    let sequence = 1;
    const news = (/** @type {object} */ patch) => () => {
      cup.say({ type: "tournamentUpdate", tournament: "cup-1", after: sequence, sequence: sequence + 1, now: NOW, patch });
      sequence += 1;
    };
    const soon = cup.page.getByText(/^Блайнды вырастут через \d+ с/);
    await stays(cup, ".seat, .bar, header", news({ levelEndsAt: NOW + 45_000 }), ".hud .next", `blinds that rise ${at}`);
    await soon.waitFor();
    await stays(cup, ".seat, .bar, header", news({ handForHand: true }), ".hud .next", `hand for hand ${at}`);
    await cup.page.getByText(/^Рука в руку/).waitFor();
    await cup.close();
  });
  told("requests, a turn elsewhere and the news of a tournament move nothing, and one tap lets somebody in, on four screens");
  await sideBySide(2, screens, ([width, height]) => playing(browser, origin, width, height));
  told("nothing jumps while Durak is played, cards are taken and the game ends, on four screens");
}

/** Rounds of Durak with whatever comes and goes in them. @param {Browser} browser @param {string} origin @param {number} width @param {number} height */
export async function playing(browser, origin, width, height) {
  const room = await Pretended.open(browser, origin, scene("durak-defend"), { width, height, locale: "ru-RU" });
  const { page } = room;
  await page.waitForTimeout(600);
  await page.evaluate(watchShifts);
  for (const step of party) {
    room.happens(step);
    await page.waitForTimeout(450);
  }
  await page.locator("[data-say=ready]").waitFor();
  await hardlyShifted(page, `in Durak at ${width} by ${height}`);
  await room.close();
}
