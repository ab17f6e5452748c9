// The real `kozyr serve` on a free port with data of its own.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { serveInFront } from "./files.mjs";

const target = fileURLToPath(new URL("../../target/", import.meta.url));

/** The binary: what KOZYR names, or the newest that cargo has built here. */
export function findBinary() {
  const named = process.env["KOZYR"];
  const built = named ? [named] : [`${target}release/kozyr`, `${target}debug/kozyr`];
  return built.filter((path) => existsSync(path)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** A port nobody listens on. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.once("listening", done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (typeof address !== "object" || address === null) throw new Error("no free port");
  return address.port;
}

/**
 * Starts a room and waits until it can play.
 * @param {string} binary
 * @param {number} port
 * @param {string} data
 * @param {string[]} more
 */
export async function startRoom(binary, port, data, more = []) {
  // With PAGE=dist the page as it was last built stands in front of the room: no new room is needed to try it.
  const inFront = process.env["PAGE"] === "dist";
  const at = inFront ? await freePort() : port;
  const room = spawn(binary, ["serve", "--listen", `127.0.0.1:${at}`, "--data", data, ...more], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  // Whatever becomes of the test, its room does not outlive it.
  process.once("exit", () => room.kill("SIGKILL"));
  let log = "";
  room.stderr.on("data", (text) => (log = (log + text).slice(-4000)));
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    if (room.exitCode !== null) throw new Error(`kozyr serve ended with ${room.exitCode}:\n${log}`);
    const healthy = await fetch(`http://127.0.0.1:${at}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) {
      const close = inFront ? await serveInFront(port, at) : async () => {};
      return { origin, kill: () => Promise.all([kill(room), close()]), log: () => log };
    }
    await sleep(100);
  }
  throw new Error(`kozyr serve did not become healthy:\n${log}`);
}

/** `kill -9`, and wait until it is gone. @param {import("node:child_process").ChildProcess} room */
async function kill(room) {
  if (room.exitCode !== null || room.signalCode !== null) return;
  const gone = new Promise((done) => room.once("exit", done));
  room.kill("SIGKILL");
  await gone;
}
