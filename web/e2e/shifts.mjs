// What moves on a page without gliding, as browsers count it.
import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** Adds up in the page what moves by itself, from its first paint on when it is there so early. */
export function watchShifts() {
  Object.assign(window, { shifted: 0, moved: [] });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      const { shifted, moved } = /** @type {any} */ (window);
      const what = entry.sources.map((/** @type {any} */ source) => source.node?.className ?? source.node?.nodeName);
      Object.assign(window, { shifted: shifted + entry.value, moved: [...moved, `${entry.value.toFixed(3)} ${what}`] });
    }
  }).observe({ type: "layout-shift" });
}

/** @param {Page} page @param {string} where */
export async function hardlyShifted(page, where) {
  const { shifted, moved } = await page.evaluate(() => {
    const { shifted, moved } = /** @type {any} */ (window);
    return { shifted, moved };
  });
  assert(shifted < 0.05, `things moved by themselves ${where}: ${shifted}\n${moved.join("\n")}`);
}
