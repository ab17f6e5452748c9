// Nothing is cut off and nothing covers a name, a price or a card, on every screen; and nothing jumps.
import assert from "node:assert/strict";
import { Pretended, scene } from "./pretended.mjs";
import { hardlyShifted, watchShifts } from "./shifts.mjs";
import { sideBySide } from "./side.mjs";
import { bounds, tournaments, visit, visits } from "./visits.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

const screens = /** @type {const} */ ([
  [390, 844],
  [360, 640],
  [320, 568],
  [640, 360],
  [667, 375],
  [700, 360],
  [844, 390],
  [720, 450],
  [1440, 900],
  [2560, 1440],
]);
const moments = [
  "preflop",
  "river",
  "allIn",
  "pots",
  "showdown",
  "twice-asked",
  "twice",
  "owing",
  "nine",
  "sekaFirst",
  "sekaVote",
  "sekaReveal",
  "sekaOver",
  "durak-six",
  "durak-defend",
];
/** Words are as long as they are in each: the games whose tables have the most of them are looked at in both. */
const languages = /** @type {const} */ (["ru-RU", "en-GB"]);

/** @param {Browser} browser @param {string} origin @param {(text: string) => void} told */
export async function checkSizes(browser, origin, told) {
  const only = process.env["MOMENT"];
  const looks = moments
    .filter((moment) => only === undefined || moment === only)
    .flatMap((moment) => languages.map((locale) => ({ moment, locale })));
  await sideBySide(3, looks, async ({ moment, locale }) => {
    const room = await Pretended.open(browser, origin, scene(moment), { calm: true, locale });
    /** @type {Record<string, string[]>} */
    const found = {};
    for (const [width, height] of screens) {
      await room.page.setViewportSize({ width, height });
      // With what everybody did a moment ago hanging at their seats.
      const { past = [], events = [], view } = scene(moment);
      room.happens({ events: [...past, ...events, ...(moment === "durak-defend" ? [takes(view)] : [])], patch: {} });
      const wrong = await settled(room.page);
      if (wrong.length > 0) found[`${width} by ${height}`] = wrong;
    }
    await room.close();
    assert.deepEqual(found, {}, `${moment} in ${locale}`);
  });
  if (only !== undefined) return;
  await sideBySide(3, languages, (locale) => again(browser, origin, locale));
  told("nothing is cut off or covered on ten screens, in both languages, with nine at the table too");
  await talking(browser, origin);
  told("an open talk leaves every button of the bar free, on a phone too");
  await everywhere(browser, origin);
  told("the first page, the lobby and the dialogs fit 320 pixels and a phone on its side; the first load has less than 200 KB");
  await sliding(browser, origin);
  told("an amount is chosen by drag on a phone on its side, and its marks are never under the thumb");
  await bars(browser, origin);
  told("the bars of Seka and Durak lie where they lay, whatever is asked");
  await sideBySide(3, screens, ([width, height]) => loading(browser, origin, width, height));
  told("nothing jumps while the lobby comes");
  await sideBySide(3, screens, ([width, height]) => steady(browser, origin, width, height));
  told("nothing jumps while a hand is played to its end and the next one begins, on any of the screens");
}

/** Whoever looks takes: their own word hangs at their own seat. @param {import("../src/protocol.ts").TableView} view @returns {import("../src/protocol.ts").TableEvent} */
const takes = (view) => ({ kind: "durak", what: "takes", seat: view.own?.seat ?? 0 });

/** A hand that is looked at again has most of the screen, and its bar is as high at the end as at the beginning. @param {Browser} browser @param {string} origin @param {string} locale */
export async function again(browser, origin, locale) {
  const hand = visits.find(({ where }) => where === "a hand again");
  assert(hand);
  const room = await visit(browser, origin, hand, { width: 1440, height: 900, locale });
  for (const [width, height] of screens) {
    await room.page.setViewportSize({ width, height });
    assert.deepEqual(await settled(room.page), [], `a hand again at ${width} by ${height} in ${locale}`);
    const high = () => room.page.locator("main > .bar").evaluate((bar) => bar.getBoundingClientRect().height);
    const end = await high();
    assert(end < height * 0.34, `the bar below a hand takes ${end} of ${height} pixels`);
    await room.page.keyboard.press("Home");
    assert.equal(await high(), end, `the bar below a hand at ${width} by ${height}`);
    await room.page.keyboard.press("End");
  }
  await room.close();
}

/** What is wrong once the table is laid out anew, and once more when what happened comes to the side. @param {Page} page */
async function settled(page) {
  await page.waitForTimeout(200);
  let wrong = await covered(page);
  for (let tries = 0; wrong.length > 0 && tries < 5; tries += 1) {
    await page.waitForTimeout(200);
    wrong = await covered(page);
  }
  return wrong;
}

/** What covers what, or lies outside the screen. @param {Page} page */
function covered(page) {
  return page.evaluate(() => {
    /** @type {[string, DOMRect][]} */
    const things = [];
    const seen = (/** @type {Element} */ element) => element.closest("[inert]") === null && element.getClientRects().length > 0;
    const add = (/** @type {string} */ selector, /** @type {(element: Element) => string} */ name) => {
      for (const element of document.querySelectorAll(selector))
        if (seen(element)) things.push([name(element), element.getBoundingClientRect()]);
    };
    add(".seat", (seat) => `plate ${seat.getAttribute("data-seat")}`);
    add(".piece .chips:not(:has(.chips))", (chips) => `chips ${chips.textContent?.trim()}`);
    add(".pots .pot, .pots .all", (pot) => `pot ${pot.textContent?.trim()}`);
    add("[data-of=board] svg", (card) => `board ${card.getAttribute("data-card")}`);
    add(".bar button, .bar input", (button) => `button ${button.textContent?.trim() || button.getAttribute("aria-label")}`);
    add("header a, header button, header strong", (part) => `head ${part.textContent?.trim()}`);
    /** @type {string[]} */
    const wrong = things.length < 10 ? [`only ${things.length} things are there`] : [];
    for (const [name, box] of things) {
      if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        wrong.push(`${name} is cut off`);
      for (const [other, second] of things) {
        if (name >= other) continue;
        const [width, height] = [
          Math.min(box.right, second.right) - Math.max(box.left, second.left),
          Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top),
        ];
        if (width > 1.5 && height > 1.5) wrong.push(`${name} and ${other} cover each other`);
      }
    }
    // The index of a card that lies open is seen: its upper left part is not below anything.
    for (const card of document.querySelectorAll(".piece svg[data-card]:not([data-card=back])")) {
      if (!seen(card)) continue;
      const box = card.getBoundingClientRect();
      const top = document.elementsFromPoint(box.left + box.width * 0.3, box.top + box.height * 0.25).find((element) => {
        // What a button hears beyond its edge covers nothing.
        const { bottom } = element.getBoundingClientRect();
        return element.matches(".seat, .tab, .chips, header *") && bottom > box.top + box.height * 0.25;
      });
      if (top) wrong.push(`the index of ${card.getAttribute("data-card")} is below ${top.className}`);
    }
    // What was done or won lies beside the faces that are seen, not over them: their lower edge at most, and on a table with room.
    const roomy = Number(getComputedStyle(document.querySelector(".stage") ?? document.body).getPropertyValue("--scale")) > 1;
    for (const card of roomy ? document.querySelectorAll(".piece svg[data-card]:not([data-card=back])") : []) {
      const box = card.getBoundingClientRect();
      for (const over of document.querySelectorAll(
        ".seat .tab:not([hidden]), .piece .chips:not(:has(.chips)), .seat .holds:not([hidden])",
      )) {
        const second = over.getBoundingClientRect();
        const [width, height] = [
          Math.min(box.right, second.right) - Math.max(box.left, second.left),
          Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top),
        ];
        if (width > 1.5 && height > box.height * 0.1)
          wrong.push(`${over.textContent?.trim()} covers ${card.getAttribute("data-card")}`);
      }
    }
    // What they hold lies over no plate and nobody else's cards.
    for (const line of document.querySelectorAll(".seat .holds:not([hidden])")) {
      const box = line.getBoundingClientRect();
      for (const over of document.querySelectorAll(".seat, .piece svg[data-card], .bar button, .bar input")) {
        if (over.contains(line)) continue;
        const second = over.getBoundingClientRect();
        const [width, height] = [
          Math.min(box.right, second.right) - Math.max(box.left, second.left),
          Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top),
        ];
        if (width > 1.5 && height > 1.5)
          wrong.push(`${line.textContent} and ${over.className || over.getAttribute("data-card")} cover each other`);
      }
    }
    // A word at a seat is seen whole, and so is the dealer's button.
    for (const word of document.querySelectorAll(
      ".seat .tab:not([hidden]), .seat .holds:not([hidden]), .seat .dealer, .seat .lost",
    )) {
      const name = `${word.classList[0]} ${word.textContent?.trim()}`;
      const box = word.getBoundingClientRect();
      if (box.left < -0.5 || box.right > innerWidth + 0.5) wrong.push(`${name} is cut off`);
      const text = document.createRange();
      text.selectNodeContents(word);
      const edges = parseFloat(getComputedStyle(word).paddingLeft) * 2;
      if (word.matches(".tab, .holds") && text.getBoundingClientRect().width > box.width - edges + 0.1)
        wrong.push(`${name} is wider than its place`);
      for (const over of document.querySelectorAll(".piece .chips:not(:has(.chips)), .seat .dealer, .seat .lost")) {
        const second = over.getBoundingClientRect();
        const [width, height] = [
          Math.min(box.right, second.right) - Math.max(box.left, second.left),
          Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top),
        ];
        // The edge of the button may lie below a bet, its letter may not.
        const much = word.matches(".tab, .holds") ? 1.5 : 5;
        if (over !== word && width > much && height > much) wrong.push(`${name} is below ${over.textContent?.trim()}`);
      }
    }
    // Nor do the cards of a fan lie over a word, and what people have instead of chips is read whole.
    for (const word of document.querySelectorAll(".seat.own .tab:not([hidden])")) {
      const box = word.getBoundingClientRect();
      for (const card of document.querySelectorAll(".fan .held")) {
        const { left, right, bottom } = card.getBoundingClientRect();
        if (left < box.right && right > box.left && bottom > box.top + box.height * 0.3)
          wrong.push(`${word.textContent} is below the fan`);
      }
    }
    for (const line of document.querySelectorAll(".seat .counts"))
      if (line.getBoundingClientRect().right > (line.parentElement?.getBoundingClientRect().right ?? 0) + 0.5)
        wrong.push(`${line.textContent} is cut off`);
    for (const icon of document.querySelectorAll("header .icon"))
      if (seen(icon) && icon.getBoundingClientRect().width < 47.5)
        wrong.push(`${icon.getAttribute("aria-label")} is no 48 px wide`);
    // On a desk there is room for every name.
    for (const name of innerWidth < 1280 ? [] : document.querySelectorAll(".seat .name"))
      if (name.scrollWidth > name.clientWidth + 1) wrong.push(`the name ${name.textContent} is cut off`);
    // A row of fixed places has no hole at its end.
    for (const row of document.querySelectorAll(".bar .slots")) {
      const end = Math.max(0, ...[...row.children].map((place) => place.getBoundingClientRect().right));
      if (row.childElementCount > 0 && end < row.getBoundingClientRect().right - 1)
        wrong.push("the last place of the bar is a hole");
    }
    for (const button of document.querySelectorAll(".bar button")) {
      if (button.scrollWidth > button.clientWidth + 1) wrong.push(`${button.textContent?.trim()} is wider than its button`);
    }
    return wrong;
  });
}

/** Whoever reads what others say can act all the same. @param {Browser} browser @param {string} origin */
async function talking(browser, origin) {
  const room = await Pretended.open(browser, origin, scene("preflop"), { calm: true, locale: "ru-RU" });
  await room.page.locator("[data-talk]").click();
  await room.page.locator("aside form").waitFor();
  for (const [width, height] of screens) {
    await room.page.setViewportSize({ width, height });
    await room.page.waitForTimeout(150);
    const wrong = await room.page.evaluate(() => {
      const hidden = (/** @type {Element} */ part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top === null || !(part.contains(top) || top.contains(part));
      };
      const parts = [...document.querySelectorAll(".bar .slots button, .bar .quick button, aside form *, aside header button")];
      if (parts.length < 8) return [`only ${parts.length} things are there`];
      return parts
        .filter((part) => part.getClientRects().length > 0 && hidden(part))
        .map((part) => part.textContent?.trim() || part.tagName);
    });
    assert.deepEqual(wrong, [], `talk at ${width} by ${height}`);
  }
  await room.close();
}

/** Pages and dialogs need no sideways scrolling, and the button that matters is in sight. @param {Browser} browser @param {string} origin */
async function everywhere(browser, origin) {
  const small = /** @type {const} */ ([
    [320, 568],
    [844, 390],
  ]);
  const fits = async (/** @type {Page} */ page, /** @type {string} */ where, /** @type {string} */ button) => {
    for (const [width, height] of small) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(100);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll("html, main, dialog")]
          .filter((part) => part.scrollWidth > part.clientWidth + 1)
          .map(({ tagName }) => tagName),
      );
      assert.deepEqual(wide, [], `${where} at ${width} scrolls sideways`);
      const box = await page.locator(button).first().boundingBox();
      assert(
        box && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width,
        `${where} at ${width}: ${button} is in sight`,
      );
    }
  };
  const first = await Pretended.open(browser, origin, scene("flop"), { you: null, path: "/", locale: "ru-RU" });
  await fits(first.page, "first page", "form button");
  await fits(first.page, "first page", "main > a");
  await first.close();
  const lobby = await Pretended.open(browser, origin, scene("flop"), { path: "/tables", locale: "ru-RU" });
  await lobby.page.locator("a.table").first().waitFor();
  // The way to cards in one tap; the tables follow below it.
  await fits(lobby.page, "lobby", ".ways .accent");
  await lobby.page.setViewportSize({ width: 320, height: 568 });
  const head = await lobby.page.locator("header").boundingBox();
  assert(head && head.height <= 60, `the head line of the lobby is one line: ${head?.height}`);
  await lobby.close();
  const room = await Pretended.open(browser, origin, scene("watching"), { locale: "ru-RU" });
  await room.page.locator(".idle .button").click();
  await fits(room.page, "buying in", "dialog .accent");
  await room.close();

  // From the real room, packed as it sends them: everything that comes before a table is opened.
  const context = await browser.newContext({ locale: "ru-RU" });
  const page = await context.newPage();
  await page.goto(origin, { waitUntil: "networkidle" });
  const bytes = await page.evaluate(() => {
    const loaded = /** @type {PerformanceResourceTiming[]} */ ([
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ]);
    return loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
  assert(bytes > 20_000 && bytes < 200_000, `the first load has ${bytes} bytes`);
  assert.deepEqual(await figures(page), [], "figures are as wide as a zero, so that no stack, pot or clock jumps");
  await context.close();
}

/** The figures that are not as wide as a zero, at every weight that is used. @param {Page} page */
function figures(page) {
  return page.evaluate(async () => {
    /** @type {string[]} */
    const odd = [];
    const text = document.body.appendChild(document.createElement("span"));
    for (const weight of ["400", "500", "600", "700"]) {
      text.style.cssText = `position: absolute; font-size: 100px; font-weight: ${weight}`;
      const width = (/** @type {string} */ figure) => {
        text.textContent = figure.repeat(10);
        return text.getBoundingClientRect().width;
      };
      text.textContent = "0";
      await document.fonts.load(`${weight} 100px "Golos Text"`, "0");
      for (const figure of "123456789") if (Math.abs(width(figure) - width("0")) > 0.1) odd.push(`${figure} at ${weight}`);
    }
    text.remove();
    return odd;
  });
}

/** @param {Browser} browser @param {string} origin */
export async function sliding(browser, origin) {
  for (const moment of ["preflop", "river", "sekaFirst", "sekaDark"])
    for (const [width, height] of /** @type {const} */ ([
      [844, 390],
      [667, 375],
    ])) {
      const where = `${moment} at ${width} by ${height}`;
      const room = await Pretended.open(browser, origin, scene(moment), { width, height, calm: true, locale: "ru-RU" });
      const { page } = room;
      const button = page.locator("[data-act=raiseTo]:enabled");
      await button.waitFor();
      const before = await button.innerText();
      const box = await page.locator(".slide").boundingBox();
      assert(box && box.width >= 72, `there is room to slide: ${where}, ${box?.width}`);
      const y = box.y + box.height / 2;
      // The thumb is a little more than twenty pixels wide.
      for (const mark of await page.locator(".track .mark").all())
        assert(((await mark.boundingBox())?.y ?? 0) >= y + 11, `a mark is under the thumb: ${where}`);
      await page.mouse.move(box.x + 12, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
      await page.mouse.up();
      assert.notEqual(await button.innerText(), before, where);
      await room.close();
    }
}

/** What keeps its place in the bar of a game, at moments that ask for this and that. */
const kept = {
  ".controls": ["sekaReady", "sekaFirst", "sekaDark", "sekaVote", "sekaEntry"],
  ".rare": ["durak-lead", "durak-defend", "durak-six", "durak-pairs"],
};

/** @param {Browser} browser @param {string} origin */
export async function bars(browser, origin) {
  for (const [width, height] of /** @type {const} */ ([
    [320, 568],
    [390, 844],
  ]))
    for (const [part, moments] of Object.entries(kept)) {
      const boxes = moments.map(async (moment) => {
        const room = await Pretended.open(browser, origin, scene(moment), { width, height });
        const box = await room.page.locator(`.bar ${part}`).boundingBox();
        await room.close();
        return box;
      });
      const [first, ...others] = await Promise.all(boxes);
      for (const box of others) assert.deepEqual(box, first, `${part} at ${width} by ${height}`);
    }
}

/** The lobby from its first paint until everything is there. @param {Browser} browser @param {string} origin @param {number} width @param {number} height */
export async function loading(browser, origin, width, height) {
  const options = { path: "/tables", locale: "ru-RU", late: 300, room: { tournaments, bounds }, init: watchShifts };
  const room = await Pretended.open(browser, origin, scene("flop"), { width, height, ...options });
  await room.page.locator("a.table").first().waitFor();
  await room.page.waitForTimeout(300);
  await hardlyShifted(room.page, `while the lobby came at ${width} by ${height}`);
  await room.close();
}

/**
 * A hand to its end, who sits down and leaves meanwhile, and the next one: what moves, moves because it happened, and nothing is
 * pushed about by it.
 * @param {Browser} browser @param {string} origin @param {number} width @param {number} height
 */
export async function steady(browser, origin, width, height) {
  const room = await Pretended.open(browser, origin, scene("evening"), { width, height });
  const { page } = room;
  await page.waitForTimeout(600);
  await page.evaluate(watchShifts);
  for (const { now, steps } of scene("evening").next ?? []) {
    room.happensAt(now, ...steps);
    await page.waitForTimeout(450);
  }
  // The result is looked at for a while before the next hand comes.
  await page.locator(".slots [data-act]").nth(2).waitFor();
  await hardlyShifted(page, `at ${width} by ${height}`);
  await room.close();
}
