// How much the main thread works for one action at nine seats: the thread's own time, six times, as on a phone that is so much
// slower; and of what it is made. Figures only: nothing fails by them, since they are the machine's as well.
// By itself: node e2e/run work. Another build beside this one, in turn: BUILDS=FOLDER node e2e/run work
import { launch } from "./browser.mjs";
import { serveFiles } from "./files.mjs";
import { Pretended, scene } from "./pretended.mjs";
import { NOW } from "./scenes.mjs";

const SLOWED = 6;
const ROUNDS = 2;
const ACTIONS = 16;
const IDLE = 4;
/** Everybody has bet once by then, and the code has been used. */
const BEFORE = 10;
/** An action is over by then, with what moves. */
const SETTLED_MS = 900;

/** What the parts of the work are called by the browser; the rest is handing a picture over, and the tasks around all of it. */
const PARTS = {
  script: [
    "FunctionCall",
    "EventDispatch",
    "TimerFire",
    "WebSocketReceive",
    "v8.callFunction",
    "RunMicrotasks",
    "FireAnimationFrame",
  ],
  garbage: ["MinorGC", "MajorGC", "V8.GC_SCAVENGER"],
  style: ["UpdateLayoutTree"],
  layout: ["Layout"],
  prepaint: ["PrePaint"],
  paint: ["Paint"],
  layerize: ["Layerize"],
  "hit test": ["HitTest"],
};
/** @typedef {{ all: number, frames: number, styled: number, laid: number, of: Record<string, number> }} Work */
/** @typedef {{ name: string, ph: string, ts: number, dur: number, tdur?: number, pid: number, tid: number, args?: any }} Traced */

const median = (/** @type {number[]} */ all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;

export async function runWork() {
  const builds = [undefined, ...(process.env["BUILDS"]?.split(",") ?? [])];
  const browser = await launch();
  for (const calm of [true, false]) {
    /** @type {Map<string, { idle: Work[], acted: Work[] }>} */
    const found = new Map();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const build of builds) {
        const one = await measure(browser, build, calm);
        const all = found.get(build ?? "dist") ?? { idle: [], acted: [] };
        found.set(build ?? "dist", { idle: [...all.idle, ...one.idle], acted: [...all.acted, ...one.acted] });
      }
    for (const [build, { idle, acted }] of found) tell(`${build}, ${calm ? "without motion" : "with motion"}`, idle, acted);
  }
  for (const bare of [true, false])
    tell(bare ? "an empty page, one number changed" : "the table, one number changed", [], await one(browser, bare));
  await browser.close();
}

/** The least a picture costs here: a number changes every so often, in an empty page or at the table, and nothing else happens. */
async function one(/** @type {import("playwright-core").Browser} */ browser, /** @type {boolean} */ bare) {
  const files = await serveFiles();
  const size = { width: 390, height: 844 };
  const room = await Pretended.open(browser, files.origin, scene("nine"), { ...size, calm: true, lines: files.server });
  // A clock that runs has pictures of its own.
  const { clocks } = scene("nine").view;
  room.happens({ patch: { clocks: Object.fromEntries(Object.keys(clocks).map((seat) => [seat, null])) } });
  const page = bare ? await room.page.context().newPage() : room.page;
  await page.waitForTimeout(4 * SETTLED_MS);
  await browser.startTracing(page, { categories: ["devtools.timeline", "toplevel", "blink.user_timing"], screenshots: false });
  await page.evaluate(
    ([every]) => {
      const number = document.querySelector(".seat .stack") ?? document.body.appendChild(document.createElement("p"));
      const text = number.appendChild(document.createTextNode("0"));
      setInterval(() => {
        console.timeStamp("act");
        text.data = String((Number(text.data) + 1) % 10);
      }, every);
    },
    [SETTLED_MS],
  );
  await page.waitForTimeout(SETTLED_MS * (ACTIONS + 2));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await room.close();
  files.close();
  return windows(traceEvents).acted;
}

/** @param {string} what @param {Work[]} idle @param {Work[]} acted */
function tell(what, idle, acted) {
  const extra = (/** @type {(work: Work) => number} */ of) => median(acted.map(of)) - median(idle.map(of));
  const parts = [...Object.keys(PARTS), "rest"].map(
    (part) => `${part} ${(extra(({ of }) => of[part] ?? 0) * SLOWED).toFixed(1)}`,
  );
  const count = (/** @type {(work: Work) => number} */ of) => median(acted.map(of));
  console.log(
    `nine seats, thread time × ${SLOWED}, ${what}: an action ${ms(extra(({ all }) => all) * SLOWED)} (${parts.join(", ")}); ` +
      `${count(({ frames }) => frames)} frames, ${count(({ styled }) => styled)} elements styled, ${count(({ laid }) => laid)} boxes in what was laid out; ` +
      `in the same time without one ${ms(median(idle.map(({ all }) => all)) * SLOWED)} in ${median(idle.map(({ frames }) => frames))} frames`,
  );
}

/** @param {import("playwright-core").Browser} browser @param {string | undefined} build @param {boolean} calm */
async function measure(browser, build, calm) {
  const files = await serveFiles(build);
  // A line of its own: what playwright does for a pretended one is not the page's work.
  const room = await Pretended.open(browser, files.origin, scene("nine"), { width: 390, height: 844, calm, lines: files.server });
  const began = Date.now();
  let at = 0;
  const act = () => {
    const [seat, next] = [(at % 8) + 1, ((at + 1) % 8) + 1];
    const now = NOW + Date.now() - began;
    at += 1;
    room.happensAt(now, {
      events: [{ kind: "holdem", what: "raised", seat, to: 3000 + at * 100 }],
      patch: {
        clocks: { [seat]: null, [next]: { since: now, until: now + 25_000, bank: 0 } },
        seats: { [seat]: { stack: 40_000 - at * 100 } },
        game: {
          toAct: next,
          total: 186_000 + at * 100,
          players: { [seat]: { bet: 3000 + at * 100, lastAction: { kind: "raise", to: 3000 } } },
        },
      },
    });
  };
  /** @param {string} name @param {() => void} doing */
  const during = async (name, doing) => {
    await room.page.evaluate((said) => console.timeStamp(said), name);
    doing();
    await room.page.waitForTimeout(SETTLED_MS);
  };
  for (let before = 0; before < BEFORE; before += 1) {
    act();
    await room.page.waitForTimeout(SETTLED_MS / 2);
  }
  await room.page.waitForTimeout(2 * SETTLED_MS);
  await browser.startTracing(room.page, {
    categories: ["devtools.timeline", "toplevel", "blink.user_timing"],
    screenshots: false,
  });
  for (let idle = 0; idle < IDLE; idle += 1) await during("idle", () => {});
  for (let acted = 0; acted < ACTIONS; acted += 1) await during("act", act);
  await room.page.evaluate(() => console.timeStamp("end"));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await room.close();
  files.close();
  return windows(traceEvents);
}

/** What the main thread did between one time stamp and the next. @param {Traced[]} traced */
function windows(traced) {
  const stamps = traced.filter(({ name, args }) => name === "TimeStamp" && args?.data?.message).sort((a, b) => a.ts - b.ts);
  const main = stamps[0];
  const events = traced
    .filter(({ ph, pid, tid }) => ph === "X" && pid === main?.pid && tid === main.tid)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  /** @type {Record<string, Work[]>} */
  const found = { idle: [], act: [] };
  stamps.slice(0, -1).forEach((stamp, index) => {
    const until = stamps[index + 1]?.ts ?? 0;
    found[stamp.args.data.message]?.push(added(events.filter(({ ts }) => ts >= stamp.ts && ts < until)));
  });
  // The first is not like the others: nothing hangs at a seat yet.
  return { idle: found["idle"]?.slice(1) ?? [], acted: found["act"]?.slice(3) ?? [] };
}

/** Each part's own time, without what it called. @param {Traced[]} events @returns {Work} */
function added(events) {
  /** @type {Work} */
  const work = { all: 0, frames: 0, styled: 0, laid: 0, of: {} };
  /** @type {{ event: Traced, own: number }[]} */
  const open = [];
  const close = () => {
    const { event, own } = /** @type {{ event: Traced, own: number }} */ (open.pop());
    const part = Object.entries(PARTS).find(([, names]) => names.some((name) => event.name.startsWith(name)))?.[0] ?? "rest";
    work.of[part] = (work.of[part] ?? 0) + own / 1000;
  };
  for (const event of events) {
    const took = event.tdur ?? event.dur;
    for (let last = open.at(-1); last && last.event.ts + last.event.dur <= event.ts; last = open.at(-1)) close();
    const around = open.at(-1);
    if (around) around.own -= took;
    else work.all += took / 1000;
    open.push({ event, own: took });
    if (event.name === "Layerize") work.frames += 1;
    if (event.name === "UpdateLayoutTree") work.styled += event.args?.elementCount ?? 0;
    if (event.name === "Layout") work.laid += event.args?.beginData?.totalObjects ?? 0;
  }
  while (open.length > 0) close();
  return work;
}
