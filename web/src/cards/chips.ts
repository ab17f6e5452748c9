// How a pile of chips follows its amount.

/** How many chips a pile shows: one more for each two and a half times the amount, from the smallest stake on. */
export function pileHeight(amount: number, unit: number): number {
  if (amount <= 0) return 0;
  const times = Math.max(1, amount / Math.max(1, unit));
  return Math.min(7, 1 + Math.floor(Math.log(times) / Math.log(2.5) + 1e-9));
}

const TONES = ["paper", "green", "blue", "red", "ink"] as const;
export type Tone = (typeof TONES)[number];

/** The colours of a pile from the bottom up: the large ones below. */
export function pileTones(amount: number, unit: number): Tone[] {
  const height = pileHeight(amount, unit);
  return Array.from(
    { length: height },
    (_, index) => TONES[Math.max(0, Math.min(TONES.length - 1, height - 2 - index))] ?? "paper",
  );
}
