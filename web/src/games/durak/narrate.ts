// A step of a party as typed lines. The room says what it was; nothing here knows a rule.
import type { Seat, TableView } from "../../protocol.ts";
import { type Told, whoAt } from "../../speak/lines.ts";
import type { EventOf } from "../game.ts";
import type { DurakLine, Named } from "./lines.ts";
import { gameOf, mayTurn, offersOf, ownOf } from "./view.ts";

const named = (told: Told, seat: Seat): Named => {
  const { name, you } = whoAt(told, seat);
  return { name, you };
};

/** The lines of the event at this place. Whoever comes back hears of several at once, and the view is that of the last. */
function eventLines(event: EventOf<"durak">, told: Told, place: number): DurakLine[] {
  switch (event.what) {
    case "began":
      return [{ kind: "began", party: event.party, stake: event.stake ?? 0 }];
    case "drew":
      // The first hands are no draw.
      return gameOf(told.before)?.round ? [{ kind: "drew", cards: event.cards, ...whoAt(told, event.seat) }] : [];
    case "round": {
      const line: DurakLine = {
        kind: "round",
        trump: event.trump ?? null,
        lowest: event.lowestTrump ?? null,
        defender: named(told, event.defender),
        ...whoAt(told, event.attacker),
      };
      const last = !told.events.slice(place + 1).some((later) => later.kind === "durak" && later.what === "round");
      const own = last ? (ownOf(told.after)?.cards ?? []) : [];
      return own.length > 0 ? [line, { kind: "yourCards", cards: own }] : [line];
    }
    case "led":
    case "threwIn":
    case "showed":
      return [{ kind: event.what, card: event.card, ...whoAt(told, event.seat) }];
    case "beat":
      return [{ kind: "beat", attack: event.attack, card: event.with, ...whoAt(told, event.seat) }];
    case "transferred":
      return [{ kind: "transferred", card: event.card, to: named(told, event.to), ...whoAt(told, event.seat) }];
    case "takes":
      return [{ kind: "takes", ...whoAt(told, event.seat) }];
    case "finished":
      return [{ kind: "finished", taking: event.taking === true, ...whoAt(told, event.seat) }];
    case "out":
    case "away":
    case "back":
      return [{ kind: event.what, ...whoAt(told, event.seat) }];
    case "roundOver":
      return event.takenBy === undefined
        ? [{ kind: "discarded", count: event.cards.length }]
        : [{ kind: "took", count: event.cards.length, ...whoAt(told, event.takenBy) }];
    case "partyOver": {
      const { outcome, gameWinners, paid } = event;
      const by = outcome.by === undefined ? null : named(told, outcome.by);
      const fools = outcome.fools.map((seat) => named(told, seat));
      const over: DurakLine[] = [{ kind: "partyOver", ending: outcome.ending, by, fools }];
      // A game of one party needs no second word for who won it.
      const several = (gameOf(told.after)?.party ?? 1) > 1;
      if (gameWinners && several) over.push({ kind: "gameOver", winners: gameWinners.map((seat) => named(told, seat)) });
      for (const [at, amount] of Object.entries(paid ?? {})) over.push({ kind: "paid", amount, ...whoAt(told, Number(at)) });
      return over;
    }
    case "said":
      return [{ kind: "said", word: event.word, ...whoAt(told, event.seat) }];
    default:
      return [];
  }
}

/** What is asked of the viewer; nothing when it is not their turn. */
function asked(view: TableView): Extract<DurakLine, { kind: "yourTurn" }> | null {
  if (view.own?.turn === undefined || !mayTurn(view)) return null;
  const { take, finish, transfer = [] } = offersOf(view);
  const { stage, piles = [] } = gameOf(view) ?? {};
  if (stage === "lead") return { kind: "yourTurn", what: "lead", cards: [] };
  if (stage === "shown") return { kind: "yourTurn", what: "transfer", cards: transfer };
  const open = piles.flatMap(({ attack, beatenBy }) => (beatenBy === undefined ? [attack] : []));
  if (take) return { kind: "yourTurn", what: "defend", cards: open };
  return { kind: "yourTurn", what: stage === "taking" ? "throwMore" : finish ? "throwIn" : "mayThrow", cards: [] };
}

/** It has become the viewer's turn, or something else is asked: one card more is to be beaten. */
function turnLines({ before, after }: Told): DurakLine[] {
  const [was, is] = [asked(before), asked(after)];
  const same = before.own?.turn === after.own?.turn && was?.what === is?.what && String(was?.cards) === String(is?.cards);
  return is && !same ? [is] : [];
}

export function narrate(told: Told): DurakLine[] {
  const lines = told.events.flatMap((event, place) => (event.kind === "durak" ? eventLines(event, told, place) : []));
  return [...lines, ...turnLines(told)];
}
