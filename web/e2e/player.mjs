// Somebody in front of a browser: sees what is drawn, presses what is offered.
import { launch } from "./browser.mjs";

/** How long anything may take before the test gives up. */
export const PATIENCE_MS = 60_000;

/** @typedef {{ seat: number, kind: string, cards: string[], own: boolean, turn: boolean, won: boolean, stack: string }} SeatSeen */
/** @typedef {{ hand: number, street: number, running: boolean, sequence: number, board: string[], seats: SeatSeen[] }} TableSeen */

export class Player {
  /** @type {string[]} */
  errors = [];

  /**
   * @param {string} name
   * @param {import("playwright-core").Browser} browser
   * @param {import("playwright-core").Page} page
   */
  constructor(name, browser, page) {
    this.name = name;
    this.browser = browser;
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (line) => {
      // A browser reports each failed try to reconnect; that is the test's own doing.
      if (line.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(line.text())) this.errors.push(line.text());
    });
  }

  /**
   * @param {string} name
   * @param {{ locale: string, width: number, height: number }} screen
   */
  static async arrive(name, { locale, width, height }) {
    const browser = await launch();
    const context = await browser.newContext({ locale, viewport: { width, height } });
    return new Player(name, browser, await context.newPage());
  }

  /** One click on the first page; comes back when their own cards lie open before them. */
  async play(/** @type {string} */ origin) {
    await this.page.goto(origin);
    await this.page.getByRole("textbox").fill(this.name);
    const clickedAt = Date.now();
    await this.page.locator("form button").click();
    await this.page.locator(".seat.own").waitFor();
    const seat = await this.page.locator(".seat.own").getAttribute("data-seat");
    await this.page.locator(`[data-of="${seat}"] svg[data-card]:not([data-card=back])`).nth(1).waitFor();
    return Date.now() - clickedAt;
  }

  /** What the page shows. @returns {Promise<TableSeen>} */
  look() {
    return this.page.evaluate(() => {
      const table = /** @type {HTMLElement} */ (document.querySelector("section.table"));
      const cards = (/** @type {string | null} */ of) =>
        [...table.querySelectorAll(`[data-of="${of}"] svg[data-card]`)]
          // What is on its way out is inert, and no longer on the table.
          .filter((card) => card.closest("[inert]") === null)
          .map((card) => card.getAttribute("data-card") ?? "");
      return {
        hand: Number(table.dataset["hand"]),
        street: Number(table.querySelector("[data-street]")?.getAttribute("data-street") ?? 0),
        running: table.dataset["running"] === "true",
        sequence: Number(table.dataset["sequence"]),
        board: cards("board"),
        seats: [...table.querySelectorAll("[data-seat]")].map((seat) => ({
          seat: Number(seat.getAttribute("data-seat")),
          kind: seat.getAttribute("data-kind") ?? "",
          cards: cards(seat.getAttribute("data-seat")),
          own: seat.classList.contains("own"),
          turn: seat.classList.contains("turn"),
          won: seat.classList.contains("won"),
          stack: (seat.querySelector(".stack")?.textContent ?? "").replace(/\D/g, ""),
        })),
      };
    });
  }

  /** Waits until what is seen is as wanted. @param {(seen: TableSeen) => boolean} wanted @param {string} what */
  async until(what, wanted, patienceMs = PATIENCE_MS) {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const seen = await this.look();
      if (wanted(seen)) return seen;
      if (Date.now() > deadline) throw new Error(`${this.name} waited in vain until ${what}; saw ${JSON.stringify(seen)}`);
      await this.page.waitForTimeout(50);
    }
  }

  /** Is it their turn, with buttons that can be pressed? */
  async canAct() {
    return (await this.page.locator(".slots [data-act]:enabled").count()) > 0;
  }

  /** Checks or calls if it is their turn; sits down again when their chips are gone. */
  async stayIn() {
    const seat = this.page.locator(".idle button");
    if ((await this.page.locator(".seat.own").count()) === 0 && (await seat.isVisible())) {
      await seat.click();
      await this.page.locator("dialog form .accent").click();
    }
    const button = this.page.locator(".slots [data-act=checkOrCall]:enabled, .slots [data-act=show]:enabled");
    if ((await button.count()) === 0) return false;
    // The turn may end between looking and pressing: then there is nothing to press.
    return button
      .first()
      .click({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  }

  leave() {
    return this.browser.close();
  }
}
