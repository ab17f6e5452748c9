// Everything can be read and reached: axe on every screen, on a phone by day and on a desk by night; whatever is pressed is
// as large as a thumb; and nothing has to be scrolled sideways.
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { sideBySide } from "./side.mjs";
import { visit, visits } from "./visits.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

/** Nothing to find on what the page shows, by day and by night unless once is enough; then it is as it was. @param {Page} page @param {string} where */
export async function axe(page, where, both = true) {
  const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  /** @type {("light" | "dark")[]} */
  const schemes = dark ? ["light", "dark"] : ["dark", "light"];
  if (!both) schemes.shift();
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // What moves in has its own colour only when it has arrived; what never ends is not waited for.
    await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(done));
      const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(moving.map(({ finished }) => finished));
    });
    // Without a page of its own to add results up: nothing here is inside a frame.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
    );
    assert.deepEqual(found, [], `${where}, ${colorScheme}`);
  }
}

/**
 * Whatever can be pressed is 48 pixels wide and high. A word in a sentence is none of it, nor are cards, which lie as close as
 * the hand is full.
 * @param {Page} page @param {string} where
 */
export async function thumbs(page, where) {
  const small = await page.evaluate(() => {
    const [LEAST, HALF] = [47.5, 23];
    const dialog = document.querySelector("dialog[open]");
    /** @type {string[]} */
    const wrong = [];
    const all = (dialog ?? document).querySelectorAll(
      "button, a[href], summary, select, input:not([type=range]), [role=tab], [role=radio]",
    );
    for (const part of all) {
      if (part.closest("[inert], .unseen, .piece, p > a") !== null || part.matches("[data-card]")) continue;
      if (part.getClientRects().length === 0 || getComputedStyle(part).visibility === "hidden") continue;
      // The whole of a label belongs to what it names.
      const target = part.closest("label:has(input[type=checkbox], input[type=radio])") ?? part;
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = target.getBoundingClientRect();
      if (box.width >= LEAST && box.height >= LEAST) continue;
      // What is drawn smaller may take more: as far from its middle everything that is hit belongs to it.
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const own = (/** @type {number} */ dx, /** @type {number} */ dy) =>
        target.contains(document.elementFromPoint(x + dx * HALF, y + dy * HALF));
      if (own(-1, 0) && own(1, 0) && own(0, -1) && own(0, 1)) continue;
      const name = part.getAttribute("aria-label") || target.textContent?.trim().replaceAll(/\s+/g, " ") || part.className;
      wrong.push(`${name} (${part.tagName.toLowerCase()}, ${Math.round(box.width)} by ${Math.round(box.height)})`);
    }
    return wrong;
  });
  assert.deepEqual(small, [], `${where}: smaller than a thumb`);
}

/** Nothing is wider than the narrowest phone; then the page is as wide as before. @param {Page} page @param {string} where */
export async function narrow(page, where) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.waitForTimeout(150);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll("html, body, main, dialog, aside, .page > :not(.unseen)")]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .map(({ tagName, className }) => `${tagName} ${className}`),
  );
  assert.deepEqual(wide, [], `${where} scrolls sideways at 320`);
  if (before) await page.setViewportSize(before);
}

/** Read, measured and made narrow. @param {Page} page @param {string} where */
export async function reached(page, where, both = true) {
  await axe(page, where, both);
  await thumbs(page, where);
  await narrow(page, where);
}

/** Colours depend on the light and not on the width: every screen is read on a phone by day, and then on a desk by night. */
const PHONE = /** @type {const} */ ({ width: 390, height: 844, colorScheme: "light" });
const DESK = { width: 1000, height: 900 };

/** Every other screen, in one language or the other. @param {0 | 1} half @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkReadable(half, browser, origin, told) {
  const all = visits.filter((_, at) => at % 2 === half);
  const locale = half === 0 ? "ru-RU" : "en-GB";
  await sideBySide(3, all, async (to) => {
    const room = await visit(browser, origin, to, { ...PHONE, locale });
    await reached(room.page, `${to.where} on a phone`, false);
    await room.page.setViewportSize(DESK);
    await room.page.emulateMedia({ colorScheme: "dark" });
    await room.page.locator(to.there).first().waitFor();
    await axe(room.page, `${to.where} on a desk`, false);
    await thumbs(room.page, `${to.where} on a desk`);
    await room.close();
  });
  told(`axe finds nothing on ${all.length} screens, on a phone by day and on a desk by night`);
  told("whatever is pressed there is 48 pixels wide and high, and nothing scrolls sideways at 320");
}
