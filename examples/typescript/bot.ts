// A guest who sits down at a Hold'em table of a Kozyr room, plays some hands and gets up again.
//
//     npm ci
//     npx tsx bot.ts ws://localhost:8080/ws holdem-1 5
//
// It knows no rules: the room says what it may do and what that costs (docs/room.md). It comes back over a new line; a command
// without an answer is sent again under the same id, and acts once. The types are those of the room's own page.
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import type { TableView, ToClient, ToServer } from "../../web/src/protocol.ts";

const [room = "ws://localhost:8080/ws", table = "holdem-1", wanted = "5"] = process.argv.slice(2);
/** Commands without an answer yet. */
const waiting = new Map<string, ToServer>();
let socket: WebSocket;
let token: string | undefined;
let view: TableView | undefined;
let sequence: number | undefined;
let acted: number | undefined;
let hands = 0;

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON Merge Patch (RFC 7396). */
function merge(tree: Tree, patch: Tree): Tree {
  for (const [key, value] of Object.entries(patch)) {
    const old = tree[key];
    if (value === null) delete tree[key];
    else tree[key] = isTree(value) ? merge(isTree(old) ? old : {}, value) : value;
  }
  return tree;
}

const send = (message: ToServer) => socket.send(JSON.stringify(message));

function command(message: ToServer & { command: string }) {
  waiting.set(message.command, message);
  send(message);
}

function hear(message: ToClient) {
  if (message.type === "welcome" && !message.you) send({ type: "guest", name: "TypeScript", language: "en" });
  else if (message.type === "welcome") {
    token = message.token ?? token;
    send({ type: "watch", table, ...(sequence === undefined ? {} : { have: sequence }) });
    waiting.forEach(send);
  } else if (message.type === "snapshot") [view, sequence] = [message.view, message.sequence];
  else if (message.type === "update" && message.after !== sequence) send({ type: "watch", table, have: sequence });
  else if (message.type === "update") {
    for (const step of message.steps) {
      view = step.view ?? (merge(view as unknown as Tree, (step.patch ?? {}) as Tree) as unknown as TableView);
      sequence = step.sequence;
      if (view.own?.seat !== undefined && step.events?.some(({ kind }) => kind === "handOver")) hands += 1;
    }
  } else if (message.type === "answer") {
    const asked = waiting.get(message.command);
    waiting.delete(message.command);
    if (asked?.type === "sit" && message.result.outcome === "refused") throw new Error(`no seat: ${message.result.reason.code}`);
  }
  if (view) decide(view);
}

function decide({ own, take }: TableView) {
  const enough = hands >= Number(wanted);
  if (own?.seat === undefined && enough) {
    console.log(`played ${hands} hands`);
    process.exit(0);
  }
  if (waiting.size > 0) return;
  const id = randomUUID();
  if (own?.seat === undefined) {
    const seat = take?.seats[0];
    if (seat !== undefined) command({ type: "sit", command: id, table, seat, buyIn: take?.chips?.usual ?? 0 });
  } else if (enough && own.chair?.leave) command({ type: "leave", command: id, table });
  else if (own.turn !== undefined && own.turn !== acted && own.game?.game === "holdem") {
    acted = own.turn;
    const cheap = own.game.offers?.some((offer) => offer.kind === "check" || (offer.kind === "call" && offer.price <= 10));
    const kind = cheap ? "checkOrCall" : own.game.timeout === "show" || own.game.timeout === "muck" ? own.game.timeout : "fold";
    command({ type: "act", command: id, table, turn: own.turn, action: { game: "holdem", kind } });
  }
}

function connect() {
  socket = new WebSocket(room);
  socket.on("open", () => send({ type: "hello", protocol: 3, language: "en", ...(token === undefined ? {} : { token }) }));
  socket.on("message", (text: Buffer) => hear(JSON.parse(text.toString()) as ToClient));
  socket.on("error", () => {});
  socket.on("close", () => setTimeout(connect, 1000));
}
connect();
