// Somebody plays a few hands, looks at the last one again step by step, finds it in their list and shares it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { picture } from "./pictures.mjs";
import { PATIENCE_MS, Player } from "./player.mjs";
import { freePort, startRoom } from "./server.mjs";

/** @param {string} binary @param {(text: string) => void} told */
export async function runHistory(binary, told) {
  const data = mkdtempSync(join(tmpdir(), "kozyr-e2e-"));
  const room = await startRoom(binary, await freePort(), data, ["--pace", "3"]);
  const { origin } = room;
  const anna = await Player.arrive("Anna", { locale: "en-GB", width: 1280, height: 800 });
  const guest = await Player.arrive("Nobody", { locale: "ru-RU", width: 390, height: 844 });
  const { page } = anna;
  try {
    await anna.play(origin);
    const { hand } = await anna.look();
    const deadline = Date.now() + 3 * PATIENCE_MS;
    while ((await anna.look()).hand < hand + 2) {
      await anna.stayIn();
      assert(Date.now() < deadline, "two hands are over some time");
      await sleep(50);
    }
    await picture(anna.page, "table-with-last-hand");
    await page.getByRole("link", { name: "The last hand" }).click();
    const slider = page.getByRole("slider");
    await slider.waitFor();
    const last = Number(await slider.getAttribute("max"));
    assert(last > 4, `a hand has steps, not ${last}`);
    assert.equal(await slider.inputValue(), "0");
    const says = page.locator("[role=status].told");
    assert.equal(await says.innerText(), "", "nothing has happened yet");
    await page.keyboard.press("ArrowRight");
    assert.equal(await slider.inputValue(), "1");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await slider.inputValue(), "0");
    // The first step that has a word: the blinds, or the cards.
    let sentence = "";
    for (let steps = 0; steps < 4 && sentence === ""; steps += 1) {
      await page.keyboard.press("ArrowRight");
      sentence = await says.innerText();
    }
    assert.match(sentence, /\w.*\.$/, "a step is told in a sentence");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await says.innerText(), sentence, "and again when one comes back to it");
    await page.keyboard.press("End");
    assert.equal(await slider.inputValue(), String(last));
    await page.locator(".result").waitFor();
    // The log has the whole hand, in the order it was told.
    await page.locator("[data-log]").click();
    const lines = await page.locator("#replay-log li").allInnerTexts();
    assert(lines.length > 4 && sentence.includes(lines[0] ?? "?"), lines.join("\n"));
    await page.keyboard.press("Escape");
    await picture(anna.page, "replay-end");
    for (let place = Math.floor(last / 2); place < last; place += 1) {
      await slider.fill(String(place));
      if ((await page.getByRole("definition").count()) > 1) break;
    }
    await picture(anna.page, "replay-chances");
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(() => {
      const slider = document.querySelector("input[type=range]");
      return slider instanceof HTMLInputElement && Number(slider.value) > 1;
    });
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator("[data-keep]").click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "PHH" }).click();
    assert.match((await download).suggestedFilename(), /^holdem-1-\d+\.phh$/);

    // Before a link is made it is said that it shows one's own cards; whoever has it needs no session.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    await page.getByText("your cards included").waitFor();
    await page.getByRole("button", { name: "Make a link" }).click();
    await page.getByRole("button", { name: "Copy the link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/shared\/[0-9a-f]{32}$/);
    await guest.page.goto(link);
    await guest.page.getByRole("slider").waitFor();
    await guest.page.getByText("Как это видит Anna").waitFor();
    await guest.page.keyboard.press("End");
    await picture(guest.page, "shared-phone-ru");

    await page.goto(`${origin}/hands`);
    await page.locator("a.hand").first().waitFor();
    assert((await page.locator("a.hand").count()) >= 1);
    await page
      .getByText(/put chips in/)
      .first()
      .waitFor();
    await picture(anna.page, "hands");
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(anna.page, "hands-phone");
    await page.locator("a.hand").first().click();
    await slider.waitFor();
    await page.keyboard.press("End");
    await picture(anna.page, "replay-phone");
    assert.deepEqual([...anna.errors, ...guest.errors], []);
    told("a hand again, its list, its file and its link");
  } finally {
    await Promise.all([anna.browser.close(), guest.browser.close()]);
    await room.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
