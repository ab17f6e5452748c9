// What is told of a party of Durak.
import type { Card, Chips, DurakEnding, DurakWord } from "../../protocol.ts";
import type { Who } from "../../speak/lines.ts";

/** Somebody who is only spoken of. */
export type Named = { name: string; you: boolean };

export type DurakLine =
  | { kind: "began"; party: number; stake: Chips }
  | { kind: "yourCards"; cards: Card[] }
  | ({ kind: "round"; trump: Card | null; lowest: Card | null; defender: Named } & Who)
  | ({ kind: "drew"; cards: number } & Who)
  | ({ kind: "led" | "threwIn" | "showed"; card: Card } & Who)
  | ({ kind: "beat"; attack: Card; card: Card } & Who)
  | ({ kind: "transferred"; card: Card; to: Named } & Who)
  | ({ kind: "takes" } & Who)
  | ({ kind: "finished"; taking: boolean } & Who)
  | ({ kind: "out" | "away" | "back" } & Who)
  | ({ kind: "took"; count: number } & Who)
  | { kind: "discarded"; count: number }
  | { kind: "partyOver"; ending: DurakEnding; by: Named | null; fools: Named[] }
  | { kind: "gameOver"; winners: Named[] }
  | ({ kind: "paid"; amount: Chips } & Who)
  | ({ kind: "said"; word: DurakWord } & Who)
  /** `cards`: what is to be beaten, or the card that was shown. `throwMore`: to somebody who takes; `mayThrow`: while somebody defends. */
  | { kind: "yourTurn"; what: "lead" | "defend" | "throwIn" | "throwMore" | "mayThrow" | "transfer"; cards: Card[] };
