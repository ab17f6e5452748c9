// Durak in a real room with real browsers: a whole game of two people, killed in the middle and gone on with; a transfer;
// the traffic light. `durak-modes.mjs` has a whole game of each mode.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE_MS, Player } from "./player.mjs";
import { freePort, startRoom } from "./server.mjs";

/** @typedef {import("../src/protocol.ts").DurakMode} DurakMode */
/** @typedef {{ hand: number, running: boolean, stage: string, round: number, own: string[], piles: string[], table: string[] }} Party */

const PACK = [..."cdhs"].flatMap((suit) => [..."6789TJQKA"].map((rank) => rank + suit));

/** The whole pack with these two hands on top and this trump at the bottom. */
function deck(/** @type {string} */ one, /** @type {string} */ two, /** @type {string} */ trump) {
  const [first, second] = [one, two].map((hand) => hand.split(" "));
  const dealt = (first ?? []).flatMap((card, index) => [card, second?.[index] ?? ""]);
  return [...dealt, ...PACK.filter((card) => !dealt.includes(card) && card !== trump), trump];
}

/** @type {(id: string, mode: DurakMode, pack: 24 | 36, top?: string[], more?: object, game?: object) => object} */
export const plan = (id, mode, pack, top = [], more = {}, game = {}) => ({
  id,
  title: id,
  settings: {
    seats: 2,
    currency: "FUN",
    funding: "stake",
    leastBuyIn: 20,
    mostBuyIn: 20,
    turn: 60_000,
    bank: 60_000,
    refill: 0,
    gather: 1000,
    pause: 1000,
    patience: 2,
    away: 300_000,
    memory: 60_000,
    grace: 12_000,
    quick: null,
    top,
    ...more,
  },
  game: {
    durak: {
      rules: { mode, pack, throwAfterTake: true, onTimeout: "auto", opening: "lowestTrump" },
      points: 1,
      stake: 20,
      rakePercent: 10,
      untimed: false,
      lineLost: 120_000,
      patience: 5,
      begin: 60_000,
      ready: 5_000,
      revanche: 60_000,
      ...game,
    },
  },
});

/** What somebody sees of a party. @param {Player} player @returns {Promise<Party>} */
const look = (player) =>
  player.page.evaluate(() => {
    const table = /** @type {HTMLElement} */ (document.querySelector("section.table"));
    const zone = /** @type {HTMLElement | null} */ (table.querySelector("[data-stage]"));
    const still = (/** @type {Element} */ element) => element.closest("[inert]") === null;
    const names = (/** @type {string} */ selector, /** @type {string} */ name) =>
      [...table.querySelectorAll(selector)].filter(still).map((element) => element.getAttribute(name) ?? "");
    return {
      hand: Number(table.dataset["hand"]),
      running: table.dataset["running"] === "true",
      stage: zone?.dataset["stage"] ?? "",
      round: Number(zone?.dataset["round"] ?? 0),
      own: names("[data-own]", "data-own"),
      piles: names("[data-pile]", "data-pile"),
      table: names("[data-of=table] [data-card]", "data-card"),
    };
  });

/** Presses what is there to be pressed, the first that can be: a turn may end meanwhile. @param {Player} player @param {string} selector */
async function press({ page }, selector) {
  const there = page.locator(selector);
  if ((await there.count()) === 0) return false;
  // Of a card in a full fan only the left edge is in sight, as it is for a finger.
  const position = selector.startsWith(".held") ? { position: { x: 10, y: 24 } } : {};
  return there
    .first()
    .click({ timeout: 1_500, ...position })
    .then(
      () => true,
      () => false,
    );
}

/** One thing a person does, whatever is offered: ready, what is marked, a card, finishing, taking. @param {Player} player */
async function playOn(player) {
  for (const selector of [
    // Whether there is another game is not for whoever plays on to say.
    ".words:not(:has(.result)) [data-say=ready]:enabled",
    "[data-act=attack]:enabled",
    ".pile.target:enabled",
    ".held.usable[aria-pressed=false]",
    "[data-act=finish]:enabled",
    "[data-act=take]:enabled",
    "[data-act=transfer]:enabled",
  ])
    if (await press(player, selector)) return;
}

/** Everybody plays until all see what is wanted. @param {string} what @param {Player[]} players @param {(party: Party) => boolean} wanted */
async function playUntil(what, players, wanted) {
  const deadline = Date.now() + 25 * PATIENCE_MS;
  for (;;) {
    const seen = await Promise.all(players.map(look));
    if (seen.every(wanted)) return seen;
    assert(Date.now() < deadline, `waited in vain until ${what}: ${JSON.stringify(seen)}`);
    await Promise.all(players.map(playOn));
    await sleep(100);
  }
}

/** @param {Player} player @param {string} what @param {(party: Party) => boolean} wanted */
async function until(player, what, wanted) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look(player);
    if (wanted(seen)) return seen;
    assert(Date.now() < deadline, `${player.name} waited in vain until ${what}: ${JSON.stringify(seen)}`);
    await sleep(50);
  }
}

/** Goes to a table and sits down: one click. @param {Player} player @param {string} origin @param {string} table */
async function sit(player, origin, table) {
  await player.page.goto(`${origin}/table/${table}`);
  await player.page.locator("form button, .idle button").first().click();
  await player.page.locator(".seat.own").waitFor();
}

/** @param {Player[]} players @param {string} origin @param {string} table */
async function begin(players, origin, table) {
  for (const player of players) await sit(player, origin, table);
  for (const player of players) await player.page.locator("[data-say=ready]:enabled").click();
  for (const player of players) await until(player, "six cards are dealt", ({ own }) => own.length === 6);
}

/** @param {string} binary @param {(text: string) => void} told */
export async function runDurak(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-e2e-durak-"));
  const tables = join(data, "tables.json");
  // Both hold a six; player 1 has the lowest trump and leads.
  const sixes = deck("6s 7s 8d Th Jc Qd", "6h 7d Qs Kh Ac Ad", "As");
  writeFileSync(
    tables,
    JSON.stringify([
      // The short pack: a whole game in half the time.
      plan("duel", "plain", 24),
      plan("passing", "transfer", 36, sixes),
      plan("light", "trafficLight", 36, sixes),
    ]),
  );
  const port = await freePort();
  const start = () => startRoom(binary, port, join(data, "room"), ["--tables", tables, "--bots", "0"]);
  let room = await start();
  const anna = await Player.arrive("Анна", { locale: "ru-RU", width: 390, height: 844 });
  const boris = await Player.arrive("Boris", { locale: "en-GB", width: 1440, height: 900 });
  const both = [anna, boris];
  try {
    await wholeGame();
    await transfer();
    await trafficLight();
    assert.deepEqual(
      both.flatMap(({ errors }) => errors),
      [],
      "no page complained",
    );
  } catch (error) {
    for (const { name, page } of both) await page.screenshot({ path: join(tmpdir(), `kozyr-durak-${name}.png`) }).catch(() => {});
    console.error(`pictures in ${tmpdir()}; the room's last words:\n${room.log()}`);
    throw error;
  } finally {
    await Promise.all(both.map((player) => player.leave()));
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }

  async function wholeGame() {
    await begin(both, room.origin, "duel");
    for (const { page } of both) await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
    await playUntil("the middle of the party", both, ({ round, table }) => round >= 2 && table.length > 0);
    await sleep(700);
    const before = await Promise.all(both.map(look));
    await room.kill();
    for (const { page } of both) await page.locator("[role=status] .waiting").waitFor();
    room = await start();
    for (const { page } of both) await page.locator("[role=status] .waiting").waitFor({ state: "detached" });
    for (const [index, player] of both.entries()) {
      const was = before[index];
      const seen = await until(player, "the party is back", ({ running, own }) => running && own.length > 0);
      assert.deepEqual([seen.own, seen.hand, seen.round], [was?.own, was?.hand, was?.round], "the same cards");
      assert.deepEqual(seen.table.sort(), was?.table.sort(), "the same cards on the table");
    }
    told(`killed in round ${before[0]?.round}, and gone on with the same cards`);
    await playUntil("the party is over", both, ({ running }) => !running);
    for (const { page } of both) await page.locator(".result span").first().waitFor();
    const [russian, english] = await Promise.all(both.map(({ page }) => page.locator(".result").innerText()));
    assert.match(russian ?? "", /дурак|Ничья|получаете/i);
    assert.match(english ?? "", /fool|draw|You get/i);
    for (const { page } of both)
      assert.equal(await page.evaluate(() => "neverReloaded" in window), true, "no page was loaded again");
    told(`a whole game of two: ${(english ?? "").replaceAll("\n", " ")}`);
    // The same people again.
    for (const { page } of both) await page.locator("[data-say=ready]:enabled").click();
    for (const player of both) await until(player, "another game begins", ({ running, hand }) => running && hand === 2);
    await anna.page.locator("[data-ask=surrender]").click();
    await anna.page.locator("[data-act=surrender]").click();
    for (const player of both) await until(player, "the game is over", ({ running }) => !running);
    assert.match(await boris.page.locator(".result").innerText(), /gives up/);
    for (const player of both) await leave(player);
    told("once more with the same people, and a surrender");
  }

  /** Who leads and who is attacked, with the lowest trump in the first hand. @param {string} table */
  async function attackedWithASix(table) {
    await begin(both, room.origin, table);
    await until(anna, "it is her lead", ({ stage }) => stage === "lead");
    // The card is dragged on the table.
    const card = await anna.page.locator("[data-own='6s']").boundingBox();
    const zone = await anna.page.locator("[data-drop=table]").boundingBox();
    assert(card && zone);
    await anna.page.waitForTimeout(500);
    await anna.page.mouse.move(card.x + card.width / 3, card.y + card.height / 2);
    await anna.page.mouse.down();
    await anna.page.mouse.move(zone.x + zone.width / 2, zone.y + zone.height / 2, { steps: 8 });
    await anna.page.mouse.up();
    await until(boris, "he is attacked", ({ table }) => table.includes("6s"));
  }

  /** @param {Player} player */
  async function leave(player) {
    await player.page.goto(`${room.origin}/tables`);
  }

  async function transfer() {
    await attackedWithASix("passing");
    await boris.page.locator("[data-act=transfer]:enabled").click();
    const seen = await until(anna, "the attack is hers", ({ table }) => table.length === 2);
    assert.deepEqual(seen.table.sort(), ["6h", "6s"]);
    await anna.page.locator("[data-act=take]:enabled").click();
    await boris.page.locator("[data-act=finish]:enabled").click();
    const taken = await until(anna, "she has taken both", ({ own }) => own.includes("6h"));
    assert.equal(taken.own.includes("6s"), true);
    told("a six dragged on the table, transferred and taken");
    for (const player of both) await leave(player);
  }

  async function trafficLight() {
    await attackedWithASix("light");
    await boris.page.locator("[data-act=transfer]:enabled").click();
    await anna.page.locator("[data-shown='6h']").waitFor({ state: "attached" });
    assert.equal((await look(anna)).stage, "shown");
    assert.equal((await look(anna)).table.includes("6h"), false, "shown, not played yet");
    await boris.page.locator("[data-act=transfer]:enabled").click();
    await until(anna, "it is transferred", ({ table }) => table.includes("6h"));
    told("with the traffic light a card is shown, then transferred");
    for (const player of both) await leave(player);
  }
}
