// The rule and the numbers of a reason, in the language of the page.
import type { TournamentReason } from "../protocol.ts";
import type { Money } from "../words/words.ts";
import type { TournamentWords } from "./words/words.ts";

export function reasonText(words: TournamentWords, reason: TournamentReason, money: Money): string {
  // A room that is newer than the page may know more rules.
  const text = words.reason[reason.rule] as ((said: TournamentReason, money: Money) => string) | undefined;
  return text ? text(reason, money) : "";
}
