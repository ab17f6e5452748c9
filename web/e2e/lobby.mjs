// The lobby: one's own tables first, the games side by side with a way to each, one accent; and stacks in big blinds at a table.
import assert from "node:assert/strict";
import { Pretended, scene, you } from "./pretended.mjs";
import { info } from "./scenes.mjs";

/** @typedef {import("playwright-core").Browser} Browser */

const tables = [
  { table: "green", info, seated: 2 },
  { table: "seka-1", info: { ...scene("sekaFirst").info, name: "Seka 5/50" }, seated: 1 },
  { table: "mine", info: { ...info, name: "Пятница" }, seated: 1, host: you.id },
  { table: "durak-1", info: { ...scene("durak-six").info, name: "Durak" }, seated: 0 },
  { table: "seat", info: { ...info, name: "Hold’em 1/2" }, seated: 4 },
];

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkLobby(browser, origin, told) {
  const lobby = await Pretended.open(browser, origin, scene("flop"), {
    path: "/tables",
    width: 390,
    height: 844,
    you: { ...you, seatedAt: ["seat"] },
    room: { tables },
  });
  const { page } = lobby;
  await page.locator("a.table").nth(4).waitFor();
  const shelves = await page
    .locator("[data-shelf]")
    .evaluateAll((all) =>
      all.map((shelf) => [
        shelf.getAttribute("data-shelf"),
        ...[...shelf.querySelectorAll(".name")].map((name) => name.textContent),
      ]),
    );
  assert.deepEqual(shelves, [
    ["own", "Пятница", "Hold’em 1/2"],
    ["holdem", "Hold’em 10/20"],
    ["seka", "Seka 5/50"],
    ["durak", "Durak"],
  ]);
  // Filled with the accent is the one thing there is to do.
  const accents = await page.evaluate(() => {
    const accent = getComputedStyle(/** @type {Element} */ (document.querySelector(".ways .accent"))).backgroundColor;
    return [...document.querySelectorAll("header *, main *")].filter(
      (part) => getComputedStyle(part).backgroundColor === accent || getComputedStyle(part).borderTopColor === accent,
    ).length;
  });
  assert.equal(accents, 1, "one accent in the lobby");
  const first = await page.locator("a.table").first().boundingBox();
  assert(first && first.y < 270, `the first table is high up: ${first?.y}`);
  for (const game of ["holdem", "seka", "durak"]) await page.locator(`[data-play=${game}]`).click();
  const asked = lobby.heard.filter(({ type }) => type === "quickSeat").map(({ filter }) => filter.game);
  assert.deepEqual(asked, ["holdem", "seka", "durak"]);
  await lobby.close();
  told("one’s own tables come first in the lobby, each game has its way to a seat, and there is one accent");

  const room = await Pretended.open(browser, origin, scene("flop"));
  const stack = room.page.locator("[data-seat='3'] .stack");
  assert.match(await stack.innerText(), /1,940$/);
  await room.page.locator("header [aria-haspopup=dialog]").last().click();
  await room.page.locator("[data-setting=inBlinds]").check();
  await room.page.keyboard.press("Escape");
  await room.page.waitForFunction(() =>
    /(^|\D)97(\D|$)/.test(document.querySelector("[data-seat='3'] .stack")?.textContent ?? ""),
  );
  await room.close();
  told("stacks are counted in big blinds when that is wanted");
}
