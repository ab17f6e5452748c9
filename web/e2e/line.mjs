// A WebSocket of the test's own, for where playwright's pretended one would be measured along with the page. Text both ways,
// one frame a message, and nothing else of the protocol.
import { createHash } from "node:crypto";

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT = 0x81;

/** @typedef {{ send: (text: string) => void, onMessage: (hears: (text: string) => void) => void, close: () => void }} Line */

/** Calls back with every line that is opened to this server. @param {import("node:http").Server} server @param {(line: Line) => void} opened */
export function takeLines(server, opened) {
  server.on("upgrade", (request, socket) => {
    const key = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${GUID}`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
    );
    /** @type {(text: string) => void} */
    let hears = () => {};
    let rest = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (/** @type {Buffer} */ bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let frame = unwrap(rest); frame; frame = unwrap(rest)) {
        rest = rest.subarray(frame.length);
        if (frame.text !== null) hears(frame.text);
      }
    });
    opened({
      send: (text) => socket.write(wrap(text)),
      onMessage: (then) => (hears = then),
      close: () => void socket.destroy(),
    });
  });
}

/** @param {string} text */
function wrap(text) {
  const body = Buffer.from(text);
  const head = Buffer.alloc(body.length < 126 ? 2 : 4);
  head[0] = TEXT;
  head[1] = body.length < 126 ? body.length : 126;
  if (body.length >= 126) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** The first frame of these bytes, if all of it is there; what is no text is passed over. @param {Buffer} bytes */
function unwrap(bytes) {
  const short = (bytes[1] ?? 0) & 127;
  const from = short === 126 ? 8 : 6;
  if (bytes.length < from) return null;
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < from + size) return null;
  const mask = bytes.subarray(from - 4, from);
  const text = Buffer.from(bytes.subarray(from, from + size).map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  return { length: from + size, text: bytes[0] === TEXT ? text.toString() : null };
}
