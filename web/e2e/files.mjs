// The built page without a room: for scenes, which bring their own.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** Serves `web/dist` on a free port. */
export async function serveFiles() {
  const files = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const file = join(dist, extname(path) === "" ? "/index.html" : path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("Content-Type", TYPES[extname(file)] ?? "text/plain");
    createReadStream(file).pipe(response);
  }).listen(0, "127.0.0.1");
  await new Promise((done) => files.once("listening", done));
  const address = files.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => files.close() };
}
