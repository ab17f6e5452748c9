// The built page without a room, for scenes, which bring their own; or in front of one that has an older page in it.
import { createReadStream, existsSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { connect } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
function sendFile(request, response, folder = dist) {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const file = join(folder, extname(path) === "" ? "/index.html" : path);
  if (!existsSync(file)) return void response.writeHead(404).end();
  response.setHeader("Content-Type", TYPES[extname(file)] ?? "text/plain");
  // Packed for whoever takes it, as the room does.
  const packed = /gzip/.test(String(request.headers["accept-encoding"])) && existsSync(`${file}.gz`);
  if (packed) response.setHeader("Content-Encoding", "gzip");
  createReadStream(packed ? `${file}.gz` : file).pipe(response);
}

/** Serves `web/dist`, or another build, on a free port. */
export async function serveFiles(folder = dist) {
  const files = createServer((request, response) => sendFile(request, response, folder)).listen(0, "127.0.0.1");
  await new Promise((done) => files.once("listening", done));
  const address = files.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { server: files, origin: `http://127.0.0.1:${port}`, close: () => files.close() };
}

/** Serves `web/dist` in front of a room: what is no file goes through to it. @param {number} port @param {number} room */
export async function serveInFront(port, room) {
  const front = createServer((request, response) => {
    if (!/^\/(api|healthz|readyz|metrics)/.test(request.url ?? "")) return sendFile(request, response);
    const { method, url, headers } = request;
    const through = ask({ host: "127.0.0.1", port: room, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    through.on("error", () => response.destroy());
    request.pipe(through);
  });
  /** @type {Set<import("node:stream").Duplex>} */
  const lines = new Set();
  front.on("upgrade", (request, socket, head) => {
    const line = connect(room, "127.0.0.1", () => {
      const names = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      line.write(`${request.method} ${request.url} HTTP/1.1\r\n${names.join("\r\n")}\r\n\r\n`);
      line.write(head);
      socket.pipe(line).pipe(socket);
    });
    lines.add(socket);
    for (const end of [socket, line]) {
      end.on("error", () => {});
      end.on("close", () => {
        lines.delete(socket);
        socket.destroy();
        line.destroy();
      });
    }
  });
  front.listen(port, "127.0.0.1");
  await new Promise((done) => front.once("listening", done));
  return async () => {
    for (const socket of lines) socket.destroy();
    front.closeAllConnections();
    await new Promise((done) => front.close(done));
  };
}
