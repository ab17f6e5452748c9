// What the lobby says of Hold'em and its kin, and how the rest of it is fetched.
import type { GameEntry, InfoOf } from "../game.ts";

const blinds = ({ smallBlind, bigBlind }: { smallBlind: number; bigBlind: number }, money: (amount: number) => string) =>
  `${money(smallBlind)} / ${money(bigBlind)}`;

/** By the codes of the PHH standard, in Russian and in English. */
const NAMES: Record<string, readonly [ru: string, en: string]> = {
  NT: ["Техасский холдем, безлимит", "Texas Hold’em, no limit"],
  PT: ["Техасский холдем, пот-лимит", "Texas Hold’em, pot limit"],
  FT: ["Техасский холдем, лимит", "Texas Hold’em, fixed limit"],
  NS: ["Холдем на короткой колоде, безлимит", "Short-deck Hold’em, no limit"],
  PO: ["Омаха, пот-лимит", "Omaha, pot limit"],
  "FO/8": ["Омаха хай-лоу, лимит", "Omaha eight or better, fixed limit"],
};

/** The game with what the table was made with. */
const named = ({ variant, options }: InfoOf<"holdem">, at: 0 | 1): string => {
  const names = [
    NAMES[variant]?.[at] ?? `${["Покер", "Poker"][at]}, ${variant}`,
    options?.straddle ? ["страддл", "straddle"][at] : "",
    options?.runItTwice ? ["доска дважды", "run it twice"][at] : "",
  ];
  return names.filter(Boolean).join(", ");
};

export const holdem: GameEntry<"holdem"> = {
  lobby: {
    ru: { name: (info) => named(info, 0), stakesAre: "Блайнды", stakes: blinds },
    en: { name: (info) => named(info, 1), stakesAre: "Blinds", stakes: blinds },
  },
  load: () => import("./index.ts"),
  words: { ru: () => import("./words/ru.ts"), en: () => import("./words/en.ts") },
};
