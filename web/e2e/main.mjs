// Looks whether everything is there, then plays.
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { tryAll, teller } from "./side.mjs";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** So many parts run at a time, each with rooms and browsers of its own. More than there are cores: most of a part is waiting. */
const LANES = Number(process.env["LANES"] ?? 4);

/** The longest part takes five minutes beside another, more when the cards want it; one that waits for nothing is as good as failed. */
const PART_MS = 600_000;

/** @type {string[]} */
const missing = [];
if (!existsSync(here("../node_modules/playwright-core")))
  missing.push("the packages of web/ are not installed: cd web && npm ci");
if (!existsSync(here("../dist/index.html"))) missing.push("the page is not built: cd web && npm run build");

if (missing.length === 0) {
  const { missingBrowser } = await import("./browser.mjs");
  const { findBinary } = await import("./server.mjs");
  missing.push(...missingBrowser());
  const binary = findBinary();
  if (!binary) missing.push("there is no kozyr to start: cargo build -p kozyr, or set KOZYR to where it is");
  if (missing.length === 0 && binary)
    await play(binary).catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
}

for (const line of missing) console.error(`missing: ${line}`);
if (missing.length > 0) process.exitCode = 2;
// A part that failed may have left something open: nobody waits for that.
process.exit();

/** @param {string} binary */
async function play(binary) {
  const { runHoldem } = await import("./room.mjs");
  const { runPretended, runReadable, runReadableMore, runSizes } = await import("./pretend.mjs");
  const { runSeka } = await import("./seka.mjs");
  const { runDurak } = await import("./durak.mjs");
  const { runDurakModes } = await import("./durak-modes.mjs");
  const { runTournament } = await import("./tournament.mjs");
  const { runAgain } = await import("./again.mjs");
  const { runHistory } = await import("./history.mjs");
  const { runPeople } = await import("./people.mjs");
  const { runFriends } = await import("./friends.mjs");
  const { runOptions } = await import("./options.mjs");
  const { runByEar } = await import("./byear.mjs");
  const { runWork } = await import("./work.mjs");
  const { runScreens } = await import("./screens.mjs");
  /** The longest first, so that none is left over at the end. @type {Record<string, (binary: string, told: (text: string) => void) => Promise<void>>} */
  const all = {
    tournament: runTournament,
    modes: runDurakModes,
    byear: runByEar,
    durak: runDurak,
    pretended: runPretended,
    axe: runReadable,
    "axe-more": runReadableMore,
    sizes: runSizes,
    holdem: runHoldem,
    friends: runFriends,
    options: runOptions,
    again: runAgain,
    seka: runSeka,
    history: runHistory,
    people: runPeople,
  };
  // Only by name: figures and pictures to be looked at.
  const named = { ...all, work: runWork, screens: runScreens };
  const asked = Object.entries(named).filter(([name]) => name === process.argv[2]);
  const startedAt = Date.now();
  /** @param {[string, (binary: string, told: (text: string) => void) => Promise<void>]} part */
  const run = async ([name, part]) => {
    const told = teller(name);
    await within(PART_MS, part(binary, told));
    told("done");
  };
  const parts = asked.length > 0 ? asked : Object.entries(all);
  const failed = await tryAll(LANES, parts, run);
  // A part beside another may have waited for the machine; by itself it has no excuse.
  for (const [part, error] of failed) {
    console.error(`${part[0]} failed beside another part, and is run again by itself:`, error);
    await run(part).catch((again) => {
      console.error(`${part[0]} failed by itself too:`, again);
      process.exitCode = 1;
    });
  }
  if (process.exitCode) return;
  console.log(`all well after ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}

/** Fails when it takes longer. @param {number} most @param {Promise<void>} doing */
async function within(most, doing) {
  const late = sleep(most, undefined, { ref: false }).then(() => {
    throw new Error(`not done after ${most / 1000} s`);
  });
  await Promise.race([doing, late]);
}
