// The shape both dictionaries of the history and the replayer have.
import type { HandNotation } from "../../protocol.ts";

export type ReplayWords = {
  title: string;
  back: string;
  toHands: string;
  toTable: string;
  loading: string;
  /** The room does not answer. */
  failed: string;
  again: string;
  /** Nobody is there whose hands these could be. */
  nobody: string;
  empty: string;
  emptyNext: string;
  /** There is no such hand, or it is another's. */
  missing: string;
  more: string;
  allTables: string;
  table: string;
  since: string;
  until: string;
  hand: (hand: number) => string;
  with: (names: string) => string;
  downloadAll: string;
  /** What all hands come to. */
  hands: (hands: number) => string;
  voluntary: string;
  raised: string;
  won: string;
  showdown: string;
  result: string;
  seenBy: (name: string) => string;
  first: string;
  previous: string;
  play: string;
  pause: string;
  next: string;
  last: string;
  step: (step: number, steps: number) => string;
  moves: string;
  chances: string;
  keys: string;
  /** What opens the files and the link. */
  keep: string;
  download: string;
  share: string;
  /** What a link gives away, before it is made. */
  shareWhat: string;
  link: string;
  notation: { [N in HandNotation]: string };
};
