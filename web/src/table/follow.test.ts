import { describe, expect, test } from "vitest";
import { info, snapshot, update, view } from "../net/testing.ts";
import type { Step, ToServer } from "../protocol.ts";
import { type Followed, follow, hear, resume, type Snapshot, shown, type Update, watch } from "./follow.ts";

/** A table that was told these messages and has shown all of them, and everything that was said in return. */
function page(
  messages: (Snapshot | Update)[],
  from: Followed = follow("green"),
): { state: Followed; said: ToServer[]; steps: Step[] } {
  const said: ToServer[] = [];
  const steps: Step[] = [];
  let state = from;
  for (const message of messages) {
    const heard = hear(state, message);
    state = heard.steps.reduce(shown, heard.followed);
    said.push(...heard.send);
    steps.push(...heard.steps);
  }
  return { state, said, steps };
}

const at7 = page([snapshot("green", 7)]).state;
const step = (sequence: number, patch: Step["patch"] = {}): Step => ({ sequence, patch });

test("a table is looked at from nothing, with a snapshot", () => {
  expect(watch(follow("green"))).toEqual({ type: "watch", table: "green" });
  const { state, said } = page([snapshot("green", 7)]);
  expect(said).toEqual([]);
  expect(state.seen).toMatchObject({ info, sequence: 7 });
});

describe("an update", () => {
  test("that follows is taken, step by step", () => {
    const seats = { "2": { player: 5, name: "Boris", kind: "person", stack: 200, state: "playing", connected: true } };
    const first: Step = {
      sequence: 8,
      events: [{ kind: "sat", seat: 2, player: 5, name: "Boris", stack: 200 }],
      patch: { seats },
    };
    const second: Step = {
      sequence: 9,
      events: [{ kind: "satOut", seat: 2 }],
      patch: { seats: { "2": { state: "sittingOut" } } },
    };
    const heard = hear(at7, update("green", 7, first, second));
    expect(heard.steps).toEqual([first, second]);
    // What is heard is not yet what is shown.
    expect(heard.followed.seen).toMatchObject({ sequence: 9, view: { seats: {} } });
    const one = shown(heard.followed, first);
    expect(one.seen?.view.seats["2"]?.state).toBe("playing");
    expect(shown(one, second).seen?.view.seats["2"]).toEqual({ ...seats["2"], state: "sittingOut" });
  });

  test("after a gap is not shown: what was missed is asked for, once", () => {
    const { state, said } = page([update("green", 8, step(9)), update("green", 9, step(10))], at7);
    expect(said).toEqual([{ type: "watch", table: "green", have: 7 }]);
    expect(state.seen?.sequence).toBe(7);

    const { state: caught, said: more } = page([update("green", 7, step(10)), update("green", 10, step(11))], state);
    expect(more).toEqual([]);
    expect(caught.seen?.sequence).toBe(11);

    const { said: again } = page([update("green", 13, step(14))], caught);
    expect(again).toEqual([{ type: "watch", table: "green", have: 11 }]);
  });

  test("told twice is taken once", () => {
    const told = update("green", 7, step(8, { hand: 3 }));
    const once = page([told], at7).state;
    const twice = page([told], once);
    expect(twice.state).toBe(once);
    expect([twice.said, twice.steps]).toEqual([[], []]);
  });

  test("of a table without a snapshot asks for one", () => {
    expect(page([update("green", 7, step(8))]).said).toEqual([{ type: "watch", table: "green" }]);
  });

  test("can bring other settings", () => {
    const changed = { ...update("green", 7, step(8)), info: { ...info, mostBuyIn: 9000 } };
    expect(page([changed], at7).state.seen?.info.mostBuyIn).toBe(9000);
  });
});

describe("after a reconnection", () => {
  test("the page says what it has, and keeps what it shows until it hears more", () => {
    const { followed, send } = resume(at7);
    expect(send).toEqual([{ type: "watch", table: "green", have: 7 }]);
    expect(followed.seen?.sequence).toBe(7);
  });

  test("the gap or a snapshot brings it up to date, and asks again if the new one has a gap too", () => {
    const whole: Step = { sequence: 12, events: [{ kind: "resumed" }], view: view({ hand: 4 }) };
    const gap = page([update("green", 7, whole)], resume(at7).followed);
    expect(gap.state.seen).toMatchObject({ sequence: 12, view: { hand: 4 } });
    expect(gap.steps).toEqual([whole]);

    const all = page([snapshot("green", 90, view({ hand: 9 }))], at7);
    expect(all.state.seen).toMatchObject({ sequence: 90, view: { hand: 9 } });

    const waiting = page([update("green", 9, step(10))], at7).state;
    expect(waiting.catchingUp).toBe(true);
    expect(resume(waiting).followed.catchingUp).toBe(false);
  });
});
