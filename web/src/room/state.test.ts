import { describe, expect, test } from "vitest";
import type { Step, ToClient, ToServer } from "../protocol.ts";
import { hear, look, nothingYet, type RoomState, shown } from "./state.ts";
import { anna, info, snapshot, update, view, welcome } from "./testing.ts";

/** A page that has heard these messages and shown all they tell, and everything it said. */
function page(messages: ToClient[], from: RoomState = nothingYet): { state: RoomState; said: ToServer[]; steps: Step[] } {
  const said: ToServer[] = [];
  const steps: Step[] = [];
  let state = from;
  for (const message of messages) {
    const heard = hear(state, message, 1000);
    state = heard.steps.reduce(shown, heard.state);
    said.push(...heard.send);
    steps.push(...heard.steps);
  }
  return { state, said, steps };
}

const atGreen = look(page([welcome(anna)]).state, "green").state;
const at7 = page([snapshot("green", 7)], atGreen).state;
const step = (sequence: number, patch: Step["patch"] = {}): Step => ({ sequence, patch });

describe("a table is looked at", () => {
  test("from nothing, with a snapshot", () => {
    const looked = look(page([welcome(anna)]).state, "green");
    expect(looked.send).toEqual([{ type: "watch", table: "green" }]);
    const { state, said } = page([snapshot("green", 7)], looked.state);
    expect(said).toEqual([]);
    expect(state.seen).toMatchObject({ table: "green", info, sequence: 7 });
  });

  test("until another one is", () => {
    const looked = look(at7, "blue");
    expect(looked.send).toEqual([
      { type: "unwatch", table: "green" },
      { type: "watch", table: "blue" },
    ]);
    const late = page([update("green", 7, step(8)), snapshot("green", 9)], looked.state);
    expect(late.state.seen).toBeNull();
    expect(late.said).toEqual([]);
  });

  test("and looking at it again changes nothing", () => {
    expect(look(at7, "green")).toEqual({ state: at7, send: [], steps: [] });
  });
});

describe("an update", () => {
  test("that follows is taken, step by step", () => {
    const seats = { "2": { player: 5, name: "Boris", kind: "person", stack: 200, state: "playing", connected: true } };
    const first: Step = { sequence: 8, events: [{ kind: "sat", seat: 2, player: 5, name: "Boris", stack: 200 }], patch: { seats } };
    const second: Step = { sequence: 9, events: [{ kind: "satOut", seat: 2 }], patch: { seats: { "2": { state: "sittingOut" } } } };
    const heard = hear(at7, update("green", 7, first, second), 1000);
    expect(heard.steps).toEqual([first, second]);
    // What is heard is not yet what is shown.
    expect(heard.state.seen).toMatchObject({ sequence: 9, view: { seats: {} } });
    const one = shown(heard.state, first);
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
    expect(page([update("green", 7, step(8))], atGreen).said).toEqual([{ type: "watch", table: "green" }]);
  });

  test("can bring other settings", () => {
    const changed = { ...update("green", 7, step(8)), info: { ...info, mostBuyIn: 9000 } } as ToClient;
    expect(page([changed], at7).state.seen?.info.mostBuyIn).toBe(9000);
  });
});

describe("after a reconnection", () => {
  test("the page says what it has, and keeps what it shows until it hears more", () => {
    const { state, said } = page([welcome(anna)], at7);
    expect(said).toEqual([{ type: "lobby" }, { type: "watch", table: "green", have: 7 }]);
    expect(state.seen?.sequence).toBe(7);
  });

  test("the gap or a snapshot brings it up to date, and asks again if the new one has a gap too", () => {
    const whole: Step = { sequence: 12, events: [{ kind: "resumed" }], view: view({ hand: 4 }) };
    const gap = page([welcome(anna), update("green", 7, whole)], at7);
    expect(gap.state.seen).toMatchObject({ sequence: 12, view: { hand: 4 } });
    expect(gap.steps).toEqual([whole]);

    const all = page([welcome(anna), snapshot("green", 90, view({ hand: 9 }))], at7);
    expect(all.state.seen).toMatchObject({ sequence: 90, view: { hand: 9 } });

    const waiting = page([update("green", 9, step(10))], at7).state;
    expect(waiting.catchingUp).toBe(true);
    expect(page([welcome(anna)], waiting).state.catchingUp).toBe(false);
  });

  test("a session that has run out leaves nobody", () => {
    expect(page([welcome(null)], at7).state.you).toBeNull();
  });
});

test("where the person sits is known from the table, as soon as it says so", () => {
  const sat = page([update("green", 7, step(8, { own: { seat: 3 } }))], at7).state;
  expect(sat.you?.seatedAt).toEqual(["green"]);
  expect(page([update("green", 8, step(9))], sat).state.you).toBe(sat.you);
  expect(page([update("green", 8, step(9, { own: null }))], sat).state.you?.seatedAt).toEqual([]);
  expect(page([snapshot("green", 7)], look(nothingYet, "green").state).state.you).toBeUndefined();
});

test("the wallet is the guest's own", () => {
  expect(page([welcome(anna), { type: "wallet", chips: 42 }]).state.you?.wallet).toBe(42);
  expect(page([welcome(null), { type: "wallet", chips: 42 }]).state.you).toBeNull();
});

test("a fault stays until the room speaks again", () => {
  const fault = page([{ type: "error", fault: { code: "unknownTable", table: "green" } }], atGreen);
  expect(fault.state.fault?.code).toBe("unknownTable");
  expect(page([snapshot("green", 1)], fault.state).state.fault).toBeNull();
});

test("a message that this page does not know changes nothing", () => {
  const unknown = { type: "fireworks", colour: "red" } as unknown as ToClient;
  expect(hear(at7, unknown, 1000)).toEqual({ state: at7, send: [], steps: [] });
});
