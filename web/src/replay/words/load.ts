// The words of the history, one language at a time.
import type { Language } from "../../protocol.ts";
import type { ReplayWords } from "./words.ts";

const dictionaries: { [L in Language]: () => Promise<{ words: ReplayWords }> } = {
  ru: () => import("./ru.ts"),
  en: () => import("./en.ts"),
};

export const loadWords = async (language: Language): Promise<ReplayWords> => (await dictionaries[language]()).words;
