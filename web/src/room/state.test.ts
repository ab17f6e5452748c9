import { describe, expect, test } from "vitest";
import type { ToClient, ToServer } from "../protocol.ts";
import { hear, look, nothingYet, type RoomState } from "./state.ts";
import { anna, info, snapshot, update, view, welcome } from "./testing.ts";

/** A page that has heard these messages, and everything it said. */
function page(messages: ToClient[], from: RoomState = nothingYet): { state: RoomState; said: ToServer[] } {
  const said: ToServer[] = [];
  let state = from;
  for (const message of messages) {
    const heard = hear(state, message, 1000);
    state = heard.state;
    said.push(...heard.send);
  }
  return { state, said };
}

const atGreen = look(page([welcome(anna)]).state, "green").state;

describe("a table is looked at", () => {
  test("from nothing, with a snapshot", () => {
    const looked = look(page([welcome(anna)]).state, "green");
    expect(looked.send).toEqual([{ type: "watch", table: "green", have: null }]);
    const { state, said } = page([snapshot("green", view(7))], looked.state);
    expect(said).toEqual([]);
    expect(state.seen).toMatchObject({ table: "green", info, view: { sequence: 7 }, events: [], heardAtMs: 1000 });
  });

  test("until another one is", () => {
    const { state } = page([snapshot("green", view(7))], atGreen);
    const looked = look(state, "blue");
    expect(looked.send).toEqual([
      { type: "unwatch", table: "green" },
      { type: "watch", table: "blue", have: null },
    ]);
    const late = page([update("green", 7, view(8)), snapshot("green", view(9))], looked.state);
    expect(late.state.seen).toBeNull();
    expect(late.said).toEqual([]);
  });

  test("and looking at it again changes nothing", () => {
    const { state } = page([snapshot("green", view(7))], atGreen);
    expect(look(state, "green")).toEqual({ state, send: [] });
  });
});

describe("an update", () => {
  const { state: at7 } = page([snapshot("green", view(7))], atGreen);

  test("that follows is taken, with what happened", () => {
    const { state, said } = page([update("green", 7, view(9), { kind: "satOut", seat: 2 })], at7);
    expect(said).toEqual([]);
    expect(state.seen?.view.sequence).toBe(9);
    expect(state.seen?.before?.sequence).toBe(7);
    expect(state.seen?.events).toEqual([{ event: { kind: "satOut", seat: 2 }, sequence: 9 }]);
  });

  test("after a gap is not drawn: what was missed is asked for, once", () => {
    const { state, said } = page([update("green", 8, view(9)), update("green", 9, view(10))], at7);
    expect(said).toEqual([{ type: "watch", table: "green", have: 7 }]);
    expect(state.seen?.view.sequence).toBe(7);

    const { state: caught, said: more } = page([update("green", 7, view(10)), update("green", 10, view(11))], state);
    expect(more).toEqual([]);
    expect(caught.seen?.view.sequence).toBe(11);

    const { said: again } = page([update("green", 13, view(14))], caught);
    expect(again).toEqual([{ type: "watch", table: "green", have: 11 }]);
  });

  test("told twice is taken once", () => {
    const events = update("green", 7, view(8), { kind: "satIn", seat: 1 });
    const once = page([events], at7).state;
    const twice = page([events], once);
    expect(twice.state).toBe(once);
    expect(twice.said).toEqual([]);
  });

  test("of a table without a snapshot asks for one", () => {
    expect(page([update("green", 7, view(8))], atGreen).said).toEqual([{ type: "watch", table: "green", have: null }]);
  });

  test("with nothing new but the clocks is taken", () => {
    const { state } = page([update("green", 7, view(7, { turn: 5 }))], at7);
    expect(state.seen?.view.turn).toBe(5);
  });
});

describe("after a reconnection", () => {
  const { state: at7 } = page([snapshot("green", view(7))], atGreen);

  test("the page says what it has, and keeps what it shows until it hears more", () => {
    const { state, said } = page([welcome(anna)], at7);
    expect(said).toEqual([{ type: "lobby" }, { type: "watch", table: "green", have: 7 }]);
    expect(state.seen?.view.sequence).toBe(7);
  });

  test("the gap or a snapshot brings it up to date, and asks again if the new one has a gap too", () => {
    const gap = page([welcome(anna), update("green", 7, view(12), { kind: "resumed" })], at7);
    expect(gap.state.seen).toMatchObject({ view: { sequence: 12 }, events: [{ event: { kind: "resumed" } }] });

    const whole = page([welcome(anna), snapshot("green", view(90))], at7);
    expect(whole.state.seen).toMatchObject({ view: { sequence: 90 }, events: [], before: null });

    const waiting = page([update("green", 9, view(10))], at7).state;
    expect(waiting.catchingUp).toBe(true);
    expect(page([welcome(anna)], waiting).state.catchingUp).toBe(false);
  });

  test("a session that has run out leaves nobody", () => {
    expect(page([welcome(null)], at7).state.you).toBeNull();
  });
});

test("where the person sits is known from the table, as soon as it says so", () => {
  const sat = page([snapshot("green", view(7)), update("green", 7, view(8, { you: 3 }))], atGreen).state;
  expect(sat.you?.seatedAt).toEqual(["green"]);
  expect(page([update("green", 8, view(9, { you: 3 }))], sat).state.you).toBe(sat.you);
  expect(page([update("green", 8, view(9))], sat).state.you?.seatedAt).toEqual([]);
  expect(page([snapshot("green", view(7))], look(nothingYet, "green").state).state.you).toBeUndefined();
});

test("the wallet is the guest's own", () => {
  expect(page([welcome(anna), { type: "wallet", chips: 42 }]).state.you?.wallet).toBe(42);
  expect(page([welcome(null), { type: "wallet", chips: 42 }]).state.you).toBeNull();
});

test("a fault stays until the room speaks again", () => {
  const fault = page([{ type: "error", fault: { code: "unknownTable", table: "green" } }], atGreen);
  expect(fault.state.fault?.code).toBe("unknownTable");
  expect(page([snapshot("green", view(1))], fault.state).state.fault).toBeNull();
});
