import { readFileSync } from "node:fs";
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

export default defineConfig({
  plugins: [svelte(), fontLicence()],
  // Every asset is a file of its own: the page needs no `data:` in a content security policy.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // `npm run dev` beside `kozyr serve`.
  server: { proxy: { "/ws": { target: "http://127.0.0.1:8080", ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
