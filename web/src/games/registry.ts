// The games this page knows: one line each. The room may know more; those are shown in the lobby, and cannot be opened.
import type { GameInfo, Language, TableInfo } from "../protocol.ts";
import type { Money } from "../words/words.ts";
import type { GameEntry, GameName, LoadedGame } from "./game.ts";
import { durak } from "./durak/entry.ts";
import { holdem } from "./holdem/entry.ts";
import { seka } from "./seka/entry.ts";

const registry: { readonly [G in GameName]?: GameEntry<G> } = {
  holdem,
  seka,
  durak,
};

/** Games whose kinds are not told apart in a list of hands. */
const SHORT: { [G in "seka" | "durak"]: { [L in Language]: string } } = {
  seka: { ru: "Сека", en: "Seka" },
  durak: { ru: "Дурак", en: "Durak" },
};

function entryOf(name: string): GameEntry | undefined {
  // Each game's own functions take its own arm of the unions, and are only ever given that.
  return Object.hasOwn(registry, name) ? (registry[name as GameName] as unknown as GameEntry) : undefined;
}

export const isKnown = ({ game }: GameInfo): boolean => entryOf(game) !== undefined;

export type LobbyLine = { name: string; stakesAre: string; stakes: string };

/** What the lobby says of a table's game; nothing when this page does not know it. */
export function lobbyLine({ game }: TableInfo, language: Language, money: Money): LobbyLine | null {
  const text = entryOf(game.game)?.lobby[language];
  return text ? { name: text.name(game), stakesAre: text.stakesAre, stakes: text.stakes(game, money) } : null;
}

/** What a game is called in lists of hands: `holdem/NT`, `seka`. */
export function gameName(name: string, language: Language): string {
  const [game = "", variant = ""] = name.split("/");
  if (game === "holdem") return holdem.lobby[language].name({ game, variant, holeCards: 0, smallBlind: 0, bigBlind: 0 });
  return game === "seka" ? SHORT.seka[language] : game === "durak" ? SHORT.durak[language] : name;
}

/** Fetches a game with its words; nothing when this page does not know it. */
export async function loadGame(name: string, language: Language): Promise<LoadedGame | null> {
  const entry = entryOf(name);
  if (!entry) return null;
  const [{ game }, { words }] = await Promise.all([entry.load(), entry.words[language]()]);
  return { name, game, words };
}
