import { expect, test } from "vitest";
import { type Command, commandId, Outbox } from "./outbox.ts";

const fold = (command: string): Command => ({
  type: "act",
  table: "green",
  turn: 3,
  action: { game: "holdem", kind: "fold" },
  command,
});
const ACCEPTED = { outcome: "accepted", sequence: 9 } as const;
const BUSY = { outcome: "refused", reason: { code: "tryAgain" } } as const;

test("what has no answer is said again, in order and unchanged, and what has one is not", () => {
  const outbox = new Outbox();
  outbox.add(fold("a"));
  outbox.add(fold("b"));
  expect(outbox.unanswered()).toEqual([fold("a"), fold("b")]);
  expect(outbox.answered("a", ACCEPTED)).toEqual({ kind: "accepted", command: fold("a") });
  expect(outbox.unanswered()).toEqual([fold("b")]);
});

test("an answer counts once, and a stranger's not at all", () => {
  const outbox = new Outbox();
  outbox.add(fold("a"));
  expect(outbox.answered("x", ACCEPTED)).toBeNull();
  expect(outbox.answered("a", ACCEPTED)).not.toBeNull();
  expect(outbox.answered("a", ACCEPTED)).toBeNull();
});

test("an id is the same with and without hyphens", () => {
  const outbox = new Outbox();
  outbox.add(fold("0192f3a400007000800000000000002a"));
  expect(outbox.has("0192F3A4-0000-7000-8000-00000000002A")).toBe(true);
  expect(outbox.answered("0192f3a4-0000-7000-8000-00000000002a", ACCEPTED)?.kind).toBe("accepted");
  expect(outbox.unanswered()).toEqual([]);
});

test("a refusal comes back with its command", () => {
  const outbox = new Outbox();
  outbox.add(fold("a"));
  const reason = { code: "turnIsOver" } as const;
  expect(outbox.answered("a", { outcome: "refused", reason })).toEqual({ kind: "refused", command: fold("a"), reason });
});

test("a room that cannot write is asked again, but not for ever", () => {
  const outbox = new Outbox();
  outbox.add(fold("a"));
  const outcomes = Array.from({ length: 10 }, () => outbox.answered("a", BUSY)?.kind);
  expect(outcomes).toEqual([...Array(9).fill("again"), "refused"]);
  expect(outbox.has("a")).toBe(false);
});

test("no two ids are the same, and all are 32 hexadecimal digits", () => {
  const ids = Array.from({ length: 100 }, commandId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
