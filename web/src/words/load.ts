// The frame's words, one language at a time: each is fetched when somebody reads it.
import type { Language } from "../protocol.ts";
import type { Words } from "./words.ts";

const dictionaries: { [L in Language]: () => Promise<{ words: Words }> } = {
  ru: () => import("./ru.ts"),
  en: () => import("./en.ts"),
};

export const loadWords = async (language: Language): Promise<Words> => (await dictionaries[language]()).words;
