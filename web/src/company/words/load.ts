// The words of what is around tables, one language at a time.
import type { Language } from "../../protocol.ts";
import type { CompanyWords } from "./words.ts";

const dictionaries: { [L in Language]: () => Promise<{ words: CompanyWords }> } = {
  ru: () => import("./ru.ts"),
  en: () => import("./en.ts"),
};

export const loadWords = async (language: Language): Promise<CompanyWords> => (await dictionaries[language]()).words;
