// The words of the statistics, one language at a time.
import type { Language } from "../../protocol.ts";
import type { StatisticsWords } from "./words.ts";

const dictionaries: { [L in Language]: () => Promise<{ words: StatisticsWords }> } = {
  ru: () => import("./ru.ts"),
  en: () => import("./en.ts"),
};

export const loadWords = async (language: Language): Promise<StatisticsWords> => (await dictionaries[language]()).words;
