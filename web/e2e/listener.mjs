// Somebody who sees nothing: hears what the live region says, finds buttons in the accessibility tree, and has only a keyboard.
// Beside it stands what the room really said, to be compared.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { askedOf, expectedOf, isSaid } from "./listened.mjs";

/** @typedef {{ role: string, name: string, disabled: boolean, focused: boolean, pressed: boolean }} Heard */

export class Listener {
  /** What happened, in the room's own words. @type {any[]} */
  events = [];
  /** The table as the room has told it. @type {any} */
  view = {};
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
      this.view = message.view;
      this.scale = message.info.scale;
    }
    if (message.type !== "update") return;
    /** The steps of one move, which may be shown one after the other. @type {any[][]} */
    const moves = [];
    for (const step of message.steps) {
      if (moves.at(-1)?.[0].sequence === step.sequence) moves.at(-1)?.push(step);
      else moves.push([step]);
    }
    for (const steps of moves) this.#moved(steps);
  }

  /** What happened in one move, and what the listener alone has to be told after it. @param {any[]} steps */
  #moved(steps) {
    const first = this.view;
    /** @type {any[]} */
    const told = [];
    for (const { events = [], patch = {}, view } of steps) {
      const before = this.view;
      this.view = view ?? merged(before, patch);
      // Who is named was there before the step, or came with it.
      const seats = { ...before.seats, ...this.view.seats };
      const names = Object.fromEntries(Object.entries(seats).map(([seat, { name }]) => [seat, name]));
      const you = this.view.own?.seat ?? before.own?.seat;
      for (const event of events) told.push({ ...event, names, you });
    }
    this.events.push(...told);
    // What was missed is over: nobody says it.
    if (steps.some(({ view }) => view)) return;
    const mine = newCards(first, this.view, told);
    const along = told.findLast(({ what, seat, you, by, target }) =>
      what === "revealed"
        ? by === you || target === you
        : what === "round" || (/^(dealtHole|opened)$/.test(what) && seat === you),
    );
    if (mine && along) along.mine = mine;
    else if (mine) this.events.push({ kind: "cards", mine });
    const [was, wanted] = [askedOf(first, this.scale), askedOf(this.view, this.scale)];
    // Asked once, and again when it is another decision or costs something else.
    const again = first.own?.turn !== this.view.own?.turn || JSON.stringify(was) !== JSON.stringify(wanted);
    if (wanted && again) this.events.push({ kind: "asked", wanted });
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

  /** Plays on until the room has said something. @param {RegExp[]} wishes @param {(event: any) => boolean} wanted @param {number} since */
  async playUntil(wishes, wanted, since = 0, patience = 240_000) {
    const deadline = Date.now() + patience;
    while (!this.events.slice(since).some(wanted)) {
      assert(
        Date.now() < deadline,
        `waited in vain; pressed ${this.pressed.join(", ")}; heard ${(await this.spoken()).slice(-6).join(" ")}`,
      );
      await this.act(wishes);
      await sleep(120);
    }
  }

  /**
   * What was spoken is what happened: each event in its order, one message each, what is said to the listener alone among them,
   * and nothing else. Gives the sentences from the first `from` to the last `to`.
   * @param {(event: any) => boolean} from @param {(event: any) => boolean} to
   */
  async compare(from, to) {
    const first = this.events.findIndex(from);
    const last = this.events.findLastIndex(to);
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

/** A view with what changed in it: `null` means gone. @param {any} was @param {any} patch @returns {any} */
function merged(was, patch) {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const next = { ...(typeof was === "object" && !Array.isArray(was) ? was : {}) };
  for (const [name, change] of Object.entries(patch))
    if (change === null) delete next[name];
    else next[name] = merged(next[name], change);
  return next;
}

/** The cards the listener has to hear of after a move: dealt, looked at, or held when a round of Durak begins. @param {any} before @param {any} after @param {any[]} told @returns {{ cards: string[], points: string[] } | null} */
function newCards(before, after, told) {
  const { seat, game: own } = after.own ?? {};
  const [had, has] = [before.own?.game?.cards ?? [], own?.cards ?? []];
  if (has.length === 0) return null;
  const mine = { cards: has, points: own.game === "seka" ? [String(own.made.points)] : [] };
  if (own.game === "durak") return told.some(({ what }) => what === "round") ? mine : null;
  // Shown to all of the table, they are named there.
  if (own.game === "seka" && after.game.players[seat]?.cards) return null;
  return JSON.stringify(had) === JSON.stringify(has) ? null : mine;
}

/** Holds what was spoken against what should be. @param {import("./listened.mjs").Wanted[]} wanted @param {string[]} spoken */
function held(wanted, spoken) {
  const fits = (/** @type {number} */ at, /** @type {string} */ text) => {
    const one = wanted[at];
    return one !== undefined && isSaid(one, text);
  };
  /** What begins with a question mark need not be said. */
  const optional = (/** @type {number} */ at) => {
    const one = wanted[at];
    return Array.isArray(one) && one[0] === "?";
  };
  let at = 0;
  /** @type {string[]} */
  const heard = [];
  const first = spoken.findIndex((text) => fits(0, text));
  for (const text of spoken.slice(Math.max(0, first))) {
    if (at === wanted.length) break;
    heard.push(text);
    if (optional(at) && fits(at + 1, text)) at += 2;
    else if (fits(at, text)) at += 1;
    else return { missing: wanted.length - at, wrong: `spoken, and nothing of the kind happened: ${text}`, heard };
  }
  return { missing: wanted.length - at, wrong: null, heard };
}
