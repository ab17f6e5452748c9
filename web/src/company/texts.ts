// Texts that depend on what the room said.
import type { TableProblem } from "../protocol.ts";
import type { Money } from "../words/words.ts";
import type { CompanyWords } from "./words/words.ts";

/** Why a table cannot be run like this; also for a problem that this page does not know yet. */
export function problemText(words: CompanyWords, problem: TableProblem, money: Money): string {
  const text = (words.problem[problem.problem] ?? words.problem.game) as (said: TableProblem, money: Money) => string;
  return text(problem, money);
}
