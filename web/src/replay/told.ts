// What was told of a hand, frame by frame: the same sentences that were heard at the table.
import type { Game } from "../games/game.ts";
import { type Spoken, tableLines, type Told } from "../speak/lines.ts";
import type { Frame } from "./frames.ts";

/** The lines of each frame; the first has none. */
export function toldOf(frames: readonly Frame[], game: Pick<Game, "narrate">): Spoken[][] {
  let id = 0;
  return frames.map(({ step, followed }, place) => {
    const [before, after] = [frames[place - 1]?.followed.seen?.view, followed.seen?.view];
    if (!step || !before || !after) return [];
    const told: Told = { events: step.events ?? [], before, after };
    return [
      ...tableLines(told).map((line): Spoken => ({ id: (id += 1), of: "table", line })),
      ...game.narrate(told).map((line): Spoken => ({ id: (id += 1), of: "game", line })),
    ];
  });
}
