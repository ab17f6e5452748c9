// Pictures for whoever looks at them: all of a run into the folder that PICTURES names, or those that stand in docs/screens.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

/** @param {import("playwright-core").Page} page @param {string} name */
export async function picture(page, name) {
  const as = kept ? kept.get(name) : name;
  if (!folder || as === undefined) return;
  mkdirSync(folder, { recursive: true });
  // What glides has arrived.
  await page.waitForTimeout(250);
  await save(page, join(folder, `${as}.webp`));
}
