// The words of people, one language at a time.
import type { Language } from "../../protocol.ts";
import type { PeopleWords } from "./words.ts";

const dictionaries: { [L in Language]: () => Promise<{ words: PeopleWords }> } = {
  ru: () => import("./ru.ts"),
  en: () => import("./en.ts"),
};

export const loadWords = async (language: Language): Promise<PeopleWords> => (await dictionaries[language]()).words;
