// Two people and a bot in a real room, with real browsers: a hand to the showdown; then the room is
// killed in the middle of a hand and started again, and the hand goes on in the open pages.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE_MS, Player } from "./player.mjs";
import { freePort, startRoom } from "./server.mjs";

const FIRST_CARDS_MS = 10_000;

/** @typedef {import("./player.mjs").TableSeen} TableSeen */
const own = (/** @type {TableSeen} */ seen) => seen.seats.find((seat) => seat.own);
const faces = (/** @type {string[]} */ cards) => cards.length > 0 && cards.every((card) => card !== "back");
const dealtIn = (/** @type {TableSeen} */ seen) => seen.seats.filter(({ cards }) => cards.length > 0);

/** Both stay in whatever comes, until the hand they are in is over. @param {Player[]} players @param {number} hand */
async function playOut(players, hand) {
  const deadline = Date.now() + 2 * PATIENCE_MS;
  for (;;) {
    const seen = await Promise.all(players.map((player) => player.look()));
    if (seen.every((view) => view.hand > hand || !view.running)) return seen;
    for (const player of players) await player.stayIn();
    assert(Date.now() < deadline, `hand ${hand} does not end: ${JSON.stringify(seen)}`);
    await sleep(50);
  }
}

/** Does something again and again until what it waits for has come. @template T @param {Promise<T>} coming @param {() => Promise<unknown>} doing */
async function meanwhile(coming, doing) {
  let waiting = true;
  const arrived = coming.finally(() => (waiting = false));
  const busy = (async () => {
    while (waiting) {
      await doing();
      await sleep(50);
    }
  })();
  const [result] = await Promise.all([arrived, busy]);
  return result;
}

/** What nobody may see before the showdown: anybody else's cards. @param {TableSeen} seen */
function hidesOthers(seen) {
  for (const seat of seen.seats) if (!seat.own && seen.running) assert(seat.cards.every((card) => card === "back"));
}

/** @param {Player} anna @param {Player} boris */
async function handToShowdown(anna, boris) {
  // The hand that runs when the second sits down goes without them; and a bot may still be on its way.
  for (let tries = 0; tries < 6; tries += 1) {
    const { hand } = await anna.look();
    const all = await meanwhile(
      // Cards come one after the other; when somebody has to act, all have them.
      anna.until("a new hand is dealt", (seen) => seen.hand > hand && seen.seats.some(({ turn }) => turn)),
      () => Promise.all([anna.stayIn(), boris.stayIn()]),
    );
    await boris.until(
      "the same hand is dealt to the other",
      (seen) => seen.hand === all.hand && dealtIn(seen).length >= dealtIn(all).length,
    );
    const [before, beforeBoris] = await Promise.all([anna.look(), boris.look()]);
    hidesOthers(before);
    hidesOthers(beforeBoris);
    const seats = dealtIn(before);
    const company = seats.some(({ kind }) => kind === "bot") && seats.filter(({ kind }) => kind === "person").length === 2;
    const [left, right] = await playOut([anna, boris], all.hand);
    if (!company || !left || !right || left.hand !== all.hand || right.hand !== all.hand) continue;
    assert.equal(left.board.length, 5, "a showdown has five cards on the board");
    assert.deepEqual(left.board, right.board, "both see the same board");
    assert.deepEqual(
      left.seats.map(({ seat, stack }) => [seat, stack]).sort(),
      right.seats.map(({ seat, stack }) => [seat, stack]).sort(),
      "both see the same stacks",
    );
    // Nobody folded out of this one: whoever won had to show, to both of them.
    const winners = left.seats.filter(({ won }) => won);
    assert(winners.length > 0, `somebody won: ${JSON.stringify(left.seats)}`);
    for (const { seat, cards } of winners) {
      assert(faces(cards), `the winner's cards lie open: ${JSON.stringify(left.seats)}`);
      assert.deepEqual(right.seats.find((other) => other.seat === seat)?.cards, cards, "both see the winning cards");
    }
    return { hand: all.hand, dealt: seats.length, winners: winners.map(({ cards }) => cards.join(" ")), board: left.board };
  }
  throw new Error("no hand with both people and a bot came to a showdown");
}

/** Waits until one of them has to decide in a hand both are in: nothing moves until they do. @param {Player[]} players */
async function middleOfHand(players) {
  const deadline = Date.now() + 2 * PATIENCE_MS;
  for (;;) {
    assert(Date.now() < deadline, "nobody's turn came");
    for (const player of players) {
      const seen = await player.look();
      const both =
        seen.running &&
        own(seen)?.cards.length === 2 &&
        seen.seats.filter(({ kind, cards }) => kind === "person" && cards.length > 0).length === 2;
      if (both && seen.street >= 1 && (await player.canAct())) return player;
      await player.stayIn();
    }
    await sleep(50);
  }
}

/** @param {string} binary @param {(text: string) => void} told */
export async function runHoldem(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-e2e-"));
  const port = await freePort();
  let room = await startRoom(binary, port, data);
  /** @type {Player[]} */
  const players = [];
  try {
    const anna = await Player.arrive("Анна", { locale: "ru-RU", width: 390, height: 844 });
    players.push(anna);
    const boris = await Player.arrive("Boris", { locale: "en-GB", width: 1440, height: 900 });
    players.push(boris);
    const annaMs = await anna.play(room.origin);
    assert(annaMs < FIRST_CARDS_MS, `cards came ${annaMs} ms after the click`);
    told(`Anna has cards ${annaMs} ms after her first click`);
    // Anna plays on while Boris waits for the next hand.
    const borisMs = await meanwhile(boris.play(room.origin), () => anna.stayIn());
    told(`Boris has cards ${borisMs} ms after his click`);

    const showdown = await handToShowdown(anna, boris);
    told(
      `hand ${showdown.hand}, ${showdown.dealt} dealt in: showdown, ${showdown.winners.join(" and ")} won on ${showdown.board.join(" ")}`,
    );

    await killedInTheMiddle();
    assert.deepEqual(
      players.flatMap(({ errors }) => errors),
      [],
      "no page complained",
    );
  } catch (error) {
    await report(players, room.log());
    throw error;
  } finally {
    await Promise.all(players.map((player) => player.leave()));
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }

  async function killedInTheMiddle() {
    const mover = await middleOfHand(players);
    const before = await Promise.all(players.map((player) => player.look()));
    const [hand, street] = [before[0]?.hand ?? 0, before[0]?.street ?? 0];
    for (const { page } of players) await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
    await room.kill();
    told(`killed in hand ${hand}, street ${street}, ${mover.name} to act`);
    for (const { page } of players) await page.locator("[role=status] .waiting").waitFor();
    for (const [index, player] of players.entries()) {
      assert.deepEqual((await player.look()).seats, before[index]?.seats, "the table stays in sight while the room is down");
    }
    told("both pages say so, and keep the table in sight");

    room = await startRoom(binary, port, data);
    for (const { page } of players) await page.locator("[role=status] .waiting").waitFor({ state: "detached" });
    for (const [index, player] of players.entries()) {
      const seen = await player.until("the room is back with the same hand", ({ hand: now }) => now === hand);
      const was = before[index];
      assert.equal(seen.hand, hand);
      assert.equal(seen.running, true);
      assert.deepEqual(own(seen)?.cards, was && own(was)?.cards, "the same cards in hand");
      assert.deepEqual(seen.board, was?.board, "the same board");
      assert.deepEqual(
        seen.seats.map(({ stack }) => stack),
        was?.seats.map(({ stack }) => stack),
        "the same stacks",
      );
    }
    assert(
      await mover.page
        .locator(".slots [data-act]:enabled")
        .first()
        .waitFor()
        .then(() => true),
    );
    told(`started again: hand ${hand} with the same cards, and it is still the turn of ${mover.name}`);

    await playOut(players, hand);
    for (const player of players) await player.until("the next hand comes", (seen) => seen.hand > hand && seen.running);
    for (const { page } of players) {
      assert.equal(await page.evaluate(() => "neverReloaded" in window), true, "no page was loaded again");
    }
    told(`hand ${hand} was played out and the next one dealt, without a reload`);
  }
}

/** Pictures and the room's log, for whoever finds out what went wrong. @param {Player[]} players @param {string} log */
async function report(players, log) {
  const folder = mkdtempSync(join(tmpdir(), "kozyr-e2e-failed-"));
  for (const { name, page, errors } of players) {
    await page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => {});
    for (const error of errors) console.error(`${name}'s page: ${error}`);
  }
  console.error(`pictures of the moment it went wrong: ${folder}\nthe room's last words:\n${log}`);
}
