// A tournament that can be read and reached at each of its moments: open for entries, running, at its table, paused. At the
// pace of people, so that nothing goes on while it is looked at.
import assert from "node:assert/strict";
import { reached as axe } from "./axe.mjs";
import { go, visitor } from "./tournament.mjs";

/** @typedef {import("playwright-core").Browser} Browser */

const PHONE = { width: 390, height: 844 };

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkReadableCup(browser, origin, told) {
  /** @type {string[]} */
  const errors = [];
  const host = await visitor(browser, origin, { name: "Host", still: true }, errors);
  const phone = await visitor(browser, origin, { name: "Phone", locale: "ru", size: PHONE, still: true }, errors);
  // The house's own are called in the language that is read.
  await go(phone, "/tables");
  await phone.getByRole("link", { name: /^Турбо · 6/ }).click();
  await phone.getByRole("heading", { name: "Турбо · 6" }).waitFor();
  await go(host, "/tournaments/new");
  await host.getByLabel("Name", { exact: true }).fill("Sunday cup");
  await host.getByLabel("Seats at a table").fill("3");
  await host.getByLabel("Starts").selectOption("byHand");
  await host.getByLabel("Bots fill it up to").fill("6");
  await host.getByRole("button", { name: "Make the tournament" }).click();
  await host.waitForURL(/\/tournament\/cup-\d+$/);
  const address = new URL(host.url()).pathname;
  await host.getByRole("button", { name: "Open for entries" }).click();
  await go(phone, address);
  await phone.getByRole("button", { name: /^Записаться за/ }).waitFor();
  await axe(phone, "a tournament that takes entries");
  await host.getByRole("button", { name: /^Enter for/ }).click();
  await host.locator("tbody tr").nth(5).waitFor();
  await host.getByRole("button", { name: "Start", exact: true }).click();
  await host.waitForURL(/\/table\//);
  await host.getByText(/^Sunday cup · \d/).waitFor();
  await axe(host, "a table of a tournament");
  await phone.getByText("Идёт").first().waitFor();
  await axe(phone, "a running tournament on a phone");
  await go(host, address);
  await host.locator("[role=status]", { hasText: "Running" }).waitFor();
  await axe(host, "a running tournament");
  await host.getByRole("button", { name: "Pause" }).click();
  await host.locator("[role=status]", { hasText: "Paused" }).waitFor();
  await axe(host, "a tournament that is paused");
  await host.getByRole("link", { name: "To my table" }).click();
  await host.getByText(/^Sunday cup · \d/).waitFor();
  await axe(host, "a table of a tournament that is paused");
  await go(host, "/director");
  await host.getByText("No evening is open.").waitFor();
  await axe(host, "a list of evenings without any");
  assert.deepEqual(errors, [], "no page complains");
  for (const page of [host, phone]) await page.context().close();
  told("axe finds nothing on a tournament and its table, open, running and paused");
}
