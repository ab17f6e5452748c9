// What the lobby says of Hold'em, and how the rest of it is fetched.
import type { GameEntry } from "../game.ts";

const blinds = ({ smallBlind, bigBlind }: { smallBlind: number; bigBlind: number }, money: (amount: number) => string) =>
  `${money(smallBlind)} / ${money(bigBlind)}`;

export const holdem: GameEntry<"holdem"> = {
  lobby: {
    ru: {
      name: ({ variant }) => (variant === "NT" ? "Техасский холдем, безлимит" : `Покер, ${variant}`),
      stakesAre: "Блайнды",
      stakes: blinds,
    },
    en: {
      name: ({ variant }) => (variant === "NT" ? "Texas Hold’em, no limit" : `Poker, ${variant}`),
      stakesAre: "Blinds",
      stakes: blinds,
    },
  },
  load: () => import("./index.ts"),
  words: { ru: () => import("./words/ru.ts"), en: () => import("./words/en.ts") },
};
