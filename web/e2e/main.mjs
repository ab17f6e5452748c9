// Looks whether everything is there, then plays.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

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
  if (missing.length === 0 && binary) {
    const { run } = await import("./room.mjs");
    const { runSeka } = await import("./seka.mjs");
    const { runDurakModes } = await import("./durak-modes.mjs");
    const { runTournament } = await import("./tournament.mjs");
    const { runHistory } = await import("./history.mjs");
    const { runPeople } = await import("./people.mjs");
    const { runFriends } = await import("./friends.mjs");
    const { runByEar } = await import("./byear.mjs");
    const { runWork } = await import("./work.mjs");
    const { runScreens } = await import("./screens.mjs");
    const all = {
      holdem: run,
      seka: runSeka,
      modes: runDurakModes,
      tournament: runTournament,
      history: runHistory,
      people: runPeople,
      friends: runFriends,
      byear: runByEar,
    };
    // Only by name: figures and pictures to be looked at.
    const named = { ...all, work: runWork, screens: runScreens };
    const asked = Object.entries(named).filter(([name]) => name === process.argv[2]);
    const games = (asked.length > 0 ? asked : Object.entries(all)).map(([, game]) => game);
    const play = async () => {
      for (const game of games) await game(binary);
    };
    await play().catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
  }
}

for (const line of missing) console.error(`missing: ${line}`);
if (missing.length > 0) process.exitCode = 2;
