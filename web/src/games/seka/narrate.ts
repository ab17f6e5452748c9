// A step of a deal as typed lines. The room says what it was; nothing here knows a rule.
import { type Told, whoAt } from "../../speak/lines.ts";
import type { EventOf } from "../game.ts";
import type { SekaLine } from "./lines.ts";
import { gameOf, ownOf, playerAt } from "./view.ts";

/** The lines of one event. */
function eventLines(event: EventOf<"seka">, told: Told): SekaLine[] {
  const { after } = told;
  switch (event.what) {
    case "ready":
      return [{ kind: "ready", ready: event.ready, ...whoAt(told, event.seat) }];
    case "dealt":
      return [{ kind: "dealt", dealer: whoAt(told, event.dealer).name, base: gameOf(after)?.stake ?? 0 }];
    case "round":
      return [{ kind: "round", round: event.round }];
    case "opened":
      return [{ kind: "opened", ...whoAt(told, event.seat) }, ...cardLines(told, event.seat)];
    case "checked":
    case "folded":
    case "sentOff":
    case "passed":
    case "waits":
      return [{ kind: event.what, ...whoAt(told, event.seat) }];
    case "called":
    case "dark":
      return [{ kind: event.what, pay: event.pay, counts: event.counts, ...whoAt(told, event.seat) }];
    case "raised":
      return [{ kind: "raised", to: event.to, pay: event.pay, counts: event.counts, ...whoAt(told, event.seat) }];
    case "revealed":
      return revealed(event, told);
    case "shown":
      return [{ kind: "shown", cards: event.cards, made: event.made, ...whoAt(told, event.seat) }];
    case "voteOpened": {
      const tied = event.tied.map((seat) => whoAt(told, seat));
      return [{ kind: "voteOpened", names: tied.map(({ name }) => name), you: tied.some(({ you }) => you), pot: event.pot }];
    }
    case "voted":
      return [{ kind: "voted", yes: event.yes, ...whoAt(told, event.seat) }];
    case "voteClosed":
      return [{ kind: "voteClosed", carried: event.carried }];
    case "entryOpened":
      return [{ kind: "entryOpened", ...event.prices }];
    case "entered":
      return [{ kind: "entered", pay: event.pay, ...whoAt(told, event.seat) }];
    case "svara":
      return [{ kind: "svara", number: event.number, names: event.players.map((seat) => whoAt(told, seat).name) }];
    case "settled": {
      const { repaid = 0, rake = 0 } = event.settlement;
      return repaid + rake > 0 ? [{ kind: "settled", repaid, rake }] : [];
    }
    case "won": {
      const made = playerAt(after, event.seat)?.made ?? null;
      return [{ kind: "won", amount: event.amount, made, ...whoAt(told, event.seat) }];
    }
    default:
      return [];
  }
}

/** The viewer's own cards, when they have just seen them. */
function cardLines({ before, after }: Told, seat: number): SekaLine[] {
  const own = ownOf(after);
  const seen = after.own?.seat === seat && own?.cards !== undefined && ownOf(before)?.cards === undefined;
  return seen ? [{ kind: "yourCards", cards: own.cards ?? [], made: own.made ?? null }] : [];
}

/** Who compares with whom, what the viewer saw of it, and how it ended: one line each. */
function revealed(event: Extract<EventOf<"seka">, { what: "revealed" }>, told: Told): SekaLine[] {
  const [by, target] = [whoAt(told, event.by), whoAt(told, event.target)];
  const loser = event.loser === undefined ? null : whoAt(told, event.loser);
  const other = by.you ? target : by;
  const seen = by.you || target.you ? ownOf(told.after)?.seen?.[other.seat] : undefined;
  return [
    { kind: "revealed", pay: event.pay, target, ...by },
    ...(seen ? [{ kind: "compared" as const, cards: seen.cards, made: seen.made, ...other }] : []),
    { kind: "lower", loser },
  ];
}

/** It has become the viewer's turn. */
function turnLines({ before, after }: Told): SekaLine[] {
  const turn = after.own?.turn;
  const offers = ownOf(after)?.offers ?? [];
  if (turn === undefined || turn === before.own?.turn || offers.length === 0) return [];
  // Who has just looked knows that it is their turn.
  if (ownOf(after)?.cards && !ownOf(before)?.cards && gameOf(before)?.toAct === after.own?.seat) return [];
  if (offers.some(({ kind }) => kind === "vote")) return [{ kind: "yourTurn", price: null, may: "vote" }];
  const enter = offers.find((offer) => offer.kind === "enter");
  if (enter) return [{ kind: "yourTurn", price: enter.pay, may: "enter" }];
  const call = offers.find((offer) => offer.kind === "call");
  return [{ kind: "yourTurn", price: call?.pay ?? null, may: "act" }];
}

export function narrate(told: Told): SekaLine[] {
  const lines = told.events.flatMap((event) => (event.kind === "seka" ? eventLines(event, told) : []));
  return [...lines, ...turnLines(told)];
}
