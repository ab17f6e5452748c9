// The mark is drawn once, and the icons are all there and as large as the manifest says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MARK, MARK_PIP } from "../cards/deck.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const manifest = JSON.parse(read("public/manifest.webmanifest").toString()) as {
  icons: { src: string; type: string; sizes: string; purpose: string }[];
  start_url: string;
  display: string;
};

/** Width and height of a PNG, as its first chunk says. */
function sizeOf(file: Buffer): string {
  expect(file.subarray(1, 4).toString()).toBe("PNG");
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

test.each(manifest.icons.filter(({ type }) => type === "image/png"))("$src is $sizes", ({ src, sizes }) => {
  const file = read(`public${src}`);
  expect(sizeOf(file)).toBe(sizes);
  expect(file.length, "small enough for a repository").toBeLessThan(10_000);
});

test("there is an icon for every home screen", () => {
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "any any",
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  expect(manifest).toMatchObject({ start_url: "/tables", display: "standalone" });
  const page = read("index.html").toString();
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />');
  expect(sizeOf(read("public/apple-touch-icon.png"))).toBe("180x180");
});

test.each(["public/icon.svg", "src/cards/back.svg"])("the mark on %s is the room’s own", (path) => {
  const paths = [
    ...read(path)
      .toString()
      .matchAll(/ d="([^"]+)"/g),
  ].map(([, drawn]) => drawn);
  expect(paths).toContain(MARK);
  expect(paths).toContain(MARK_PIP);
});
