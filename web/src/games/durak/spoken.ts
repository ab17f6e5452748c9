// The table and the deck in words, for those who listen.
import { cardText } from "../../words/cards.ts";
import type { Words } from "../../words/words.ts";
import type { DurakGame } from "./view.ts";
import type { DurakWords } from "./words/words.ts";

export function tableText({ piles }: DurakGame, words: DurakWords, room: Words): string {
  if (piles.length === 0) return words.tableEmpty;
  const said = piles.map(({ attack, beatenBy }) => {
    const card = cardText(room, attack);
    return beatenBy ? words.beaten(card, cardText(room, beatenBy)) : words.unbeaten(card);
  });
  return words.onTable(said.join("; "));
}

export const deckText = ({ deck, trump, discarded }: DurakGame, words: DurakWords, room: Words): string =>
  words.deckText(deck, trump ? cardText(room, trump) : "", discarded);
