// What the browser remembers between visits. A browser that forbids it forgets, and nothing else breaks.
import type { Language } from "../protocol.ts";

export type Theme = "auto" | "light" | "dark";

export type Settings = {
  language: Language;
  theme: Theme;
  /** Diamonds blue and clubs green. */
  fourColours: boolean;
  /** В Д К Т on the cards instead of J Q K A. */
  russianRanks: boolean;
  /** Four quiet sounds and a short vibration. */
  sounds: boolean;
  /** Things move from where they were to where they are. */
  motion: boolean;
  /** Stacks and bets in big blinds, where a game has blinds. */
  inBlinds: boolean;
  /** Cards a quarter larger, where there is room. */
  largeCards: boolean;
  /** Letters press the buttons. */
  keys: boolean;
  /** After a hand the stack is filled up to what was brought. */
  autoTopUp: boolean;
  /** What is left of a deal is shown quicker once one has folded. */
  quick: boolean;
  /** The screen stays on at a table. */
  keepAwake: boolean;
  /** The device says when it is one's turn and the page is out of sight. */
  notify: boolean;
  /** What happened stands at the side of the table, on a desk. */
  log: boolean;
};

/** The settings that are on or off, and what they are on a first visit. */
export const TICKS = {
  fourColours: false,
  russianRanks: false,
  sounds: true,
  motion: true,
  inBlinds: false,
  largeCards: false,
  keys: true,
  autoTopUp: false,
  quick: true,
  keepAwake: true,
  notify: false,
  log: true,
} as const satisfies Partial<{ [T in keyof Settings]: Settings[T] }>;
export type Tick = keyof typeof TICKS;

const TOKEN = "kozyr.token";
const SETTINGS = "kozyr.settings";

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse: this visit works all the same.
  }
}

/** Something that is kept as JSON; `read` makes of it what it should be, also of nothing. */
export function readKept<T>(key: string, read_: (kept: unknown) => T): T {
  try {
    return read_(JSON.parse(read(`kozyr.${key}`) ?? "null"));
  } catch {
    return read_(null);
  }
}

export const writeKept = (key: string, value: unknown): void => write(`kozyr.${key}`, JSON.stringify(value));

export const readToken = (): string | null => read(TOKEN);
export const writeToken = (token: string | null): void => write(TOKEN, token);
export const writeSettings = (settings: Settings): void => write(SETTINGS, JSON.stringify(settings));

/** The first of the browser's languages that the room speaks. */
export function preferredLanguage(languages: readonly string[]): Language {
  for (const tag of languages) {
    const language = tag.toLowerCase().split("-")[0];
    if (language === "ru" || language === "en") return language;
  }
  return "en";
}

/** The kept settings; anything unreadable in them is as on a first visit. */
export function readSettings(languages: readonly string[], kept = read(SETTINGS)): Settings {
  const settings: Settings = {
    language: preferredLanguage(languages),
    theme: "auto",
    ...TICKS,
  };
  try {
    const said: unknown = JSON.parse(kept ?? "null");
    if (typeof said !== "object" || said === null) return settings;
    const { language, theme, ...ticks } = said as Record<string, unknown>;
    if (language === "ru" || language === "en") settings.language = language;
    if (theme === "auto" || theme === "light" || theme === "dark") settings.theme = theme;
    for (const tick of Object.keys(TICKS) as Tick[]) {
      const ticked = ticks[tick];
      if (typeof ticked === "boolean") settings[tick] = ticked;
    }
  } catch {
    // As on a first visit.
  }
  return settings;
}
