// Moments of a room, to be looked at without one. They are played by the room's own code, which says what a viewer is sent
// of them: crates/server/src/scenes.rs.
import durak from "./scenes/durak.json" with { type: "json" };
import holdem from "./scenes/holdem.json" with { type: "json" };
import seka from "./scenes/seka.json" with { type: "json" };
import tournament from "./scenes/tournament.json" with { type: "json" };

/** @typedef {import("../src/protocol.ts").TableView} TableView */
/** @typedef {import("../src/protocol.ts").TableInfo} TableInfo */
/** @typedef {import("../src/protocol.ts").TableEvent} TableEvent */
/** @typedef {import("../src/protocol.ts").Step} Step */

/** What the room says at once, and when. @typedef {{ now: number, steps: Omit<Step, "sequence">[] }} Update */

/** A tournament as somebody is sent it. @typedef {{ tournament: string, info: import("../src/protocol.ts").TournamentInfo, view: import("../src/protocol.ts").TournamentView }} Cup */

/**
 * `past`: what was told since the hand began; `events`: with the last move; `next`: what the room says then; `cup`: the
 * tournament whose table it is, and `viewer`: whom it knows the viewer as.
 * @typedef {{ info: TableInfo, view: TableView, past?: TableEvent[], events?: TableEvent[], next?: Update[], cup?: Cup, viewer?: number }} Scene
 */

/** What time it is in the room at every moment. */
export const NOW = 1_800_000_000_000;

const played = /** @type {Record<string, Scene>} */ (/** @type {unknown} */ ({ ...holdem, ...seka, ...durak, ...tournament }));

/** @param {string} name @returns {Scene} */
export function scene(name) {
  const found = scenes[name];
  if (!found) throw new Error(`there is no scene ${name}: see crates/server/src/scenes.rs`);
  return found;
}

/** The same moment with something else about the table. @param {string} name @param {Partial<TableInfo>} info */
const at = (name, info) =>
  Object.entries(played).flatMap(([key, was]) => (key === name ? [{ ...was, info: { ...was.info, ...info } }] : []));

/** @type {Record<string, Scene>} */
export const scenes = {
  ...played,
  // No table of the house counts in hundredths, and a currency may: its amounts are the widest there are.
  ...Object.fromEntries(at("nine", { scale: 2 }).map((nine) => ["nine", nine])),
};

/** A tournament, a while after its start. */
export const cup = /** @type {Cup} */ (scene("cup").cup);

/** A table of Hold'em for 10 and 20. */
export const { info } = scene("flop");
