// The table of points: what the room counts, each line with an example. The page adds nothing but the examples.
import type { Card, SekaHand, SekaInfo } from "../../protocol.ts";

export type Row = { points: number; hand: SekaHand; cards: Card[] };

/** Two cards, or three; the joker completes those that have it. */
const EXAMPLES: { [H in Exclude<SekaHand, "three">]: { joker: boolean; cards: Card[] } } = {
  jokerAceSuit: { joker: true, cards: ["Ah", "Kh"] },
  suitWithAce: { joker: false, cards: ["Ah", "Kh", "Qh"] },
  jokerSuit: { joker: true, cards: ["Kh", "Qh"] },
  suit: { joker: false, cards: ["Kh", "Qh", "Jh"] },
  twoAces: { joker: false, cards: ["Ah", "As", "Kd"] },
  jokerAce: { joker: true, cards: ["Ah", "Kd"] },
  pairWithAce: { joker: false, cards: ["Ah", "Kh", "Qd"] },
  joker: { joker: true, cards: ["Kh", "Qd"] },
  pair: { joker: false, cards: ["Kh", "Qh", "Jd"] },
  ace: { joker: false, cards: ["Ah", "Kd", "Qs"] },
  nothing: { joker: false, cards: ["Kh", "Qd", "Js"] },
};

/** Every line of the table, the highest first; those with a joker only where there is one. */
export function rows({ points, joker }: Pick<SekaInfo, "points" | "joker">): Row[] {
  const threes = points.three.map(({ rank, points }): Row => ({
    points,
    hand: "three",
    cards: [..."hds"].map((suit) => `${rank}${suit}`),
  }));
  const others = (Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[]).flatMap((hand): Row[] => {
    const example = EXAMPLES[hand];
    if (example.joker && !joker) return [];
    return [{ points: points[hand], hand, cards: example.joker && joker ? [joker, ...example.cards] : example.cards }];
  });
  return [...threes, ...others].sort((a, b) => b.points - a.points);
}
