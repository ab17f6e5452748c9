// Seka in a real room, with real browsers: two people and a bot play deals with a dark bet, a reveal that two of them see and
// one follows, and a svara; the room is killed in the pause of the reveal and the deal goes on in the open pages.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE_MS, Player } from "./player.mjs";
import { freePort, startRoom } from "./server.mjs";

const TABLE = "seka-test";
/** Everybody is dealt 10 points: every comparison is a tie. */
const TOP = ["Kc", "Kd", "Kh", "Qd", "Qh", "Qs", "Jh", "Js", "Jc"];

const plan = {
  id: TABLE,
  title: "Seka 10/100",
  settings: {
    seats: 6,
    currency: "FUN",
    funding: "stack",
    leastBuyIn: 100,
    mostBuyIn: 10_000,
    turn: 60_000,
    bank: 0,
    refill: 0,
    gather: 20_000,
    pause: 3_000,
    patience: 1,
    away: 600_000,
    memory: 0,
    grace: 0,
    quick: null,
    top: TOP,
  },
  game: {
    seka: {
      base: 10,
      max_stake: 100,
      dark_funding: "loan",
      timers: { ready_ms: 20_000, turn_ms: 120_000, reveal_ms: 20_000, vote_ms: 60_000, entry_ms: 6_000, pause_ms: 3_000 },
    },
  },
};

/** @typedef {{ stage: string, svara: number, pot: number, acts: string[] }} DealSeen */

/** Where the deal stands, and what can be pressed. @param {Player} player @returns {Promise<DealSeen>} */
const deal = (player) =>
  player.page.evaluate(() => {
    const middle = /** @type {HTMLElement | null} */ (document.querySelector("[data-stage]"));
    const acts = [...document.querySelectorAll(".controls button[data-act]:enabled")];
    return {
      stage: middle?.dataset["stage"] ?? "",
      svara: Number(middle?.dataset["svara"] ?? 0),
      pot: Number(middle?.querySelector("[data-pot]")?.getAttribute("data-pot") ?? 0),
      acts: acts.map((button) => button.getAttribute("data-act") ?? ""),
    };
  });

const own = (/** @type {import("./player.mjs").TableSeen} */ seen) => seen.seats.find((seat) => seat.own);
const open = (/** @type {string[]} */ cards) => cards.length === 3 && cards.every((card) => card !== "back");

/** What somebody presses who wants to see everything once. @param {DealSeen} seen @param {number} others */
function wish({ acts, svara }, others) {
  const order = ["ready", "bring", svara === 0 ? "voteYes" : "voteNo", "dark", "open"];
  if (svara === 0 && others >= 2) order.push("reveal");
  order.push("check", "call", "pass", "fold");
  return order.find((act) => acts.includes(act));
}

/** Presses it if there is something. @param {Player} player @param {Set<string>} done */
async function acts(player, done) {
  const table = await player.look();
  const others = table.seats.filter((seat) => !seat.own && seat.cards.length > 0).length;
  const act = wish(await deal(player), others);
  if (!act) return;
  const button = player.page.locator(`.controls button[data-act=${act}]:enabled`);
  // The turn may end between looking and pressing: then there is nothing to press.
  const pressed = await button.click({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (pressed) done.add(act);
}

/** In the pause of a reveal: two see two hands, and nobody else any. @param {Player[]} players */
async function revealed(players) {
  const seen = await Promise.all(players.map((player) => player.look()));
  return seen.map((table) => ({
    mine: own(table)?.cards ?? [],
    others: table.seats.filter((seat) => !seat.own && open(seat.cards)).length,
    faces: table.seats.flatMap(({ cards }) => cards.filter((card) => card !== "back")),
  }));
}

/** @param {string} binary @param {(text: string) => void} told */
export async function runSeka(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-seka-"));
  const tables = join(data, "tables.json");
  writeFileSync(tables, JSON.stringify([plan]));
  const port = await freePort();
  const more = ["--pace", "3", "--tables", tables];
  let room = await startRoom(binary, port, data, more);
  /** @type {Player[]} */
  const players = [];
  try {
    const screens = [
      { name: "Анна", locale: "ru-RU", width: 390, height: 844 },
      { name: "Boris", locale: "en-GB", width: 1440, height: 900 },
    ];
    for (const { name, ...screen } of screens) {
      const player = await Player.arrive(name, screen);
      players.push(player);
      await player.page.goto(`${room.origin}/#/table/${TABLE}`);
      await player.page.getByRole("textbox").fill(name);
      await player.page.locator("form button").first().click();
      await player.page.locator(".seat.own").waitFor();
    }
    const [anna] = players;
    assert(anna);
    await anna.until("a bot sits down too", (seen) => seen.seats.some(({ kind }) => kind === "bot"));
    told("two people and a bot at a table of Seka");

    /** @type {Set<string>} */
    const done = new Set();
    let killed = false;
    let svara = 0;
    const deadline = Date.now() + 8 * PATIENCE_MS;
    for (;;) {
      assert(Date.now() < deadline, `not all was seen: ${[...done].join(" ")}, svara ${svara}`);
      for (const player of players) await acts(player, done);
      const now = await deal(anna);
      svara = Math.max(svara, now.svara);
      if (!killed && now.stage === "revealPause") {
        await players[1]?.page.locator("[data-stage=revealPause]").waitFor();
        const before = await revealed(players);
        // A bot may have been one of the two, and one of the people the third: who sees another's hand sees their own.
        for (const { mine, others, faces } of before) {
          assert(others === 0 || (others === 1 && open(mine)), `who sees what: ${JSON.stringify(before)}`);
          assert(faces.length <= 6, "two hands at most");
        }
        assert(
          before.some(({ others }) => others === 1),
          `somebody sees the other's hand: ${JSON.stringify(before)}`,
        );
        const sequence = (await anna.look()).sequence;
        await room.kill();
        room = await startRoom(binary, port, data, more);
        killed = true;
        await anna.until("the room is back", (seen) => seen.sequence > sequence);
        await players[1]?.until("the room is back for both", (seen) => seen.sequence > sequence);
        const after = await revealed(players);
        assert.deepEqual(after, before, "the same cards before the same eyes, without a reload");
        told(`killed in the pause of a reveal: ${before.map(({ mine }) => mine.join(" ")).join(" and ")} go on`);
      }
      const table = await anna.look();
      const all = killed && svara > 0 && ["dark", "open", "reveal", "voteYes"].every((act) => done.has(act));
      if (all && !table.running) break;
      await sleep(50);
    }
    told(`dark, reveal and svara ${svara}: pressed ${[...done].join(", ")}`);
    // Whoever wonders what a hand counts opens the table of points, and finds their own there.
    for (const { page } of players) {
      await page.locator("[data-ask=points]").click();
      assert.equal(await page.locator("dialog [data-points]").count(), 16);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    const stacks = await Promise.all(
      players.map(async (player) => (await player.look()).seats.map(({ seat, stack }) => [seat, stack])),
    );
    assert.deepEqual(stacks[0]?.sort(), stacks[1]?.sort(), "both see the same stacks");
    assert.deepEqual(
      players.flatMap(({ errors }) => errors),
      [],
      "no page complained",
    );
  } finally {
    await Promise.all(players.map((player) => player.leave()));
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
