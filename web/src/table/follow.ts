// What the page knows of one table: a fold over its messages, without socket, timer or screen. What is told is played
// step by step: the view is the one after the last step that was shown.
import { apply } from "../net/patch.ts";
import type { Step, TableInfo, TableView, ToClient, ToServer } from "../protocol.ts";

/** A table as far as it is known and shown. */
export type Seen = {
  info: TableInfo;
  /** The number of the last move that was heard of; what is shown may be behind. */
  sequence: number;
  /** The table as it is shown. */
  view: TableView;
};

export type Followed = {
  table: string;
  /** Nothing until the first snapshot. */
  seen: Seen | null;
  /** Something was missed and has been asked for. */
  catchingUp: boolean;
};

export type Snapshot = Extract<ToClient, { type: "snapshot" }>;
export type Update = Extract<ToClient, { type: "update" }>;

/** What is known after a message, what has to be said in return, and what is to be shown step by step. */
export type Heard = { followed: Followed; send: ToServer[]; steps: Step[] };

const just = (followed: Followed, send: ToServer[] = []): Heard => ({ followed, send, steps: [] });

/** A table nothing is known of yet. */
export const follow = (table: string): Followed => ({ table, seen: null, catchingUp: false });

/** What to say so that the table is told from here on. */
export function watch({ table, seen }: Followed): ToServer {
  return seen ? { type: "watch", table, have: seen.sequence } : { type: "watch", table };
}

/** The connection is a new one: what was asked for over the old one is asked for again. */
export const resume = (followed: Followed): Heard => just({ ...followed, catchingUp: false }, [watch(followed)]);

/** Takes in a message about this table. */
export function hear(followed: Followed, message: Snapshot | Update): Heard {
  if (message.type === "snapshot") {
    const { info, sequence, view } = message;
    return just({ ...followed, seen: { info, sequence, view }, catchingUp: false });
  }
  const { seen } = followed;
  const { steps } = message;
  const end = steps.at(-1)?.sequence ?? message.after;
  if (seen && message.after === seen.sequence) {
    const next: Seen = { ...seen, sequence: end, info: message.info ?? seen.info };
    return { followed: { ...followed, seen: next, catchingUp: false }, send: [], steps };
  }
  // Told already, perhaps twice around a reconnection: nothing new.
  if (seen && end <= seen.sequence) return just(followed);
  if (followed.catchingUp) return just(followed);
  return just({ ...followed, catchingUp: true }, [watch(followed)]);
}

/** The table with this step shown. */
export function shown(followed: Followed, step: Step): Followed {
  const { seen } = followed;
  if (!seen) return followed;
  const view = step.view ?? apply(seen.view, step.patch ?? {});
  return view === seen.view ? followed : { ...followed, seen: { ...seen, view } };
}
