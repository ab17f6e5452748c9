// Pictures of every state of the client at the width of a phone and of a desk, to be looked at:
//   npm run build && node e2e/looks.mjs FOLDER [PART OF A NAME]
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, missingBrowser } from "./browser.mjs";
import { serveFiles } from "./files.mjs";
import { info, NOW, scenes } from "./scenes.mjs";

const [, , folder = "looks", only = ""] = process.argv;
const missing = missingBrowser();
if (!existsSync("dist/index.html")) missing.push("there is no web/dist: npm ci && npm run build");
if (missing.length > 0) {
  console.error(missing.join("\n"));
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

const { origin, close } = await serveFiles();

const you = { id: 9, name: "Анна", seatedAt: [], wallet: 8060 };
const lobby = [
  { table: "green", info, seated: 3 },
  { table: "blue", info: { ...info, name: "Hold’em 1/2", seats: 9 }, seated: 9 },
];

/** What the pretended room says to each message. */
function answers(/** @type {any} */ message, /** @type {any} */ scene, /** @type {any} */ tables, /** @type {boolean} */ known) {
  if (message.type === "hello") {
    const viewer = { ...you, id: scene?.viewer ?? you.id };
    return [{ type: "welcome", protocol: 3, now: NOW, pace: 1, ...(known ? { you: viewer } : {}) }];
  }
  if (message.type === "lobby" || message.type === "followLobby") return [{ type: "lobby", tables }];
  if (message.type === "watch" && scene) {
    const table = message.table;
    // As it was a moment ago, and one step further: what is new moves.
    const { clocks, ...view } = scene.view;
    const step = { sequence: 41, events: [...(scene.events ?? []), { kind: "somethingNew" }], patch: { clocks } };
    const said = [
      { type: "snapshot", table, sequence: 40, now: NOW, info: scene.info ?? info, view: { ...view, clocks: {} } },
      { type: "aMessageOfTomorrow" },
      { type: "update", table, after: 40, now: NOW, steps: [step] },
    ];
    return said;
  }
  if (message.type === "follow" && scene?.cup) return [{ type: "tournament", sequence: 1, now: NOW, ...scene.cup }];
  if (message.type === "watch") return [{ type: "error", fault: { code: "unknownTable", table: message.table } }];
  return [];
}

const looks = [
  { name: "home", path: "/", known: false },
  { name: "home-known", path: "/", known: true },
  { name: "lobby", path: "/tables", known: true },
  { name: "lobby-empty", path: "/tables", known: true, tables: [] },
  { name: "unknown", path: "/table/nowhere", known: true },
  ...Object.keys(scenes).map((scene) => ({ name: scene, path: "/table/green", known: true, scene })),
  { name: "lost", path: "/table/green", known: true, scene: "preflop", then: "lose" },
  { name: "stopping", path: "/table/green", known: true, scene: "flop", then: "stop" },
  { name: "refused", path: "/table/green", known: true, scene: "preflop", then: "refuse" },
  { name: "buy-in", path: "/table/green", known: true, scene: "watching", then: "sit" },
  { name: "menu", path: "/table/green", known: true, scene: "flop", then: "menu" },
];
const sizes = {
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 620 },
  side: { width: 844, height: 390 },
  desk: { width: 1440, height: 900 },
};
const lights = /** @type {const} */ (["dark", "light"]);

const browser = await launch();
for (const [size, viewport] of Object.entries(sizes)) {
  for (const light of lights) {
    for (const language of ["ru", "en"]) {
      for (const look of looks) {
        const name = `${look.name}-${size}-${light}-${language}`;
        if (!name.includes(only)) continue;
        const context = await browser.newContext({
          viewport,
          colorScheme: light,
          locale: language === "ru" ? "ru-RU" : "en-GB",
          hasTouch: size !== "desk",
          isMobile: size !== "desk",
        });
        const page = await context.newPage();
        page.on("pageerror", (error) => console.error(name, error.message));
        page.on(
          "console",
          (line) => line.type() === "error" && !line.text().includes("WebSocket") && console.error(name, line.text()),
        );
        /** @type {any} */
        let line;
        let down = false;
        const scene = "scene" in look ? scenes[look.scene] : undefined;
        await page.addInitScript((known) => known && localStorage.setItem("kozyr.token", "t"), look.known);
        await page.routeWebSocket(/\/ws$/, (socket) => {
          line = socket;
          if (down) return void socket.close();
          socket.onMessage((text) => {
            const message = JSON.parse(String(text));
            if (message.type === "act") {
              const reason = { code: "raiseTooSmall", least: 100 };
              socket.send(JSON.stringify({ type: "answer", command: message.command, result: { outcome: "refused", reason } }));
            }
            for (const said of answers(message, scene, "tables" in look ? look.tables : lobby, look.known))
              socket.send(JSON.stringify(said));
          });
        });
        await page.goto(`${origin}${look.path}`);
        await page.waitForTimeout(900);
        if ("then" in look && look.then === "lose") {
          down = true;
          await line.close();
        }
        if ("then" in look && look.then === "stop") line.send(JSON.stringify({ type: "error", fault: { code: "stopping" } }));
        if ("then" in look && look.then === "refuse") await page.click("[data-act=raiseTo]");
        if ("then" in look && look.then === "sit") await page.click(".idle .button");
        if ("then" in look && look.then === "menu") await page.locator("header [aria-haspopup=dialog]").last().click();
        await page.waitForTimeout(500);
        await page.screenshot({ path: join(folder, `${name}.png`) });
        await context.close();
      }
    }
  }
}
await browser.close();
close();
