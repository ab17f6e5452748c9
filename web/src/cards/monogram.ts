// A monogram per player: two letters at most, a suit and a tone, always the same for the same player.
import type { PlayerId } from "../protocol.ts";
import { PIPS, type Suit } from "./deck.ts";

const SUITS: Suit[] = ["s", "h", "d", "c"];
/** So many tones, a turn of the colour wheel apart. */
const TONES = 12;

export type Monogram = { letters: string; suit: Suit; pip: string; hue: number };

export function monogram(player: PlayerId, name: string): Monogram {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  // Numbers of players are large and random, but those of bots may follow one another.
  const mixed = Math.abs(Math.imul(player % 2 ** 31, 0x9e3779b1) ^ Math.imul(Math.floor(player / 2 ** 31), 0x85ebca6b));
  const suit = SUITS[mixed % 4] ?? "s";
  return { letters: (first + last).toUpperCase(), suit, pip: PIPS[suit], hue: (Math.floor(mixed / 4) % TONES) * (360 / TONES) };
}
