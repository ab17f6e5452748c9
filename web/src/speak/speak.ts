// From typed lines to words and sentences, in whichever language is read now.
import type { LoadedGame, Speech } from "../games/game.ts";
import type { Money, Words } from "../words/words.ts";
import type { Spoken, TableLine } from "./lines.ts";

export type Speaker = { loaded: LoadedGame | null; room: Words; money: Money; worth: Money };

/** What a game's own functions are given. */
export const speechOf = ({ loaded, room, money, worth }: Speaker): Speech => ({ words: loaded?.words, room, money, worth });

function tableSentence(line: TableLine, { room, money }: Speaker): string {
  // Each kind has a function of its own lines; TypeScript cannot follow the pairing.
  const text = room.told[line.kind] as (said: TableLine, money: Money) => string;
  return text(line, money);
}

/** A line as a whole sentence. */
export function sentence(spoken: Spoken, speaker: Speaker): string {
  if (spoken.of === "table") return tableSentence(spoken.line, speaker);
  return speaker.loaded?.game.sentence(spoken.line, speechOf(speaker)) ?? "";
}

/** A line as a word at its seat; empty when it has none. */
export function short(spoken: Spoken, speaker: Speaker): string {
  if (spoken.of === "table") return spoken.line.kind === "timedOut" ? speaker.room.table.timedOut : "";
  return speaker.loaded?.game.short(spoken.line, speechOf(speaker)) ?? "";
}
