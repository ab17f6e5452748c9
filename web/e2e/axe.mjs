// Everything can be read and reached: axe on every screen, by day and by night.
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { Pretended, scene } from "./pretended.mjs";
import { sideBySide } from "./side.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

/** Nothing to find on what the page shows, by day and by night; then it is as it was. @param {Page} page @param {string} where */
export async function axe(page, where) {
  const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  /** @type {("light" | "dark")[]} */
  const schemes = dark ? ["light", "dark"] : ["dark", "light"];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // What moves in has its own colour only when it has arrived.
    await page.waitForTimeout(500);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
    );
    assert.deepEqual(found, [], `${where}, ${colorScheme}`);
  }
}

/** What the room answers over HTTP where nobody plays. @type {[RegExp, object][]} */
const answers = [
  [
    /statistics$/,
    {
      games: [
        { game: "holdem/NT", currency: "FUN", hands: 120, voluntary: 40, raised: 20, showdowns: 25, won: 18, net: 340 },
        { game: "durak", currency: "FUN", hands: 9, voluntary: 0, raised: 0, showdowns: 0, won: 4, net: -60 },
      ],
    },
  ],
  [
    /leaderboard/,
    {
      places: [
        { place: 1, id: 8, name: "Boris", chips: 9000 },
        { place: 2, id: 3, name: "Анна", chips: 8060 },
      ],
    },
  ],
  [/people\/me$/, { id: 3, name: "Анна", kind: "guest", wallet: 8060, seatedAt: [], scope: "full", since: 1_794_785_581_012 }],
  [/hands\?/, { hands: [] }],
];

/** @type {{ where: string, moment?: string, path?: string, nobody?: boolean, there: string, press?: string }[]} */
const screens = [
  { where: "first page", path: "/", nobody: true, there: "form" },
  { where: "lobby", path: "/tables", there: "a.table" },
  { where: "preflop", moment: "preflop", there: "[data-act=fold]:enabled" },
  { where: "before one’s turn", moment: "flop", there: "[data-before]" },
  { where: "showdown", moment: "showdown", there: ".winners" },
  { where: "menu", moment: "showdown", press: "header [aria-haspopup=dialog] >> nth=-1", there: "dialog" },
  { where: "talk", moment: "preflop", press: "[data-talk]", there: "aside form" },
  { where: "invitation", moment: "flop", press: "[data-invite]", there: "dialog" },
  { where: "buying in", moment: "watching", press: ".idle .button", there: "dialog" },
  { where: "Seka", moment: "sekaFirst", there: ".controls" },
  { where: "svara", moment: "sekaVote", there: ".controls" },
  { where: "Durak", moment: "durak-defend", there: ".controls" },
  { where: "six at Durak", moment: "durak-six", there: ".controls" },
  { where: "statistics", path: "/statistics", there: "tbody tr" },
  { where: "profile and settings", path: "/people", there: "[data-setting=sounds]" },
  { where: "one’s hands", path: "/hands", there: ".filter" },
];

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkReadable(browser, origin, told) {
  await sideBySide(3, screens, async ({ where, moment = "flop", path, nobody, there, press }) => {
    const room = await Pretended.open(browser, origin, scene(moment), {
      calm: true,
      width: where === "talk" ? 390 : 1000,
      answers,
      ...(path ? { path } : {}),
      ...(nobody ? { you: null } : {}),
    });
    if (press) await room.page.locator(press).click();
    await room.page.locator(there).first().waitFor();
    await axe(room.page, where);
    await room.close();
  });
  told(`axe finds nothing on ${screens.length} screens, by day and by night`);
}
