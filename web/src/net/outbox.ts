// Commands that have no answer yet. After a reconnection they are said again under the same id, and
// act once all the same: that is what the id is for.
import type { Answer, CommandId, Refusal, ToServer } from "../protocol.ts";

/** A message that changes something, and so has an id. */
export type Command = Extract<ToServer, { command: CommandId }>;
export type CommandType = Command["type"];
/** One that is about a table. */
export type TableCommand = Extract<Command, { table: string }>;

/** How often a room that cannot write is asked again before the person hears of it. */
const PATIENCE = 10;

/** The room writes ids with hyphens, however they came: the digits alone tell them apart. */
const digits = (id: CommandId): string => id.replaceAll("-", "").toLowerCase();

type Waiting = { command: Command; tries: number };

/** What became of a command, as far as the person is concerned. */
export type Outcome =
  | { kind: "accepted"; command: Command; created?: string; opened?: { table: string; secret?: string }; asked?: boolean }
  | { kind: "refused"; command: Command; reason: Refusal }
  /** To be said again in a moment. */
  | { kind: "again"; command: Command };

export class Outbox {
  #waiting = new Map<string, Waiting>();

  add(command: Command): void {
    this.#waiting.set(digits(command.command), { command, tries: 1 });
  }

  /** Everything unanswered, the oldest first: to be said again on a new connection. */
  unanswered(): Command[] {
    return [...this.#waiting.values()].map(({ command }) => command);
  }

  has(id: CommandId): boolean {
    return this.#waiting.has(digits(id));
  }

  /** Takes in an answer; `null` when nobody waits for it. */
  answered(id: CommandId, answer: Answer): Outcome | null {
    const waiting = this.#waiting.get(digits(id));
    if (!waiting) return null;
    const { command } = waiting;
    if (answer.outcome === "refused" && answer.reason.code === "tryAgain" && waiting.tries < PATIENCE) {
      waiting.tries += 1;
      return { kind: "again", command };
    }
    this.#waiting.delete(digits(id));
    if (answer.outcome === "accepted") return { kind: "accepted", command };
    if (answer.outcome === "created") return { kind: "accepted", command, created: answer.tournament };
    if (answer.outcome === "opened") return { kind: "accepted", command, opened: answer };
    if (answer.outcome === "asked") return { kind: "accepted", command, asked: true };
    return { kind: "refused", command, reason: answer.reason };
  }

  forget(): void {
    this.#waiting.clear();
  }
}

/** 32 hexadecimal digits. `crypto.randomUUID` is missing on plain http outside localhost. */
export function commandId(): CommandId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
