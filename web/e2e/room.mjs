// Two people and a bot in a real room, with real browsers: a hand to the showdown; then the room is
// killed in the middle of a hand and started again, and the hand goes on in the open pages. One asks for more chips in mid-hand,
// and one closes their page in the midst of another.
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
    // Somebody may have folded by then: fewer may have cards than there were a moment ago.
    await boris.until(
      "the same hand is dealt to the other",
      (seen) => seen.hand === all.hand && seen.seats.some(({ turn }) => turn),
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
  // Enough for a stack and for more of it.
  const gift = ["--gift", "20000"];
  let room = await startRoom(binary, port, data, gift);
  /** @type {Player[]} */
  const players = [];
  try {
    const anna = await Player.arrive("Анна", { locale: "ru-RU", width: 390, height: 844 });
    players.push(anna);
    const clocks = clocksOf(anna);
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
    await moreInMidHand(anna, boris);
    told("more chips asked for in mid-hand came after it");
    await closedInMidHand(anna, boris, clocks);
    players.splice(players.indexOf(boris), 1);
    told("a page that was closed in mid-hand is marked at the others, and its decisions no longer take a whole turn");
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

    room = await startRoom(binary, port, data, gift);
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

/** @typedef {{ seat: string, lengthMs: number, turnMs: number }} ClockHeard */

/** The clocks a page is told of, from now on. @param {Player} player */
function clocksOf({ page }) {
  /** @type {ClockHeard[]} */
  const heard = [];
  let turnMs = 0;
  page.on("websocket", (line) =>
    line.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload));
      turnMs = message.info?.turnMs ?? turnMs;
      const views =
        message.type === "snapshot" ? [message.view] : (message.steps ?? []).map((/** @type {any} */ step) => step.patch);
      for (const [seat, clock] of views.flatMap((/** @type {any} */ view) => Object.entries(view?.clocks ?? {})))
        if (clock?.until !== undefined && clock.since !== undefined)
          heard.push({ seat, lengthMs: clock.until - clock.since, turnMs });
    }),
  );
  return heard;
}

/** In the middle of a hand both are in, it is the turn of the first. @param {Player} first @param {Player} second */
async function turnOf(first, second) {
  const deadline = Date.now() + 2 * PATIENCE_MS;
  while (Date.now() < deadline) {
    const mover = await middleOfHand([first, second]);
    if (mover === first) return await first.look();
    await mover.stayIn();
  }
  throw new Error(`the turn of ${first.name} did not come`);
}

/**
 * One asks for more chips in mid-hand, and the other reads after it that they came. Whoever has as much as the table allows gets no
 * more, so the one who asks is the one who may; they fold at once, so that the hand cannot bring them too much for it.
 * @param {Player} anna @param {Player} boris
 */
async function moreInMidHand(anna, boris) {
  const came = { [anna.name]: /Анна.* brings .* more/, [boris.name]: /Boris.* берёт ещё/ };
  for (let tries = 0; tries < 12; tries += 1) {
    for (const [asks, reads] of /** @type {[Player, Player][]} */ ([
      [anna, boris],
      [boris, anna],
    ])) {
      const { hand } = await turnOf(asks, reads);
      if (!(await asksForMore(asks))) continue;
      await folds(asks);
      await playOut([anna, boris], hand);
      return inTheLog(reads, came[asks.name] ?? /^$/);
    }
  }
  throw new Error("neither of them could ask for more chips");
}

/** Waits until the log says it; on a phone it has to be opened for that. @param {Player} player @param {RegExp} text */
async function inTheLog({ page }, text) {
  const opens = page.locator("[popovertarget=table-log]");
  const hidden = await opens.isVisible();
  if (hidden) await opens.click();
  await page.locator("#table-log li", { hasText: text }).first().waitFor();
  if (hidden) await page.keyboard.press("Escape");
}

/** Asks in the menu, if the table has room for more. @param {Player} player */
async function asksForMore({ page }) {
  await page.locator("header [aria-haspopup=dialog]").last().click();
  const more = page.locator("[data-add-chips]");
  const may = (await more.count()) > 0;
  if (may) {
    await more.click();
    await page.locator("dialog form .accent").click();
  } else await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  return may;
}

/** Folds, though it may cost nothing to stay: the page asks back once then. @param {Player} player */
async function folds({ page }) {
  const fold = page.locator(".slots [data-act=fold]:enabled");
  for (let presses = 0; presses < 4 && (await fold.count()) > 0; presses += 1) {
    await fold.click({ timeout: 2_000 }).catch(() => {});
    await sleep(100);
  }
}

/** @param {Player} anna @param {Player} boris @param {ClockHeard[]} clocks */
async function closedInMidHand(anna, boris, clocks) {
  const seen = await turnOf(anna, boris);
  const seat = seen.seats.find(({ kind, own: mine }) => kind === "person" && !mine)?.seat;
  await boris.leave();
  await anna.page.locator(`[data-seat="${seat}"] .lost`).waitFor();
  const before = clocks.length;
  const theirs = () => clocks.slice(before).filter((clock) => clock.seat === String(seat));
  for (const deadline = Date.now() + 2 * PATIENCE_MS; theirs().length === 0;) {
    assert(Date.now() < deadline, "the table goes on without whoever closed their page");
    await anna.stayIn();
    await sleep(50);
  }
  // A moment, after the grace the house has for a lost line.
  const GRACE_MS = 12_000;
  for (const { lengthMs, turnMs } of theirs())
    assert(lengthMs <= Math.min(GRACE_MS, turnMs - 1), `${lengthMs} of ${turnMs} ms for somebody who is gone`);
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
