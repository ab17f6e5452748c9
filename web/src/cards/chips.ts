// How a pile of chips follows its amount.

/** The piles that are drawn in `piles.svg` (and shown as `piles.webp`), from one chip to seven. */
export const PILES = 7;

/** How many chips a pile shows: one more for each two and a half times the amount, from the smallest stake on. */
export function pileHeight(amount: number, unit: number): number {
  if (amount <= 0) return 0;
  const times = Math.max(1, amount / Math.max(1, unit));
  return Math.min(PILES, 1 + Math.floor(Math.log(times) / Math.log(2.5) + 1e-9));
}
