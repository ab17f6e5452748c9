// A page with a pretended room, which says whatever a test wants it to.
import assert from "node:assert/strict";
import { takeLines } from "./line.mjs";
import { cup, info, NOW, scene } from "./scenes.mjs";

export { scene };

/** @typedef {import("../src/protocol.ts").TableView} TableView */
/** @typedef {import("../src/protocol.ts").TableInfo} TableInfo */
/** @typedef {import("../src/protocol.ts").Step} Step */

/** @type {import("../src/protocol.ts").You} */
export const you = { id: 3, name: "Анна", seatedAt: [], wallet: 8060 };

/** A page at a table that a scene describes; whatever it acts is kept. */
export class Pretended {
  /** @type {any} */
  #line;
  #sequence = 40;
  /** @type {typeof you | null} */
  #you = you;
  /** What the lobby says beside its tables, or instead of them. */
  #room = {};
  /** The lobby is told so many milliseconds after it was asked for. */
  #late = 0;
  #down = false;
  /** Nothing reaches the room. */
  deaf = false;
  /** @type {string[]} */
  errors = [];
  /** @type {any[]} */
  acted = [];
  /** Everything the page has said. @type {any[]} */
  heard = [];

  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on(
      "console",
      (line) => line.type() === "error" && !/ERR_INTERNET_DISCONNECTED/.test(line.text()) && this.errors.push(line.text()),
    );
  }

  /**
   * @param {import("playwright-core").Browser} browser
   * @param {string} origin
   * @param {{ info?: TableInfo, view: TableView, viewer?: number }} scene
   * @param {{ calm?: boolean, width?: number, height?: number, colorScheme?: "dark" | "light", locale?: string, you?: typeof you | null, path?: string, unknown?: boolean, answers?: [RegExp, object][], lines?: import("node:http").Server, room?: object, late?: number, init?: () => void }} [options]
   */
  static async open(browser, origin, scene, options = {}) {
    const { calm = false, width = 1440, height = 900, colorScheme = "dark", locale = "en-GB", path = "/table/green" } = options;
    const context = await browser.newContext({
      locale,
      colorScheme,
      viewport: { width, height },
      reducedMotion: calm ? "reduce" : "no-preference",
    });
    const pretended = new Pretended(await context.newPage());
    pretended.#you = options.you === undefined ? { ...you, id: scene.viewer ?? you.id } : options.you;
    pretended.#room = options.room ?? {};
    pretended.#late = options.late ?? 0;
    const { page } = pretended;
    if (options.init) await page.addInitScript(options.init);
    await page.addInitScript((known) => known && localStorage.setItem("kozyr.token", "t"), pretended.#you !== null);
    const opened = (/** @type {import("playwright-core").WebSocketRoute | import("./line.mjs").Line} */ line) => {
      pretended.#line = line;
      if (pretended.#down) return void line.close();
      line.onMessage((/** @type {unknown} */ text) =>
        pretended.#hears(JSON.parse(String(text)), scene, options.unknown === true),
      );
    };
    // A line of the server's own where what playwright does for a pretended one would count.
    if (options.lines) takeLines(options.lines, opened);
    else await page.routeWebSocket(/\/ws$/, opened);
    for (const [asked, json] of options.answers ?? [])
      await page.route(
        (url) => url.pathname.startsWith("/api/") && asked.test(url.href),
        (route) => route.fulfill({ json }),
      );
    await page.goto(`${origin}${path}`);
    if (path === "/table/green" && !options.unknown && pretended.#you)
      await page.locator("section.table .seat").first().waitFor();
    return pretended;
  }

  /** @param {any} message @param {{ info?: TableInfo, view: TableView }} scene @param {boolean} unknown */
  #hears(message, { view, info: at = info }, unknown) {
    if (this.deaf) return;
    this.heard.push(message);
    if (message.type === "hello")
      this.say({ type: "welcome", protocol: 3, now: NOW, pace: 1, ...(this.#you ? { you: this.#you } : {}) });
    if (message.type === "lobby" || message.type === "followLobby") {
      const tell = () => this.say({ type: "lobby", tables: this.lobby(at), ...this.#room });
      if (this.#late > 0) setTimeout(tell, this.#late);
      else tell();
    }
    if (message.type === "watch" && unknown) this.say({ type: "error", fault: { code: "unknownTable", table: message.table } });
    else if (message.type === "watch")
      this.say({ type: "snapshot", table: message.table, sequence: this.#sequence, now: NOW, info: at, view });
    if (message.type === "follow") this.say({ type: "tournament", sequence: 1, now: NOW, ...cup });
    if (message.type === "tournamentPreset") this.say({ type: "tournamentForm", form: cup.info.form, problems: [] });
    if (message.type === "act") this.acted.push(message);
  }

  /** The tables of the lobby. @returns {import("../src/protocol.ts").LobbyTable[]} */
  lobby(at = info) {
    return [{ table: "green", info: at, seated: 5 }];
  }

  /** The line breaks, and no other comes. */
  async lose() {
    this.#down = true;
    await this.#line.close();
  }

  say(/** @type {object} */ message) {
    this.#line.send(JSON.stringify(message));
  }

  /** Something happens at the table. @param {Omit<Step, "sequence">[]} steps */
  happens(...steps) {
    this.happensAt(NOW, ...steps);
  }

  /** The same at a moment of the room. @param {number} now @param {Omit<Step, "sequence">[]} steps */
  happensAt(now, ...steps) {
    const after = this.#sequence;
    this.#sequence += 1;
    this.say({
      type: "update",
      table: "green",
      after,
      now,
      steps: steps.map((step) => ({ sequence: this.#sequence, ...step })),
    });
  }

  /** What the room says next in a scene, one message after the other. @param {import("./scenes.mjs").Scene} scene */
  goesOn({ next = [] }) {
    for (const { now, steps } of next) this.happensAt(now, ...steps);
  }

  board() {
    return this.page.locator("[data-of=board] svg[data-card]").count();
  }

  async close() {
    await this.page.context().close();
    assert.deepEqual(this.errors, [], "the page complained");
  }
}
