// The words of tournaments, one language at a time.
import type { Language } from "../../protocol.ts";
import type { TournamentWords } from "./words.ts";

const dictionaries: { [L in Language]: () => Promise<{ words: TournamentWords }> } = {
  ru: () => import("./ru.ts"),
  en: () => import("./en.ts"),
};

export const loadWords = async (language: Language): Promise<TournamentWords> => (await dictionaries[language]()).words;
