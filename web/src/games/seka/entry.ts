// What the lobby says of Seka, and how the rest of it is fetched.
import type { GameEntry } from "../game.ts";

const stakes = ({ base, maxStake }: { base: number; maxStake: number }, money: (amount: number) => string) =>
  `${money(base)} / ${money(maxStake)}`;

export const seka: GameEntry<"seka"> = {
  lobby: {
    ru: { name: () => "Сека со сварой", stakesAre: "Ставка / максимум", stakes },
    en: { name: () => "Seka with svara", stakesAre: "Base / maximum", stakes },
  },
  load: () => import("./index.ts"),
  words: { ru: () => import("./words/ru.ts"), en: () => import("./words/en.ts") },
};
