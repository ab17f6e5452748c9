// Somebody who sees nothing: hears what the live region says, finds buttons in the accessibility tree, and has only a keyboard.
// Beside it stands what the room really said, to be compared.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { expectedOf, silent } from "./listened.mjs";

/** @typedef {{ role: string, name: string, disabled: boolean, focused: boolean, pressed: boolean }} Heard */

export class Listener {
  /** What happened, in the room's own words. @type {any[]} */
  events = [];
  /** @type {any} */
  seats = {};
  /** @type {number | undefined} */
  seat;
  scale = 0;
  /** What was pressed. @type {string[]} */
  pressed = [];
  /** @type {string[]} */
  errors = [];

  /** @param {import("playwright-core").Page} page @param {import("playwright-core").CDPSession} tree */
  constructor(page, tree) {
    this.page = page;
    this.tree = tree;
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("websocket", (line) => line.on("framereceived", ({ payload }) => this.#hears(JSON.parse(String(payload)))));
  }

  /** @param {import("playwright-core").Browser} browser */
  static async arrive(browser) {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1000, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      /** @type {string[]} */
      const spoken = [];
      Object.assign(window, { spoken });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element && node.matches("[role=log] p")) spoken.push(node.textContent ?? "");
      }).observe(document, { childList: true, subtree: true });
    });
    const tree = await context.newCDPSession(page);
    await tree.send("Accessibility.enable");
    return new Listener(page, tree);
  }

  /** @param {any} message */
  #hears(message) {
    if (message.type === "snapshot") {
      this.seats = message.view.seats;
      this.seat = message.view.own?.seat;
      this.scale = message.info.scale;
    }
    if (message.type !== "update") return;
    for (const { events = [], patch = {}, view } of message.steps) {
      const before = this.seats;
      for (const [seat, change] of Object.entries(view?.seats ?? patch.seats ?? {}))
        this.seats = { ...this.seats, [seat]: change === null ? undefined : { ...this.seats[seat], ...change } };
      const own = view?.own ?? patch.own;
      if (own?.seat !== undefined && own.seat !== null) this.seat = own.seat;
      // Who is named was there before the step, or came with it.
      const names = Object.fromEntries(
        Object.keys({ ...before, ...this.seats }).map((seat) => [seat, this.seats[seat]?.name ?? before[seat]?.name]),
      );
      for (const event of events) this.events.push({ ...event, names, you: this.seat });
    }
  }

  /** @returns {Promise<string[]>} */
  spoken() {
    return this.page.evaluate(() => /** @type {any} */ (window).spoken);
  }

  /** What a screen reader finds. @returns {Promise<Heard[]>} */
  async found() {
    const { nodes } = await this.tree.send("Accessibility.getFullAXTree");
    const has = (/** @type {any} */ node, /** @type {string} */ name) =>
      node.properties?.find((/** @type {any} */ one) => one.name === name)?.value.value;
    return nodes
      .filter((node) => !node.ignored && ["button", "link", "textbox"].includes(node.role?.value))
      .map((node) => ({
        role: node.role?.value,
        name: node.name?.value ?? "",
        disabled: has(node, "disabled") === true,
        focused: has(node, "focused") === true,
        pressed: has(node, "pressed") === "true",
      }));
  }

  /** Goes to something with the Tab key and presses Enter there. @param {RegExp} name */
  async press(name) {
    for (let steps = 0; steps < 80; steps += 1) {
      const all = await this.found();
      const there = all.find(({ focused }) => focused);
      if (there && name.test(there.name) && !there.disabled) {
        await this.page.keyboard.press("Enter");
        this.pressed.push(there.name);
        return true;
      }
      // The turn may be over meanwhile: then there is nothing to press.
      if (!all.some((one) => name.test(one.name) && !one.disabled)) return false;
      await this.page.keyboard.press("Tab");
    }
    return false;
  }

  /** Presses the first of these that is there. @param {RegExp[]} wishes */
  async act(wishes) {
    const there = (await this.found()).filter(({ disabled, pressed }) => !disabled && !pressed);
    const wish = wishes.find((name) => there.some((one) => name.test(one.name)));
    if (!wish || !(await this.press(wish))) return;
    // A button that is gone takes the focus with it for a moment, until the bar has it.
    const lost = () => this.page.evaluate(() => document.activeElement === document.body);
    for (let tries = 0; tries < 10; tries += 1) {
      await sleep(150);
      if (!(await lost())) return;
    }
    assert.fail(`the focus is nowhere after ${this.pressed.at(-1)}`);
  }

  /** Plays on until the room has said something. @param {RegExp[]} wishes @param {(event: any) => boolean} wanted @param {number} patience */
  async playUntil(wishes, wanted, patience = 240_000) {
    const deadline = Date.now() + patience;
    while (!this.events.some(wanted)) {
      assert(
        Date.now() < deadline,
        `waited in vain; pressed ${this.pressed.join(", ")}; heard ${(await this.spoken()).slice(-6).join(" ")}`,
      );
      await this.act(wishes);
      await sleep(120);
    }
  }

  /**
   * What was spoken is what happened: each event in its order, one message each, and nothing else but what is said to the
   * listener alone. Gives the sentences from `from` to `to`.
   * @param {(event: any) => boolean} from @param {(event: any) => boolean} to
   */
  async compare(from, to) {
    const first = this.events.findIndex(from);
    const last = this.events.findIndex((event, at) => at > first && to(event));
    assert(first >= 0 && last > first, "the deal was played from its beginning to its end");
    const wanted = this.events
      .slice(first, last + 1)
      .flatMap((event, at, all) => expectedOf(event, this.scale, all.slice(0, at)));
    const deadline = Date.now() + 20_000;
    for (;;) {
      const verdict = held(wanted, await this.spoken());
      if (verdict.missing === 0) return verdict.heard;
      // The page shows one thing after the other, and may still be at it.
      assert(
        Date.now() < deadline && verdict.wrong === null,
        `${verdict.wrong ?? "not spoken"}: next should be ${JSON.stringify(wanted[wanted.length - verdict.missing])};\n${verdict.heard.join("\n")}`,
      );
      await sleep(300);
    }
  }

  leave() {
    return this.page.context().close();
  }
}

/** Holds what was spoken against what should be. @param {string[][]} wanted @param {string[]} spoken */
function held(wanted, spoken) {
  const fits = (/** @type {string[] | undefined} */ needles, /** @type {string} */ text) =>
    needles !== undefined && needles.every((needle) => text.toLowerCase().includes(needle.toLowerCase()));
  let at = 0;
  /** @type {string[]} */
  const heard = [];
  for (const text of spoken.slice(
    Math.max(
      0,
      spoken.findIndex((one) => fits(wanted[0], one)),
    ),
  )) {
    if (at === wanted.length) break;
    heard.push(text);
    if (silent(text)) continue;
    // What begins with a question mark need not be said.
    if (wanted[at]?.[0] === "?" && fits(wanted[at + 1], text)) at += 2;
    else if (
      fits(
        wanted[at]?.filter((needle) => needle !== "?"),
        text,
      )
    )
      at += 1;
    else return { missing: wanted.length - at, wrong: `spoken, and nothing of the kind happened: ${text}`, heard };
  }
  return { missing: wanted.length - at, wrong: null, heard };
}
