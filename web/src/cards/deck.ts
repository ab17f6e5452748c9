// How ranks and suits are drawn.

export type Suit = "c" | "d" | "h" | "s";

/** The pips, each in a box of 24 by 24. */
export const PIPS: Record<Suit, string> = {
  h: "M12 22C5 15.800 1.500 12 1.500 7.600A5.300 5.300 0 0 1 12 5.300A5.300 5.300 0 0 1 22.500 7.600C22.500 12 19 15.800 12 22Z",
  d: "M12 1C14.200 5.200 17.200 9 20.500 12C17.200 15 14.200 18.800 12 23C9.800 18.800 6.800 15 3.500 12C6.800 9 9.800 5.200 12 1Z",
  s: "M12 1.500C16.500 7 22 10.200 22 15A4.700 4.700 0 0 1 13.300 17.600C13.500 20 14.500 21.500 16.200 22.500H7.800C9.500 21.500 10.500 20 10.700 17.600A4.700 4.700 0 0 1 2 15C2 10.200 7.500 7 12 1.500Z",
  c: "M12 1.500A4.800 4.800 0 0 1 15.900 9.100A4.800 4.800 0 1 1 13.300 17C13.500 19.800 14.500 21.500 16.200 22.500H7.800C9.500 21.500 10.500 19.800 10.700 17A4.800 4.800 0 1 1 8.100 9.100A4.800 4.800 0 0 1 12 1.500Z",
};

const RUSSIAN: Record<string, string> = { J: "В", Q: "Д", K: "К", A: "Т" };

/** What stands in the corner. Ten is the only index of two signs. */
export function indexOf(rank: string, russian: boolean): string {
  if (rank === "T") return "10";
  return (russian && RUSSIAN[rank]) || rank;
}

export function suitColour(suit: Suit, four: boolean): "ink" | "red" | "green" | "blue" {
  if (suit === "h") return "red";
  if (suit === "s") return "ink";
  if (!four) return suit === "d" ? "red" : "ink";
  return suit === "d" ? "blue" : "green";
}

/** A card is so much higher than wide. */
export const CARD_RATIO = 90 / 64;

/** The room's mark in a box of 40 by 40: a diamond with hollow sides, and the spade that stands in it. */
export const MARK =
  "M20 1.500C23.500 10.500 29.500 16.500 38.500 20C29.500 23.500 23.500 29.500 20 38.500C16.500 29.500 10.500 23.500 1.500 20C10.500 16.500 16.500 10.500 20 1.500Z";
export const MARK_PIP = PIPS.s;
