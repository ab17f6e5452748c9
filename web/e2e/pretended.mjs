// The page with a pretended room, which says what a real one rarely does: news nobody knows yet, namesakes, a message
// every moment, everything at once.
import assert from "node:assert/strict";
import { launch } from "./browser.mjs";
import { info, NOW, scenes } from "./scenes.mjs";

/** @typedef {import("../src/protocol.ts").TableView} TableView */
/** @typedef {import("../src/protocol.ts").Step} Step */

const you = { id: 3, name: "Анна", seatedAt: [], wallet: 8060 };

/** A page at a table that a scene describes; whatever it acts is kept. */
class Pretended {
  /** @type {any} */
  #line;
  #sequence = 40;
  /** @type {string[]} */
  errors = [];
  /** @type {any[]} */
  acted = [];

  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (line) => line.type() === "error" && this.errors.push(line.text()));
  }

  /**
   * @param {import("playwright-core").Browser} browser
   * @param {string} origin
   * @param {TableView} view
   * @param {boolean} [calm]
   */
  static async open(browser, origin, view, calm = false) {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1440, height: 900 }, reducedMotion: calm ? "reduce" : "no-preference" });
    const pretended = new Pretended(await context.newPage());
    const { page } = pretended;
    await page.addInitScript(() => localStorage.setItem("kozyr.token", "t"));
    await page.routeWebSocket(/\/ws$/, (line) => {
      pretended.#line = line;
      line.onMessage((text) => pretended.#hears(JSON.parse(String(text)), view));
    });
    await page.goto(`${origin}/table/green`);
    await page.locator("section.table .seat").first().waitFor();
    return pretended;
  }

  /** @param {any} message @param {TableView} view */
  #hears(message, view) {
    if (message.type === "hello") this.say({ type: "welcome", protocol: 3, now: NOW, pace: 1, you });
    if (message.type === "lobby") this.say({ type: "lobby", tables: [{ table: "green", info, seated: 5 }] });
    if (message.type === "watch") this.say({ type: "snapshot", table: message.table, sequence: this.#sequence, now: NOW, info, view });
    if (message.type === "act") this.acted.push(message);
  }

  say(/** @type {object} */ message) {
    this.#line.send(JSON.stringify(message));
  }

  /** Something happens at the table. @param {Omit<Step, "sequence">[]} steps */
  happens(...steps) {
    const after = this.#sequence;
    this.#sequence += 1;
    this.say({ type: "update", table: "green", after, now: NOW, steps: steps.map((step) => ({ sequence: this.#sequence, ...step })) });
  }

  board() {
    return this.page.locator("[data-of=board] svg[data-card]").count();
  }

  async close() {
    await this.page.context().close();
    assert.deepEqual(this.errors, [], "the page complained");
  }
}

/** @param {string} name */
function scene(name) {
  const found = scenes[name];
  assert(found, `a scene ${name}`);
  return found.view;
}

/** @param {string} origin @param {(text: string) => void} told */
export async function pretend(origin, told) {
  const browser = await launch();
  try {
    await namesakes(browser, origin);
    told("two namesakes share a pot, and both are named");
    await unknown(browser, origin);
    told("messages, events and codes of tomorrow change nothing");
    await busy(browser, origin);
    told("buttons wake up while a message comes every moment, and a letter in a field does not act");
    for (const calm of [false, true]) await atOnce(browser, origin, calm);
    told("what comes at once is seen one after the other, also without motion");
  } finally {
    await browser.close();
  }
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function namesakes(browser, origin) {
  const room = await Pretended.open(browser, origin, { ...scene("namesakes"), running: true });
  room.happens({ patch: { running: false } });
  await room.page.locator(".winners span").nth(1).waitFor();
  assert.equal(await room.page.locator(".winners span").count(), 2);
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function unknown(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("preflop"));
  room.say({ type: "fireworks" });
  /** @type {any} */
  const events = [{ kind: "somebodySneezed", seat: 1 }, { kind: "holdem", what: "straddled", seat: 2 }];
  const offers = [{ kind: "fold" }, { kind: "call", price: 60 }, { kind: "surrender" }];
  room.happens({ events, patch: { weather: "rain", own: { game: { offers } } } });
  await room.page.locator("[data-act=fold]:enabled").click();
  await room.page.waitForTimeout(100);
  const [act] = room.acted;
  room.say({ type: "answer", command: act.command, result: { outcome: "refused", reason: { code: "moonIsFull" } } });
  await room.page.locator(".refusal span").waitFor();
  assert.match(await room.page.locator(".refusal").innerText(), /no words for/);
  room.say({ type: "error", fault: { code: "meteor" } });
  await room.page.locator("[role=status] strong").waitFor();
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin */
async function busy(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("flop"));
  const mine = scene("preflop").own;
  room.happens({ patch: { own: { turn: 77, game: { .../** @type {any} */ (mine?.game) } } } });
  let stack = 1000;
  const crowd = setInterval(() => room.happens({ patch: { seats: { 1: { stack: (stack += 1) } } } }), 100);
  await room.page.locator("[data-act=fold]:enabled").waitFor({ timeout: 3_000 });
  const field = room.page.locator(".sizer .field");
  await field.focus();
  for (const letter of "frck") await room.page.keyboard.press(letter);
  clearInterval(crowd);
  assert.deepEqual(room.acted, [], "a letter in a field is a letter");
  await field.blur();
  await room.page.keyboard.press("f");
  await room.page.waitForTimeout(200);
  const acts = room.acted.map((/** @type {any} */ act) => `${act.turn} ${act.action.kind}`);
  assert.deepEqual(acts, ["77 fold"]);
  await room.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} origin @param {boolean} calm */
async function atOnce(browser, origin, calm) {
  const room = await Pretended.open(browser, origin, scene("flop"), calm);
  /** @type {(board: string[], card: string) => Omit<Step, "sequence">} */
  const dealt = (board, card) => ({
    events: [{ kind: "holdem", what: "dealtBoard", board: 0, cards: [card] }],
    patch: { game: { boards: [board] } },
  });
  room.happens(
    dealt(["Qh", "9c", "2d", "Ts"], "Ts"),
    dealt(["Qh", "9c", "2d", "Ts", "Jh"], "Jh"),
    {
      events: [{ kind: "holdem", what: "won", seat: 3, player: 3, amount: 420, board: 0, pot: 0 }],
      patch: { running: false, game: { players: { 3: { won: 420 } } } },
    },
  );
  const won = () => room.page.locator(".seat.won").count();
  await room.page.locator("[data-of=board] svg[data-card]").nth(3).waitFor();
  assert.deepEqual([await room.board(), await won()], [4, 0], "the turn, and no more");
  await room.page.locator("[data-of=board] svg[data-card]").nth(4).waitFor();
  assert.equal(await won(), 0, "the last card is seen before the result");
  await room.page.locator(".seat.won").waitFor();
  await room.close();
}
