// What happened, as typed lines: the one source of what hangs at a seat, of the log and of what is read aloud. These are
// the frame's own; each game adds its own.
import type { Chips, LeftWhy, Seat, TableEvent, TableView } from "../protocol.ts";

/** Every line has a kind; most are about somebody. */
export type Line = { kind: string; seat?: Seat };

/** The lines of a kind. */
export type LineOf<L extends Line, K extends string> = L extends { kind: infer Own } ? (K extends Own ? L : never) : never;

/** What one step told: events between two views. */
export type Told = { events: readonly TableEvent[]; before: TableView; after: TableView };

/** Somebody at a seat, as they are called; `you` is the viewer. */
export type Who = { seat: Seat; name: string; you: boolean };

/** Who sits there, or sat there a moment ago. */
export function whoAt({ before, after }: Told, seat: Seat): Who {
  const name = after.seats[seat]?.name ?? before.seats[seat]?.name ?? "";
  const you = (after.own?.seat ?? before.own?.seat) === seat;
  return { seat, name, you };
}

/** The frame's lines. */
export type TableLine =
  | ({ kind: "sat"; amount: Chips } & Who)
  | ({ kind: "left"; why: LeftWhy } & Who)
  | ({ kind: "addedChips"; amount: Chips } & Who)
  | ({ kind: "moving" | "moved"; to: Seat } & Who)
  | ({ kind: "satOut" | "satIn" | "timedOut" | "lineLost" | "lineBack" | "leaving" } & Who)
  | { kind: "handStarted"; hand: number }
  | { kind: "heldUp" | "goesOn" | "resumed" };

export function tableLines(told: Told): TableLine[] {
  return told.events.flatMap((event): TableLine[] => {
    switch (event.kind) {
      case "sat":
        return [{ kind: "sat", amount: event.stack, ...whoAt(told, event.seat), name: event.name }];
      case "left":
        return [{ kind: "left", why: event.why, ...whoAt(told, event.seat) }];
      case "addedChips":
        return [{ kind: "addedChips", amount: event.amount, ...whoAt(told, event.seat) }];
      case "moving":
        return [{ kind: "moving", to: event.to, ...whoAt(told, event.seat) }];
      case "moved":
        // Whoever moved is at their new seat by now; the old one may be somebody else's.
        return [{ kind: "moved", to: event.to, ...whoAt(told, event.to), seat: event.seat }];
      case "satOut":
      case "satIn":
      case "timedOut":
      case "lineLost":
      case "lineBack":
      case "leaving":
        return [{ kind: event.kind, ...whoAt(told, event.seat) }];
      case "handStarted":
        return [{ kind: "handStarted", hand: event.hand }];
      case "heldUp":
      case "goesOn":
      case "resumed":
        return [{ kind: event.kind }];
      default:
        return [];
    }
  });
}

/** A line that was told: the frame's, or the game's. */
export type Spoken = { id: number } & ({ of: "table"; line: TableLine } | { of: "game"; line: Line });

/** The game's lines of the deal that is played, or was played last, as far as it was heard. */
export function toldOfDeal(log: readonly Spoken[]): Line[] {
  const first = log.findLastIndex(({ line }) => line.kind === "handStarted");
  return log.slice(first + 1).flatMap((spoken) => (spoken.of === "game" ? [spoken.line] : []));
}
