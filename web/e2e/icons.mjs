// Makes the icons of public/ that are dots of icon.svg: node e2e/icons.mjs. Phones take no shapes for their home screen.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { launch } from "./browser.mjs";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * `whole`: the felt goes to the edges, because whoever shows it cuts the corners, and the mark keeps away from them.
 * @type {{ file: string, size: number, whole: boolean }[]}
 */
const icons = [
  { file: "icon-192.png", size: 192, whole: false },
  { file: "icon-512.png", size: 512, whole: false },
  { file: "icon-maskable-512.png", size: 512, whole: true },
  { file: "apple-touch-icon.png", size: 180, whole: true },
];

const shapes = readFileSync(here("../public/icon.svg"), "utf8");
/** Without round corners, and a little smaller: what is cut off is at most a fifth. */
const whole = shapes.replace(' rx="11"', "").replace("translate(4 4)", "translate(8.800 8.800) scale(0.76)");

/** A part of a PNG: its length, its name, what is in it and a sum over both. @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Of a few colours, each dot is a number: a fifth of what the browser would write. @param {number[]} dots @param {number} size */
function png(dots, size) {
  /** @type {Map<string, number>} */
  const colours = new Map();
  const rows = Buffer.alloc(size * (size + 1));
  for (let at = 0; at < size * size; at += 1) {
    // Eight steps between felt and paper are enough for a soft edge.
    const colour = dots.slice(at * 4, at * 4 + 4).map((value) => Math.min(255, Math.round(value / 8) * 8));
    const key = colour[3] === 0 ? "0,0,0,0" : colour.join();
    if (!colours.has(key)) colours.set(key, colours.size);
    rows[Math.floor(at / size) + 1 + at] = colours.get(key) ?? 0;
  }
  if (colours.size > 256) throw new Error(`${colours.size} colours`);
  const palette = [...colours.keys()].map((key) => key.split(",").map(Number));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    chunk("tRNS", Buffer.from(palette.map(([, , , alpha = 255]) => alpha))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const browser = await launch();
const page = await browser.newPage();
for (const { file, size, whole: cut } of icons) {
  const dots = await page.evaluate(
    async ({ source, size }) => {
      const image = new Image(size, size);
      image.src = `data:image/svg+xml,${encodeURIComponent(source.replace("<svg ", `<svg width="${size}" height="${size}" `))}`;
      await image.decode();
      const canvas = new OffscreenCanvas(size, size);
      const brush = canvas.getContext("2d");
      brush?.drawImage(image, 0, 0, size, size);
      return [...(brush?.getImageData(0, 0, size, size).data ?? [])];
    },
    { source: cut ? whole : shapes, size },
  );
  writeFileSync(here(`../public/${file}`), png(dots, size));
}
await browser.close();
