import { beforeEach, expect, test, vi } from "vitest";
import type { Outcome } from "../net/outbox.ts";
import type { ToServer, TournamentForm, TournamentInfo } from "../protocol.ts";
import type { Route } from "../session/route.ts";
import type { Session } from "../session/session.svelte.ts";
import { Draft } from "./draft.svelte.ts";

const form: TournamentForm = {
  name: "Cup",
  startingChips: 1500,
  buyIn: 100,
  seats: 6,
  levels: [{ smallBlind: 10, bigBlind: 20, ante: 0, lengthMs: 60_000 }],
  bigBlindAnte: false,
  normalisePrizes: false,
  splitTies: false,
  prizes: { by: "preset", preset: "sitAndGo" },
};
const info: TournamentInfo = { form, starts: { when: "byHand" } };

let said: ToServer[] = [];
let went: Route[] = [];
const session = {
  settings: { language: "en" },
  state: { clock: { startedMs: 0, pace: 10 } },
  send: (message: ToServer) => void said.push(message),
  command: (wish: object) => {
    const command = { ...wish, command: "1" } as ToServer;
    said.push(command);
    return command;
  },
  go: (route: Route) => void went.push(route),
} as unknown as Session;

const accepted = (extra: object = {}) => ({ kind: "accepted", command: said.at(-1), ...extra }) as unknown as Outcome;
const refused = (reason: object) => ({ kind: "refused", command: said.at(-1), reason }) as unknown as Outcome;

beforeEach(() => {
  [said, went] = [[], []];
  vi.useFakeTimers();
});

test("a new tournament begins with a preset and is made", () => {
  const draft = new Draft(session);
  expect(said).toEqual([{ type: "tournamentPreset", preset: "turbo" }]);
  draft.hear({ type: "tournamentForm", form, problems: [] });
  draft.bots = 6;
  draft.create();
  expect(said.at(-1)).toMatchObject({ type: "createTournament", form, starts: { when: "byHand" }, bots: 6 });
  draft.answered(accepted({ created: "cup-1" }));
  expect(went).toEqual([{ screen: "tournament", tournament: "cup-1" }]);
});

test("what was asked for while there was no line is asked for again, and nothing that was typed is lost", () => {
  const draft = new Draft(session);
  draft.take("deep");
  draft.again();
  const deep = { type: "tournamentPreset", preset: "deep" };
  expect(said.slice(1)).toEqual([deep, deep]);
  draft.hear({ type: "tournamentForm", form, problems: [] });
  draft.change({ seats: 4 });
  draft.again();
  expect(said.at(-1)).toEqual({ type: "checkTournament", form: { ...form, seats: 4 } });
  expect(draft.form?.seats).toBe(4);
});

test("the form of a tournament nobody has entered is filled in as it is, changed, and ordered", () => {
  const draft = new Draft(session, "cup-7");
  expect(said, "no preset is asked for").toEqual([]);
  draft.begin(info);
  draft.put("guarantee", 5000);
  draft.change({ seats: 4 });
  // Another look at the tournament takes nothing away that was typed.
  draft.begin(info);
  vi.runAllTimers();
  const changed = { ...form, guarantee: 5000, seats: 4 };
  expect(said).toEqual([
    { type: "checkTournament", form },
    { type: "checkTournament", form: changed },
  ]);
  draft.create();
  expect(said.at(-1)).toMatchObject({ type: "direct", tournament: "cup-7", order: { order: "configure", form: changed } });
  draft.answered(accepted());
  expect(went).toEqual([{ screen: "tournament", tournament: "cup-7" }]);
});

test("what is wrong with it stays on the screen", () => {
  const draft = new Draft(session, "cup-7");
  draft.begin(info);
  draft.create();
  const problems = [{ row: { in: "field", name: "seats" }, fault: { fault: "missing" }, grave: true }];
  draft.answered(refused({ code: "badForm", problems }));
  expect(draft.problems).toEqual(problems);
  draft.answered(refused({ code: "tournament", why: { refused: "wrongStatus", status: "running" } }));
  expect(draft.refused).toMatchObject({ code: "tournament" });
  expect(went).toEqual([]);
});

test("a part that is left out is gone from the form", () => {
  const draft = new Draft(session, "cup-7");
  draft.begin({ ...info, form: { ...form, maxEntrants: 20 } });
  draft.put("maxEntrants", null);
  expect(draft.form).toEqual(form);
});

test("a time of the calendar becomes a moment of the room, whatever its pace", () => {
  const draft = new Draft(session);
  vi.setSystemTime(new Date("2030-01-01T20:00:00"));
  draft.starts = "at";
  expect(draft.start(), "no time was chosen").toEqual({ when: "byHand" });
  draft.at = "2030-01-01T20:30";
  const start = draft.start();
  const inMs = start.when === "at" ? start.at / 10 - performance.now() : NaN;
  expect(Math.round(inMs / 1000)).toBe(30 * 60);
});
