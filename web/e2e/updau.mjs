// Somebody who speaks UpDAU over plain TCP, in JSON: opens a table and plays whatever is offered.
import { connect } from "node:net";

/** @typedef {{ [name: string]: unknown }} Fields */

/** One or several elements of a name. @param {unknown} value @returns {Fields[]} */
const each = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [/** @type {Fields} */ (value)]);

export class UpdauPlayer {
  #read = Buffer.alloc(0);
  #signs = 0;
  /** @type {Map<string, (response: Fields) => void>} */
  #waiting = new Map();
  #channel = "";
  /** What was told by actions: their names, in order. @type {string[]} */
  told = [];
  /** @type {Fields | null} */
  over = null;

  /** @param {import("node:net").Socket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on("data", (bytes) => this.#hear(bytes));
    socket.on("error", () => {});
  }

  /** Connects and signs in with a cookie. @param {number} port @param {string} cookie */
  static async enter(port, cookie) {
    const socket = connect(port, "127.0.0.1");
    await new Promise((done, failed) => socket.once("connect", done).once("error", failed));
    const player = new UpdauPlayer(socket);
    await player.ask("auth", { credentials: { type: { value: "demo" }, cookie: { value: cookie } } });
    const opened = await player.ask("open", {});
    player.#channel = String(opened["pub"]);
    return player;
  }

  /** Opens a table and takes the first place. @param {Fields} criteria */
  create(criteria) {
    return this.ask("create", { criteria });
  }

  /** Asks and waits for the answer. @param {string} cmd @param {Fields} content @returns {Promise<Fields>} */
  ask(cmd, content) {
    this.#signs += 1;
    const sign = String(this.#signs);
    const request = { cmd, sign, ...(this.#channel ? { pub: this.#channel } : {}), ...content };
    const document = Buffer.from(JSON.stringify({ request }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(document.length);
    this.socket.write(Buffer.concat([length, document]));
    return new Promise((done) => this.#waiting.set(sign, done));
  }

  leave() {
    this.socket.destroy();
  }

  /** @param {Buffer} bytes */
  #hear(bytes) {
    this.#read = Buffer.concat([this.#read, bytes]);
    while (this.#read.length >= 4 && this.#read.length >= 4 + this.#read.readUInt32BE()) {
      const end = 4 + this.#read.readUInt32BE();
      const { response, action } = JSON.parse(this.#read.subarray(4, end).toString());
      this.#read = this.#read.subarray(end);
      if (response) {
        this.#waiting.get(response.sign)?.(response);
        this.#waiting.delete(response.sign);
      }
      if (action) this.#told(action);
    }
  }

  /** @param {Fields} action */
  #told(action) {
    this.told.push(String(action["cmd"]));
    if (action["cmd"] === "gameover") this.over = action;
    const offered = /** @type {Fields | undefined} */ (action["availables"]);
    if (offered === undefined) return;
    const move = choose(each(offered["available"]));
    if (move) void this.ask("game", { game: move });
  }
}

/** The first that is offered of what a player would rather do. @param {Fields[]} offers */
function choose(offers) {
  const of = (/** @type {string} */ type) => {
    const offer = offers.find((one) => one["type"] === type);
    return offer && { first: String(offer["cards"] ?? "").split(",")[0] ?? "" };
  };
  if (of("READY")) return { cmd: "ready" };
  const attack = of("ATTACK");
  if (attack) return { cmd: "turn", turn: { action: "attack", card: attack.first.split("-")[1] } };
  const transfer = of("TRANS");
  if (transfer) return { cmd: "turn", turn: { action: "transfer", card: transfer.first } };
  const defend = of("DEFEND");
  if (defend) {
    const [attacked, by] = defend.first.split("-");
    return { cmd: "turn", turn: { action: "defend", attack_card: attacked, defend_card: by } };
  }
  if (of("FINISH")) return { cmd: "turn", turn: { action: "finish" } };
  if (of("TAKE")) return { cmd: "turn", turn: { action: "take" } };
  return null;
}
