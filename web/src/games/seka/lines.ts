// What is told of a deal of Seka.
import type { Card, Chips, SekaMade } from "../../protocol.ts";
import type { Who } from "../../speak/lines.ts";

export type SekaLine =
  | ({ kind: "ready"; ready: boolean } & Who)
  /** `base`: what is to be paid; not known any more when somebody has raised since. */
  | { kind: "dealt"; dealer: string; base: Chips | null }
  | { kind: "round"; round: number }
  | { kind: "yourCards"; cards: Card[]; made: SekaMade | null }
  | ({ kind: "opened" | "checked" | "folded" | "sentOff" | "passed" | "waits" } & Who)
  | ({ kind: "called" | "dark"; pay: Chips; counts: Chips } & Who)
  | ({ kind: "raised"; to: Chips; pay: Chips; counts: Chips } & Who)
  | ({ kind: "revealed"; pay: Chips; target: Who } & Who)
  /** The other's hand, when the viewer was one of the two. */
  | ({ kind: "compared"; cards: Card[]; made: SekaMade } & Who)
  /** How it ended; nobody's is lower when the last two tied. */
  | { kind: "lower"; loser: Who | null }
  | ({ kind: "shown"; cards: Card[]; made: SekaMade } & Who)
  | { kind: "voteOpened"; names: string[]; pot: Chips }
  | ({ kind: "voted"; yes: boolean } & Who)
  | { kind: "voteClosed"; carried: boolean }
  | { kind: "entryOpened"; loser: Chips; waiting: Chips }
  | ({ kind: "entered"; pay: Chips } & Who)
  | { kind: "svara"; number: number; names: string[] }
  | { kind: "settled"; repaid: Chips; rake: Chips }
  | ({ kind: "won"; amount: Chips; made: SekaMade | null } & Who)
  /** `price`: of staying in; none where the person lacks it. */
  | { kind: "yourTurn"; price: Chips | null; may: "act" | "vote" | "enter" };
