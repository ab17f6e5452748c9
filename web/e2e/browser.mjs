// Debian's Chromium, driven by playwright-core, always with a fresh profile.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What is missing on this machine, in words for a person; nothing when all is there. */
export function missingBrowser() {
  return existsSync(CHROMIUM)
    ? []
    : [`there is no browser at ${CHROMIUM}: apt-get install -y chromium, or set CHROMIUM to where it is`];
}

/** A browser of its own. Playwright gives each launch a new profile and removes it at the end. */
export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: QUIET });
}
