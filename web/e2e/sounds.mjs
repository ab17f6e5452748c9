// Four quiet sounds and a short vibration: after the first click or key, as long as they are wanted, and never before.
import assert from "node:assert/strict";
import { Pretended, scene } from "./pretended.mjs";

/** @typedef {import("playwright-core").Browser} Browser */

/** Writes down what would be heard: an oscillator is the tone of one's turn, noise is cards, chips and knocks. */
function listen() {
  /** @type {string[]} */
  const heard = [];
  Object.assign(window, { heard });
  for (const [name, sound] of /** @type {const} */ ([
    ["OscillatorNode", "tone"],
    ["AudioBufferSourceNode", "noise"],
  ])) {
    const Node = window[name];
    // @ts-expect-error the constructor of a class of the browser's
    window[name] = class extends Node {
      /** @param {[AudioContext]} made */
      constructor(...made) {
        super(...made);
        heard.push(sound);
      }
    };
  }
  Object.defineProperty(navigator, "vibrate", { value: (/** @type {number} */ ms) => heard.push(`vibrates ${ms}`) });
}

/** @param {Pretended} room @returns {Promise<string[]>} */
const heard = (room) => room.page.evaluate(() => /** @type {any} */ (window).heard);

/** @param {Browser} browser @param {string} origin @param {"key" | "click"} gesture */
async function plays(browser, origin, gesture) {
  const room = await Pretended.open(browser, origin, scene("flop"), { init: listen });
  /** @type {string[]} */
  const fetched = [];
  room.page.on("request", (request) => fetched.push(request.url()));
  const mine = scene("preflop").view.own;
  const turn = (/** @type {number} */ number) => ({ patch: { own: { turn: number, game: /** @type {any} */ (mine?.game) } } });
  const over = { patch: { own: { turn: null } } };
  room.happens(turn(70));
  await room.page.locator("[data-act=fold]:enabled").waitFor();
  assert.deepEqual(await heard(room), [], "nothing plays before the first click or key");
  assert.deepEqual(
    fetched.filter((url) => /sounds/.test(url)),
    [],
    "nor is it fetched",
  );
  room.happens(over);
  const [loaded] = await Promise.all([
    room.page.waitForResponse(/sounds/),
    gesture === "key" ? room.page.keyboard.press("Tab") : room.page.locator("section.table").click(),
  ]);
  await loaded.finished();
  // It is listened to as soon as it has run.
  await room.page.waitForTimeout(200);
  room.happens(turn(71));
  await room.page.waitForFunction(() => /** @type {any} */ (window).heard.length >= 3);
  assert.deepEqual((await heard(room)).toSorted(), ["tone", "tone", "vibrates 40"], `one’s turn, after a ${gesture}`);
  room.happens(over, { events: [{ kind: "holdem", what: "raised", seat: 5, to: 300 }], patch: {} });
  await room.page.waitForFunction(() => /** @type {any} */ (window).heard.includes("noise"));

  // One tap at the table turns them off, on a phone too, and the settings say the same.
  await room.page.setViewportSize({ width: 390, height: 844 });
  const tap = room.page.locator("header [data-sounds]");
  assert.equal(await tap.getAttribute("aria-pressed"), "true");
  await tap.click();
  assert.equal(await tap.getAttribute("aria-pressed"), "false");
  await room.page.locator("header [aria-haspopup=dialog]").last().click();
  assert(!(await room.page.locator("[data-setting=sounds]").isChecked()));
  await room.page.keyboard.press("Escape");
  const before = (await heard(room)).length;
  room.happens(turn(72));
  await room.page.locator("[data-act=fold]:enabled").waitFor();
  assert.equal((await heard(room)).length, before, "nothing is heard when that is not wanted");
  await room.close();
}

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkSounds(browser, origin, told) {
  await plays(browser, origin, "click");
  await plays(browser, origin, "key");
  told("one’s turn sounds and shakes after the first click or key, and not when that is not wanted");
}
