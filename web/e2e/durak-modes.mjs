// A whole game of each mode of Durak in real browsers, all side by side: three duels and three games in pairs with the
// room's bots, six seats on a phone, and a table that somebody opened over UpDAU.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { plan } from "./durak.mjs";
import { launch } from "./browser.mjs";
import { PATIENCE_MS, Player } from "./player.mjs";
import { freePort, startRoom } from "./server.mjs";
import { UpdauPlayer } from "./updau.mjs";

const PHONE = { locale: "ru-RU", width: 390, height: 844 };
const DESK = { locale: "en-GB", width: 1280, height: 800 };

/** @type {{ table: string, mode: import("../src/protocol.ts").DurakMode, seats: number, pack: 24 | 36, screen: typeof PHONE, again?: boolean }[]} */
const GAMES = [
  { table: "m-plain", mode: "plain", seats: 2, pack: 24, screen: DESK, again: true },
  { table: "m-transfer", mode: "transfer", seats: 2, pack: 24, screen: PHONE },
  { table: "m-light", mode: "trafficLight", seats: 2, pack: 24, screen: DESK },
  { table: "m-plain-pairs", mode: "pairs", seats: 4, pack: 24, screen: PHONE },
  { table: "m-transfer-pairs", mode: "pairsTransfer", seats: 4, pack: 24, screen: DESK },
  { table: "m-light-pairs", mode: "pairsTrafficLight", seats: 4, pack: 24, screen: PHONE },
  { table: "m-six", mode: "transfer", seats: 6, pack: 36, screen: PHONE, again: true },
];

/** In the page: presses the first button or card that can be, again and again, and remembers what. @param {Player} player */
const playsByItself = ({ page }) =>
  page.evaluate(() => {
    /** @type {Record<string, number>} */
    const did = {};
    Object.assign(window, { did });
    const wishes = [
      "[data-say=ready]",
      "[data-act=transfer]",
      "[data-act=defend]",
      "[data-act=attack]",
      ".pile.target",
      ".held.usable[aria-pressed=false]",
      "[data-act=finish]",
      "[data-act=take]",
    ];
    setInterval(() => {
      const result = document.querySelector(".result");
      // After the game the person decides themselves; a table that somebody made may be closed by then.
      if (result instanceof HTMLElement) Object.assign(window, { ended: result.innerText.replaceAll("\n", " ") });
      const begins = document.querySelector("section.table")?.getAttribute("data-hand") === "0";
      for (const wish of begins ? wishes : wishes.slice(1)) {
        const there = [...document.querySelectorAll(wish)].find(
          (one) => !one.closest("[inert]") && !(/** @type {HTMLButtonElement} */ (one).disabled),
        );
        if (!(there instanceof HTMLElement)) continue;
        const name = there.dataset["act"] ?? there.dataset["say"] ?? (there.dataset["own"] ? "card" : "pile");
        did[name] = (did[name] ?? 0) + 1;
        there.click();
        return;
      }
    }, 90);
  });

/** @param {Player} player @returns {Promise<Record<string, number>>} */
const did = ({ page }) => page.evaluate(() => /** @type {any} */ (window).did);

/** No card of the fan is so tight that its index hides, and none hangs over the edge. @param {Player} player */
async function fanIsReadable({ page, name }) {
  const cards = await page.evaluate(() =>
    [...document.querySelectorAll("[data-own]")].map((card) => {
      const { left, right, top, width } = card.getBoundingClientRect();
      return { left, right, top, width };
    }),
  );
  const wide = await page.evaluate(() => innerWidth);
  let rows = 1;
  for (const [index, card] of cards.entries()) {
    assert(card.left >= -1 && card.right <= wide + 1, `${name}: a card hangs over the edge: ${JSON.stringify(cards)}`);
    const before = cards[index - 1];
    if (!before) continue;
    // A full hand is two rows, and the second begins on the left again.
    const again = card.left < before.left && card.top > before.top;
    if (again) rows += 1;
    assert(again || card.left - before.left >= 0.3 * card.width, `${name}: an index hides: ${JSON.stringify(cards)}`);
  }
  assert(rows <= 2, `${name}: ${rows} rows: ${JSON.stringify(cards)}`);
  return cards.length;
}

/** How the game ended, once it has. @param {Player} player @returns {Promise<string>} */
async function ending(player) {
  const { page } = player;
  const ended = page.waitForFunction(() => /** @type {any} */ (window).ended, undefined, { timeout: 3 * PATIENCE_MS });
  await inVain(player, "the end of the game", ended);
  return page.evaluate(() => /** @type {any} */ (window).ended);
}

/** @param {Player} player @param {string} selector @param {string} what */
async function waits(player, selector, what) {
  await inVain(
    player,
    what,
    player.page
      .locator(selector)
      .first()
      .waitFor({ timeout: 2 * PATIENCE_MS }),
  );
}

/** A picture of what was there instead. @param {Player} player @param {string} what @param {Promise<unknown>} awaited */
async function inVain({ page, name }, what, awaited) {
  await awaited.catch(async (/** @type {unknown} */ error) => {
    await page.screenshot({ path: join(tmpdir(), `kozyr-${name}.png`) }).catch(() => {});
    throw new Error(`${name} waited in vain for ${what}; picture in ${tmpdir()}`, { cause: error });
  });
}

/** @param {Player} player @param {string} origin @param {string} table */
async function sits({ page }, origin, table) {
  await page.goto(`${origin}/table/${table}`);
  await page.locator("form button, .idle button").first().click();
  await page.locator(".seat.own").waitFor();
}

/**
 * Plays a whole game, and says how it ended.
 * @param {Player} player @param {string} origin @param {(typeof GAMES)[number]} game @param {(text: string) => void} told
 */
async function wholeGame(player, origin, { table, seats, mode, again }, told) {
  const { page } = player;
  await sits(player, origin, table);
  await playsByItself(player);
  await waits(player, "[data-own]", "cards");
  assert.equal(await page.locator(".seat[data-kind=bot]").count(), seats - 1, `${table}: bots on all other places`);
  assert.equal(await page.locator(".team").count(), mode.startsWith("pairs") ? 4 : 0, `${table}: partners share a colour`);
  await sleep(500);
  await fanIsReadable(player);
  const result = await ending(player);
  assert.match(result, /дурак|дураках|Ничья|получаете|fool|draw|You get/i);
  const pressed = await did(player);
  told(
    `${table}: ${result} (${Object.entries(pressed)
      .map(([what, times]) => `${what} ${times}`)
      .join(", ")})`,
  );
  if (again) {
    const button = page.locator("[data-say=ready]");
    assert.match(await button.innerText(), /Ещё раз|Play again/);
    const hand = Number(await page.locator("section.table").getAttribute("data-hand"));
    await button.click();
    await waits(player, `section.table[data-hand="${hand + 1}"][data-running=true]`, "another game");
    told(`${table}: once more`);
  }
  return pressed;
}

/**
 * Somebody opens a table over UpDAU, somebody with a page sits down, and they play to the end.
 * @param {Player} player @param {string} origin @param {number} port @param {(text: string) => void} told
 */
async function withUpdau(player, origin, port, told) {
  const ann = await UpdauPlayer.enter(port, "a client of its own");
  await ann.create({
    game_type: "durak_perevodnoi",
    cash_bet: "50",
    num_seats: "2",
    points: "1",
    currency: "FUN",
    deck_size: "24",
  });
  const lobby = await fetch(`${origin}/api/v1/lobby`).then((answer) => answer.json());
  const found = JSON.stringify(lobby).match(/updau-[0-9a-f]+/);
  assert(found, `the table stands in the lobby: ${JSON.stringify(lobby).slice(0, 400)}`);
  await sits(player, origin, found[0]);
  await playsByItself(player);
  const result = await ending(player);
  const deadline = Date.now() + PATIENCE_MS;
  while (ann.over === null) {
    assert(Date.now() < deadline, `no gameover over UpDAU: ${ann.told.slice(-5).join(" ")}`);
    await sleep(50);
  }
  told(`UpDAU and a page at one table: ${result}`);
  ann.leave();
}

/** @param {string} binary @param {(text: string) => void} told */
export async function runDurakModes(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-e2e-modes-"));
  const tables = join(data, "tables.json");
  // The room lives ten times as fast as people do, so that its bots do not keep anybody waiting; people have time enough.
  const plans = GAMES.map(({ table, mode, seats, pack }) =>
    plan(table, mode, pack, [], { seats, turn: 900_000 }, { begin: 900_000, revanche: 900_000 }),
  );
  writeFileSync(tables, JSON.stringify(plans));
  const [port, updau] = [await freePort(), await freePort()];
  const room = await startRoom(binary, port, join(data, "room"), ["--tables", tables, "--pace", "10", "--bots", "5"]);
  // The clocks of UpDAU's tables are the protocol's own: there a page needs more time.
  const slower = ["--pace", "2", "--bots", "0", "--updau-listen", `127.0.0.1:${updau}`];
  const other = await startRoom(binary, await freePort(), join(data, "other"), slower);
  const browser = await launch();
  /** @type {Player[]} */
  const players = [];
  const arrives = async (/** @type {string} */ name, /** @type {typeof PHONE} */ { locale, width, height }) => {
    const context = await browser.newContext({ locale, viewport: { width, height }, reducedMotion: "reduce" });
    const player = new Player(name, browser, await context.newPage());
    players.push(player);
    return player;
  };
  try {
    const games = GAMES.map(async (game) => wholeGame(await arrives(game.table, game.screen), room.origin, game, told));
    const mixed = arrives("m-updau", PHONE).then((player) => withUpdau(player, other.origin, updau, told));
    const [pressed] = await Promise.all([Promise.all(games), mixed]);
    for (const act of ["card", "finish", "take"])
      assert(
        pressed.some((one) => (one[act] ?? 0) > 0),
        `somebody pressed ${act}`,
      );
    assert.deepEqual(
      players.flatMap(({ name, errors }) => errors.map((error) => `${name}: ${error}`)),
      [],
      "no page complained",
    );
  } catch (error) {
    for (const { name, page } of players) await page.screenshot({ path: join(tmpdir(), `kozyr-${name}.png`) }).catch(() => {});
    console.error(`pictures in ${tmpdir()}; the room's last words:\n${room.log()}\n${other.log()}`);
    throw error;
  } finally {
    await browser.close();
    await Promise.all([room.kill(), other.kill()]);
    rmSync(data, { recursive: true, force: true });
  }
}
