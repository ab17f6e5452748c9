// How much the main thread works for one action at nine seats, with the CPU slowed six times. Figures only: nothing fails by
// them, since they are the machine's as well. By itself: node e2e/run work
import { launch } from "./browser.mjs";
import { serveFiles } from "./files.mjs";
import { Pretended, scene } from "./pretended.mjs";

const SLOWED = 6;
const ACTIONS = 40;
/** An action is over by then, with what moves. */
const SETTLED_MS = 900;

const PARTS = /** @type {const} */ (["TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration"]);
/** @typedef {{ [P in (typeof PARTS)[number]]: number }} Work */

const median = (/** @type {number[]} */ all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;

export async function runWork() {
  const browser = await launch();
  const files = await serveFiles();
  for (const calm of [true, false]) {
    const room = await Pretended.open(browser, files.origin, scene("nine"), { width: 390, height: 844, calm });
    const line = await room.page.context().newCDPSession(room.page);
    // The thread's own time: what else runs on the machine does not count.
    await line.send("Performance.enable", { timeDomain: "threadTicks" });
    await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    /** @returns {Promise<Work>} */
    const sofar = async () => {
      const { metrics } = await line.send("Performance.getMetrics");
      const value = (/** @type {string} */ name) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
      return /** @type {Work} */ (Object.fromEntries(PARTS.map((part) => [part, value(part)])));
    };
    /** @param {() => void} doing */
    const cost = async (doing) => {
      const before = await sofar();
      doing();
      await room.page.waitForTimeout(SETTLED_MS);
      const after = await sofar();
      return /** @type {Work} */ (Object.fromEntries(PARTS.map((part) => [part, after[part] - before[part]])));
    };
    await room.page.waitForTimeout(1500);
    /** @type {Work[]} */
    const idle = [];
    for (let at = 0; at < 8; at += 1) idle.push(await cost(() => {}));
    /** @type {Work[]} */
    const acted = [];
    for (let at = 0; at < ACTIONS; at += 1) {
      const [seat, next] = [(at % 8) + 1, ((at + 1) % 8) + 1];
      const until = Date.now() + 1_000_000;
      acted.push(
        await cost(() =>
          room.happens({
            events: [{ kind: "holdem", what: "raised", seat, to: 3000 + at * 100 }],
            patch: {
              clocks: { [seat]: null, [next]: { since: until - 25_000, until, bank: 0 } },
              seats: { [seat]: { stack: 40_000 - at * 100 } },
              game: {
                toAct: next,
                total: 186_000 + at * 100,
                players: { [seat]: { bet: 3000 + at * 100, lastAction: { kind: "raise", to: 3000 } } },
              },
            },
          }),
        ),
      );
    }
    const of = (/** @type {Work[]} */ all, /** @type {(typeof PARTS)[number]} */ part) => median(all.map((one) => one[part]));
    const parts = PARTS.slice(1).map((part) => `${part.replace("Duration", "")} ${ms(of(acted, part) - of(idle, part))}`);
    console.log(
      `nine seats, CPU slowed ${SLOWED} times, ${calm ? "without motion" : "with motion"}: an action ${ms(of(acted, "TaskDuration") - of(idle, "TaskDuration"))} of the main thread ` +
        `(${parts.join(", ")}; in the same time without one ${ms(of(idle, "TaskDuration"))})`,
    );
    await room.close();
  }
  await browser.close();
  files.close();
}
