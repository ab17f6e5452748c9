// A step of a deal as typed lines. The room says what it was; nothing here knows a rule.
import type { TableView } from "../../protocol.ts";
import { type Told, whoAt } from "../../speak/lines.ts";
import type { EventOf } from "../game.ts";
import type { SekaLine } from "./lines.ts";
import { gameOf, ownOf, playerAt } from "./view.ts";

/** The lines of the event at this place. Whoever comes back hears of several at once, and the view is that of the last. */
function eventLines(event: EventOf<"seka">, told: Told, place: number): SekaLine[] {
  const { after } = told;
  switch (event.what) {
    case "ready":
      return [{ kind: "ready", ready: event.ready, ...whoAt(told, event.seat) }];
    case "dealt": {
      const later = told.events.slice(place + 1);
      const changed = later.some((event) => event.kind === "seka" && (event.what === "raised" || event.what === "dealt"));
      return [{ kind: "dealt", dealer: whoAt(told, event.dealer).name, base: changed ? null : (gameOf(after)?.stake ?? 0) }];
    }
    case "round":
      return [{ kind: "round", round: event.round }];
    case "opened":
      return [{ kind: "opened", ...whoAt(told, event.seat) }];
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
      const names = event.tied.map((seat) => whoAt(told, seat).name);
      return [{ kind: "voteOpened", names, pot: event.pot }];
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

/** The viewer's own cards, when they have just seen them: they looked, or a reveal has shown them. */
function cardLines({ before, after }: Told): SekaLine[] {
  const own = ownOf(after);
  if (own?.cards === undefined || ownOf(before)?.cards !== undefined) return [];
  // Shown to all of the table, they are named there.
  const seat = after.own?.seat;
  if (seat !== undefined && playerAt(after, seat)?.cards) return [];
  return [{ kind: "yourCards", cards: own.cards, made: own.made ?? null }];
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

/** What is asked of the viewer, and what it costs; nothing when it is not their turn. */
function asked(view: TableView): Extract<SekaLine, { kind: "yourTurn" }> | null {
  const offers = ownOf(view)?.offers ?? [];
  if (view.own?.turn === undefined || offers.length === 0) return null;
  if (offers.some(({ kind }) => kind === "vote")) return { kind: "yourTurn", price: null, may: "vote" };
  const enter = offers.find((offer) => offer.kind === "enter");
  if (enter) return { kind: "yourTurn", price: enter.pay, may: "enter" };
  const call = offers.find((offer) => offer.kind === "call");
  const free = offers.some(({ kind }) => kind === "check");
  return { kind: "yourTurn", price: free ? 0 : (call?.pay ?? null), may: "act" };
}

/** It has become the viewer's turn, or costs something else: whoever looked after playing dark pays in full. */
function turnLines({ before, after }: Told): SekaLine[] {
  const [was, is] = [asked(before), asked(after)];
  return is && (before.own?.turn !== after.own?.turn || was?.price !== is.price) ? [is] : [];
}

export function narrate(told: Told): SekaLine[] {
  const lines = told.events.flatMap((event, place) => (event.kind === "seka" ? eventLines(event, told, place) : []));
  const seen = lines.findIndex((line) => (line.kind === "opened" && line.you) || line.kind === "revealed") + 1 || lines.length;
  return [...lines.slice(0, seen), ...cardLines(told), ...lines.slice(seen), ...turnLines(told)];
}
