// A second chance in a tournament: whoever is out enters again, and buys the add-on in the break.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { picture } from "./pictures.mjs";
import { freePort, startRoom } from "./server.mjs";
import { allIn, go, press, visitor } from "./tournament.mjs";

/** Who goes broke is up to the cards: so many cups are tried. */
const CUPS = 4;

/** @param {string} binary @param {(text: string) => void} told */
export async function runAgain(binary, told) {
  const data = await mkdtemp(join(tmpdir(), "kozyr-again-"));
  const room = await startRoom(binary, await freePort(), data, ["--pace", "30", "--bots", "2"]);
  const browser = await launch();
  /** @type {string[]} */
  const errors = [];
  try {
    const host = await visitor(browser, room.origin, { name: "Again", still: true }, errors);
    let out = false;
    for (let cups = 0; cups < CUPS && !out; cups += 1) out = await secondChance(host);
    assert(out, "nobody went broke");
    assert.deepEqual(errors, [], "no page complains");
    told("whoever is out enters again at its price, sits at a table, and buys the add-on in a break");
  } finally {
    await browser.close();
    await room.kill();
    await rm(data, { recursive: true, force: true });
  }
}

/** One cup with five bots; `false`: the host has won it before anything was seen. @param {import("playwright-core").Page} host */
async function secondChance(host) {
  await go(host, "/tables");
  await host.getByRole("button", { name: "Tournaments" }).click();
  await host.getByRole("link", { name: "Make a tournament" }).click();
  await host.getByLabel("Name", { exact: true }).fill("Second chance");
  await host.getByLabel("Seats at a table").fill("6");
  await host.getByLabel("Starting chips").fill("400");
  await host.getByLabel(/^Late entry/).fill("12");
  await host.getByText("More rules").click();
  await host.getByLabel("Re-entries each, at most").fill("1");
  await host.getByLabel("Add-on at breaks: chips").fill("500");
  await host.getByLabel("Add-on: until the break after level").fill("12");
  await host.getByLabel("Starts").selectOption("byHand");
  await host.getByLabel("Bots fill it up to").fill("6");
  await host.getByRole("button", { name: "Make the tournament" }).click();
  await host.waitForURL(/\/tournament\/cup-\d+$/);
  const address = new URL(host.url()).pathname;
  await press(host, "Open for entries");
  await press(host, /^Enter for/);
  await host.locator("tbody tr").nth(5).waitFor();
  await press(host, "Start");
  await host.waitForURL(/\/table\//);
  const enter = host.getByRole("button", { name: /^Enter again for/ });
  for (const deadline = Date.now() + 60_000; ;) {
    assert(Date.now() < deadline, "neither out nor the winner");
    await allIn(host);
    if (await enter.isVisible()) break;
    if (await host.locator(".winner").isVisible()) return false;
    await host.waitForTimeout(50);
  }
  await picture(host, "again-desktop-en-dark");
  await enter.click();
  await enter.waitFor({ state: "detached" });
  await go(host, address);
  await host.getByRole("link", { name: "To my table" }).waitFor();
  await press(host, "Break of five minutes");
  const addOn = host.getByRole("button", { name: /^Add-on: 500 chips for/ });
  await addOn.waitFor();
  await picture(host, "add-on-desktop-en-dark");
  const before = await chips(host);
  await addOn.click();
  await addOn.waitFor({ state: "detached" });
  for (const deadline = Date.now() + 5_000; (await chips(host)) !== before + 500;) {
    assert(Date.now() < deadline, `${before} and 500 are not ${await chips(host)}`);
    await host.waitForTimeout(50);
  }
  return true;
}

/** What the person has, by the standings. @param {import("playwright-core").Page} page */
function chips(page) {
  const cell = page.locator("tr.you td.number").first();
  return cell.evaluate((element) => Number((element.firstChild?.textContent ?? "").replace(/\D/g, "")));
}
