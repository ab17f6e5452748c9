// What is seen of everybody at a Hold'em table: names that stay, what was done, held and won beside them, pots that are paid
// one after the other, a button nobody has, chips that run out and come again.
import assert from "node:assert/strict";
import { Pretended, scene, you } from "./pretended.mjs";
import { NOW } from "./scenes.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

const PHONE = { width: 390, height: 844 };

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkSeats(browser, origin, told) {
  await namesStay(browser, origin);
  told("three checks and everybody has a name; what one did, holds and has left are seen together");
  await potByPot(browser, origin);
  told("three pots are paid one after the other, each with its sentence, on a phone too");
  await winningFive(browser, origin);
  told("the five cards that won are lifted, the others dimmed, the kicker is named, and who mucked is marked");
  await listed(browser, origin);
  told("seats are a list: name, stack or all-in, bet, dealer, and whose turn it is");
  await deadButton(browser, origin);
  told("a dead button lies at its empty chair, and not at whoever sits down there");
  await chips(browser, origin);
  told("an empty wallet is filled up at the table; chips asked for in mid-hand come after it; a typed amount stays as typed");
  await named(browser, origin);
  told("a call for the whole stack says so, a time-out is named, the total is named on a phone, and a notice covers no seat");
  await saidAside(browser, origin);
  told("what people say hangs on the screen, and over nobody's name or stack");
  await spokenOnce(browser, origin);
  told("nothing is spoken again when the words at the seats go; whoever comes back sees the table as it is");
}

/** What is seen of a seat. @param {Page} page @param {number} seat */
const at = async (page, seat) => {
  const place = page.locator(`[data-seat="${seat}"]`);
  const text = async (/** @type {string} */ part) => {
    const found = place.locator(part);
    return (await found.count()) > 0 && (await found.isVisible()) ? (await found.innerText()).trim() : "";
  };
  return {
    name: await text(".name"),
    tab: await text(".tab"),
    holds: await text(".holds"),
    stack: (await text(".stack")).replace(/^.*\n/, ""),
  };
};

/** @param {Browser} browser @param {string} origin */
async function namesStay(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("allIn"), { ...PHONE, calm: true });
  const { page } = room;
  const checked = [1, 2, 4].map((seat) => /** @type {const} */ ({ kind: "holdem", what: "checked", seat }));
  room.happens({ events: [...checked, ...(scene("allIn").events ?? [])], patch: {} });
  await page.locator(".tab.said").nth(3).waitFor();
  for (const [seat, name] of /** @type {const} */ ([
    [1, "Vera"],
    [2, "Константин"],
    [4, "Lev"],
  ])) {
    const seen = await at(page, seat);
    assert.deepEqual([seen.name, seen.tab], [name, "check"]);
  }
  assert.deepEqual(await at(page, 3), { name: "Анна", tab: "all-in 1,940", holds: "pair", stack: "all-in" });
  await page.locator(".tab.said").first().waitFor({ state: "detached", timeout: 4_000 });
  const later = await at(page, 3);
  assert.deepEqual([later.holds, later.stack], ["pair", "all-in"], "what lasts is still there");
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function potByPot(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("pots"), { ...PHONE, calm: true });
  const { page } = room;
  assert.equal(await page.locator(".pots .pot").count(), 3);
  // Which is which: by the number the sentences have.
  const labels = () => page.locator(".pots .label:not(.unseen)").allInnerTexts();
  assert.deepEqual(await labels(), ["1", "2"]);
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(await labels(), ["1", "2"]);
  await page.setViewportSize(PHONE);
  room.goesOn(scene("pots"));
  const said = page.locator(".winners span");
  const sentences = [
    "Vera, three nines, takes 1,200 from the main pot.",
    "Константин, a pair of aces with a king kicker, takes 1,500 from side pot 1.",
    "You, a pair of aces, take 1,200 from side pot 2.",
  ];
  for (const [nth, sentence] of sentences.entries()) {
    await said.nth(nth).waitFor();
    assert.deepEqual(await said.allInnerTexts(), sentences.slice(0, nth + 1), "one pot after the other");
    const box = await said.nth(nth).boundingBox();
    assert(
      box && box.x >= 0 && box.x + box.width <= PHONE.width && box.y + box.height <= PHONE.height,
      `${sentence} is in sight`,
    );
  }
  assert.equal(await page.locator(".seat.won").count(), 3);
  // A new deal begins without the old one's sentences.
  room.happens({
    events: [{ kind: "handStarted", hand: 129 }],
    patch: {
      hand: 129,
      running: true,
      rest: null,
      game: { boards: [[]], players: { 1: { won: null }, 2: { won: null }, 3: { won: null } } },
    },
  });
  await said.first().waitFor({ state: "detached" });
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function winningFive(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("last-call"), { calm: true });
  const { page } = room;
  room.goesOn(scene("last-call"));
  await page.locator(".winners span").waitFor();
  const faces = (/** @type {string} */ how) =>
    page.locator(`.piece .card${how}`).evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card")).sort());
  assert.deepEqual(await faces(".lift"), ["9c", "Ac", "Ah", "Kd", "Ts"]);
  assert.deepEqual(await faces(".dim"), ["2d", "4h", "6c", "Ad"]);
  assert.equal(await page.locator(".winners").innerText(), "You, a pair of aces with a king kicker, take 1,860.");
  assert.equal((await at(page, 5)).tab, "muck");
  assert.equal((await at(page, 2)).holds, "pair");
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function listed(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("allIn"), { calm: true });
  const list = room.page.getByRole("list", { name: "Seats" });
  const items = (await list.getByRole("listitem").all()).length;
  assert.equal(items, 6);
  const heard = await Promise.all(
    (await list.getByRole("listitem").all()).map(async (item) => (await item.innerText()).replaceAll(/\s+/g, " ")),
  );
  const of = (/** @type {string} */ name) => heard.find((text) => text.includes(name)) ?? "";
  assert.match(of("Анна"), /all-in.*ace of hearts, ten of diamonds; bet 1,940/);
  assert.match(of("Константин"), /chips: 3,460/);
  assert.match(of("Mitya"), /away/);
  const turn = list.locator("li[aria-current=step]");
  assert.match(await turn.innerText(), /Бабушка Зина/);
  assert.equal(await turn.getByRole("img", { name: "Dealer" }).count(), 1);
  assert.equal(await turn.getByRole("img", { name: /connection|offline|line/i }).count(), 1);
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function deadButton(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("river"), { calm: true });
  const { page } = room;
  const dealer = page.locator(".dealer");
  assert.equal(await page.locator("[data-seat='5'] .dealer").count(), 1);
  room.happens({ patch: { seats: { 5: null } } });
  await page.locator("[data-seat='5']").waitFor({ state: "detached" });
  assert.equal(await dealer.count(), 1, "it lies at the empty chair");
  const { 1: vera } = scene("river").view.seats;
  room.happens({ patch: { seats: { 5: { ...vera, player: 77, name: "Newcomer", inHand: false } } } });
  await page.locator("[data-seat='5']").waitFor();
  assert.equal(await dealer.count(), 0, "and is not theirs who sits down there");
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function chips(browser, origin) {
  const broke = await Pretended.open(browser, origin, scene("broke"), { ...PHONE, you: { ...you, wallet: 0 } });
  await broke.page.locator(".idle .accent").click();
  await broke.page.locator("dialog [data-refill]").click();
  await until(broke, ({ type }) => type === "refill");
  const asked = broke.heard.find(({ type }) => type === "refill");
  broke.say({ type: "answer", command: asked.command, result: { outcome: "accepted", sequence: 0 } });
  broke.say({ type: "wallet", chips: 2000 });
  const field = broke.page.locator("#buy-in");
  await field.waitFor();
  await field.fill("12");
  assert.match(await broke.page.locator("dialog [role=alert]").innerText(), /At least 400/);
  assert.equal(await field.inputValue(), "12", "what was typed stays");
  assert(await broke.page.locator("dialog form .accent").isDisabled());
  await field.fill("700");
  assert.match(await broke.page.locator("dialog form .accent").innerText(), /700/);
  await broke.page.locator("dialog form .accent").click();
  await until(broke, ({ type, amount }) => type === "addChips" && amount === 700);
  await broke.close();

  const room = await Pretended.open(browser, origin, scene("flop"), PHONE);
  await room.page.locator("header [aria-haspopup=dialog]").last().click();
  await room.page.locator("[data-add-chips]").click();
  await room.page.getByText("They come when this hand is over.").waitFor();
  await room.page.locator("dialog form .accent").click();
  await until(room, ({ type, amount }) => type === "addChips" && amount === 2060);
  room.happens({ patch: { seats: { 3: { topUp: 2060 } }, game: { players: { 3: { folded: true } } } } });
  await room.page.getByText("2,060 more chips come when this hand is over").waitFor();
  await room.close();
}

/** Waits until the page has said something. @param {Pretended} room @param {(message: any) => boolean} wanted */
async function until(room, wanted) {
  for (let tries = 0; tries < 100 && !room.heard.some(wanted); tries += 1) await room.page.waitForTimeout(50);
  assert(room.heard.some(wanted), JSON.stringify(room.heard.map(({ type }) => type)));
}

/** @param {Browser} browser @param {string} origin */
async function named(browser, origin) {
  const short = await Pretended.open(browser, origin, scene("short-call"), { ...PHONE, locale: "ru-RU" });
  await short.page.locator(".note").waitFor();
  const call = short.page.locator("[data-act=checkOrCall]");
  assert.equal((await call.innerText()).replaceAll(/\s+/g, " ").toLowerCase(), "колл, олл-ин 129");
  assert.equal(await short.page.locator(".note").innerText(), "В банке 230", "no hole in the row");
  short.happens({
    patch: { running: false, seats: { 3: { state: "sittingOut", away: true, inHand: false } }, own: { turn: null, game: null } },
  });
  await short.page.getByText("Время вышло, вы пропускаете раздачи").waitFor();
  await short.close();

  const nine = await Pretended.open(browser, origin, scene("nine"), { ...PHONE, locale: "ru-RU" });
  assert.match(await nine.page.locator(".pots .all").innerText(), /Всего/);
  nine.say({ type: "error", fault: { code: "stopping" } });
  const notice = nine.page.locator("[role=status] .notice");
  await notice.waitFor();
  const news = await notice.boundingBox();
  assert(news);
  for (const seat of await nine.page.locator(".seat").all()) {
    const box = await seat.boundingBox();
    const apart = box && (box.y >= news.y + news.height || news.y >= box.y + box.height);
    assert(apart, `the notice covers ${await seat.locator(".name").innerText()}`);
  }
  await nine.close();
}

/** @param {Browser} browser @param {string} origin */
async function saidAside(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"), { ...PHONE, calm: true });
  const { page } = room;
  const says = (/** @type {number} */ number) => ({
    number,
    player: number,
    name: "",
    at: NOW,
    said: { as: "text", text: "Nice hand, well played" },
  });
  // What was said before somebody came hangs nowhere.
  room.say({ type: "chat", table: "green", lines: [says(1), says(2)] });
  for (const player of [3, 4, 5]) room.say({ type: "chat", table: "green", lines: [says(player)] });
  await page.locator(".bubble").nth(2).waitFor();
  const boxes = async (/** @type {string} */ what) =>
    Promise.all((await page.locator(what).all()).map((one) => one.boundingBox()));
  const words = await boxes(".seat .name, .seat .stack");
  for (const bubble of await boxes(".bubble")) {
    assert(bubble && bubble.x >= 0 && bubble.x + bubble.width <= PHONE.width, "it is seen whole");
    for (const word of words)
      assert(
        word &&
          (word.y >= bubble.y + bubble.height - 1 ||
            bubble.y >= word.y + word.height - 1 ||
            word.x >= bubble.x + bubble.width ||
            bubble.x >= word.x + word.width),
        "it lies over no name and no stack",
      );
  }
  await room.close();
}

/** @param {Browser} browser @param {string} origin */
async function spokenOnce(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"));
  const { page } = room;
  const spoken = page.locator("[role=log] p");
  room.happens({
    events: [{ kind: "holdem", what: "raised", seat: 5, to: 300 }],
    patch: { game: { players: { 5: { bet: 300 } } } },
  });
  await page.locator(".tab.said").waitFor();
  await page.evaluate(() => {
    const log = document.querySelector("[role=log]");
    Object.assign(window, { written: 0 });
    if (log)
      new MutationObserver((all) => Object.assign(window, { written: /** @type {any} */ (window).written + all.length })).observe(
        log,
        { childList: true, subtree: true, characterData: true },
      );
  });
  await page.locator(".tab.said").waitFor({ state: "detached", timeout: 4_000 });
  assert.deepEqual(await spoken.allInnerTexts(), ["Бабушка Зина: raise to 300."]);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).written), 0, "nothing is written anew");

  // Out of sight: what happens meanwhile is there at once on coming back, and the line is asked whether it still is one.
  const sight = (/** @type {boolean} */ hidden) =>
    page.evaluate((gone) => {
      Object.defineProperty(document, "hidden", { value: gone, configurable: true });
      Object.defineProperty(document, "visibilityState", { value: gone ? "hidden" : "visible", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await sight(true);
  const pings = room.heard.length;
  const card = (/** @type {string[]} */ board) => ({
    events: [
      { kind: /** @type {const} */ ("holdem"), what: /** @type {const} */ ("dealtBoard"), board: 0, cards: board.slice(-1) },
    ],
    patch: { game: { boards: [board] } },
  });
  room.happens(card(["Qh", "9c", "2d", "Ts"]), card(["Qh", "9c", "2d", "Ts", "Jh"]));
  await sight(false);
  await page.locator("[data-of=board] svg[data-card]").nth(4).waitFor({ timeout: 900 });
  await until(room, () => room.heard.length > pings);
  await room.close();
}
