// Cards as words.
import type { Card } from "../protocol.ts";
import type { Words } from "./words.ts";

export function cardText({ card }: Words, text: Card): string {
  const [rank = "", suit = ""] = text;
  return card.name(card.ranks[rank] ?? rank, card.suits[suit] ?? suit);
}

export const cardsText = (words: Words, cards: readonly Card[]): string => cards.map((card) => cardText(words, card)).join(", ");
