// Makes src/cards/piles.webp of src/cards/piles.svg: node e2e/piles.mjs. A picture of shapes is laid out again by the browser
// wherever it is drawn, a picture of dots is not.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
/** Sharp on a phone with three dots a pixel, and on a large screen. */
const DOTS = 4;

const browser = await launch();
const page = await browser.newPage();
const made = await page.evaluate(
  async ({ shapes, dots }) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(shapes)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * dots;
    canvas.height = image.naturalHeight * dots;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/webp", 0.9);
  },
  { shapes: readFileSync(here("../src/cards/piles.svg"), "utf8"), dots: DOTS },
);
writeFileSync(here("../src/cards/piles.webp"), Buffer.from(made.split(",")[1] ?? "", "base64"));
await browser.close();
