// How days and hours are written: as in the countries of the reader's language, and never the American way round.
import type { Language } from "../protocol.ts";

export const localeOf = (language: Language): string => (language === "ru" ? "ru-RU" : "en-GB");
