// Pictures for whoever looks at them: all of a run into the folder that PICTURES names, or those that stand in docs/screens.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { axe, narrow, thumbs } from "./axe.mjs";

/** A picture of a page, small enough for a repository. @param {import("playwright-core").Page} page @param {string} file */
export async function save(page, file, quality = 82) {
  const line = await page.context().newCDPSession(page);
  const { data } = await line.send("Page.captureScreenshot", { format: "webp", quality });
  await line.detach();
  writeFileSync(file, Buffer.from(data, "base64"));
}

/** Which moments of a run are kept, and as what; all of them, as they are called, when nothing is said. @type {Map<string, string> | null} */
let kept = null;
/** @type {string | undefined} */
let folder = process.env["PICTURES"];

/** From now on only these are kept. @param {string} into @param {Record<string, string>} names */
export function keep(into, names) {
  folder = into;
  kept = new Map(Object.entries(names));
}

/** Are there any pictures to be made of this run? */
export const takesPictures = () => folder !== undefined;

/** Moments of a run with a real room that have to be readable and reachable, beside those without one. */
const READ = new Set([
  "friends-1-form",
  "friends-2-invite",
  "friends-3-requests",
  "friends-7-host",
  "friends-9-menu",
  "friends-11-sheet",
  "replay-chances",
  "hands",
  "hands-phone",
  "replay-phone",
  "shared-phone-ru",
  "setup-desktop-en-dark",
  "change-desktop-en-dark",
  "winner-phone-ru-light",
  "standings-desktop-en-dark",
  "director-names-desktop-en-dark",
  "director-running-desktop-en-dark",
  "director-desktop-en-dark",
  "director-phone-en-dark",
  "screen-running-tv-ru-dark",
  "screen-tv-ru-dark",
  "screen-winner-tv-ru-dark",
]);

/** Something to look at: kept as a picture when that is wanted. @param {import("playwright-core").Page} page @param {string} name */
export async function picture(page, name) {
  if (kept === null && READ.has(name)) {
    await axe(page, name);
    await thumbs(page, name);
    // A TV is never narrow.
    if (!name.includes("-tv-")) await narrow(page, name);
  }
  const as = kept ? kept.get(name) : name;
  if (!folder || as === undefined) return;
  mkdirSync(folder, { recursive: true });
  // What glides has arrived.
  await page.waitForTimeout(250);
  await save(page, join(folder, `${as}.webp`));
}
