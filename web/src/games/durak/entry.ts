// What the lobby says of Durak, and how the rest of it is fetched.
import type { DurakMode } from "../../protocol.ts";
import type { GameEntry, InfoOf } from "../game.ts";

const MODES: { ru: Record<DurakMode, string>; en: Record<DurakMode, string> } = {
  ru: {
    plain: "Подкидной",
    transfer: "Переводной",
    trafficLight: "Переводной, светофор",
    pairs: "Подкидной, пары",
    pairsTransfer: "Переводной, пары",
    pairsTrafficLight: "Светофор, пары",
  },
  en: {
    plain: "Throw-in durak",
    transfer: "Transfer durak",
    trafficLight: "Transfer, traffic light",
    pairs: "Throw-in, pairs",
    pairsTransfer: "Transfer, pairs",
    pairsTrafficLight: "Traffic light, pairs",
  },
};

type Info = InfoOf<"durak">;

export const durak: GameEntry<"durak"> = {
  lobby: {
    ru: {
      name: ({ mode, cards }: Info) => `${MODES.ru[mode]}, ${cards} ${cards === 36 ? "карт" : "карты"}`,
      stakesAre: "Ставка",
      stakes: ({ stake, points }, money) =>
        points === 0 ? `${money(stake)} за партию` : points === 1 ? money(stake) : `${money(stake)}, до ${points}`,
    },
    en: {
      name: ({ mode, cards }: Info) => `${MODES.en[mode]}, ${cards} cards`,
      stakesAre: "Stake",
      stakes: ({ stake, points }, money) =>
        points === 0 ? `${money(stake)} a party` : points === 1 ? money(stake) : `${money(stake)}, to ${points}`,
    },
  },
  load: () => import("./index.ts"),
  words: { ru: () => import("./words/ru.ts"), en: () => import("./words/en.ts") },
};
