import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The font may be given on only together with its licence. */
function fontLicence(): Plugin {
  return {
    name: "font-licence",
    apply: "build",
    generateBundle() {
      const source = readFileSync("node_modules/@fontsource-variable/golos-text/LICENSE", "utf8");
      this.emitFile({ type: "asset", fileName: "assets/golos-text-licence.txt", source });
    },
  };
}

/** Beside every text that gets much smaller a packed one: the room sends that to whoever takes it. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync("dist", { recursive: true, encoding: "utf8" })) {
        const file = join("dist", name);
        if (!/\.(html|js|css|svg|txt)$/.test(name) || !statSync(file).isFile()) continue;
        const text = readFileSync(file);
        const small = gzipSync(text, { level: 9 });
        if (small.length < text.length * 0.9) writeFileSync(`${file}.gz`, small);
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), fontLicence(), packed()],
  // Every asset is a file of its own: the page needs no `data:` in a content security policy.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // `npm run dev` beside `kozyr serve`.
  server: { proxy: { "/ws": { target: "http://127.0.0.1:8080", ws: true }, "/api": "http://127.0.0.1:8080" } },
  // Tests of components say themselves that they want a document.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
  // The first to load a game compiles it; a busy machine takes its time for that.
  test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
