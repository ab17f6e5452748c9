// The shape both dictionaries of the statistics have.
import type { Part } from "../figures.ts";

export type StatisticsWords = {
  title: string;
  back: string;
  loading: string;
  /** The room does not answer. */
  failed: string;
  again: string;
  yours: string;
  of: (name: string) => string;
  toYours: string;
  nobody: string;
  empty: string;
  emptyNext: string;
  emptyOf: (name: string) => string;
  hands: (hands: number) => string;
  /** In how many hands they did something. */
  part: { [W in Part["what"]]: string };
  /** The same more exactly, where that is needed. */
  exactly: { [W in Part["what"]]?: string };
  /** Won less lost. */
  net: string;
  perHundred: (net: string) => string;
  board: string;
  boardNext: string;
  boardEmpty: string;
  place: string;
  player: string;
  chips: string;
  you: string;
  /** A guest is on no list. */
  guest: string;
  signUp: string;
};
