// A step of a hand as typed lines, and those as the word that hangs at a seat. The room says what it was; nothing here
// knows a rule.
import type { Chips, TableEvent, TableView } from "../../protocol.ts";
import { type Told, whoAt } from "../../speak/lines.ts";
import type { EventOf } from "../game.ts";
import type { Deed, HoldemLine } from "./lines.ts";
import { gameOf, ownOf, runOf } from "./view.ts";

const before = ({ own }: TableView): number => (own?.game?.game === "holdem" ? own.game.cards.length : 0);

/** So many cards of these events went to one board. */
const dealtTo = (board: number, events: readonly TableEvent[]): number =>
  events.reduce((sum, event) => {
    const dealt = event.kind === "holdem" && event.what === "dealtBoard" && event.board === board;
    return dealt ? sum + event.cards.length : sum;
  }, 0);

const begins = ({ kind }: TableEvent): boolean => kind === "handStarted";

/** How many cards a board had after the event at this place: whoever comes back hears of several streets, even hands, at once. */
function cardsThen({ events, before, after }: Told, place: number, board: number): number {
  const later = events.slice(place + 1);
  if (!later.some(begins)) return (gameOf(after)?.boards[board] ?? []).length - dealtTo(board, later);
  const earlier = events.slice(0, place + 1);
  const begun = earlier.findLastIndex(begins);
  const had = begun < 0 ? (gameOf(before)?.boards[board] ?? []).length : 0;
  return had + dealtTo(board, earlier.slice(begun + 1));
}

/** What the pot was after the event at this place, if nothing has changed it since. */
function potThen({ events, after }: Told, place: number): Chips | null {
  const changes = (event: TableEvent) =>
    begins(event) || (event.kind === "holdem" && ["posted", "called", "bet", "raised", "collected", "won"].includes(event.what));
  return events.slice(place + 1).some(changes) ? null : (gameOf(after)?.total ?? 0);
}

/** The lines of the event at this place. */
function eventLines(event: EventOf<"holdem">, told: Told, place: number): HoldemLine[] {
  const { after } = told;
  switch (event.what) {
    case "posted":
      return event.posts.map(({ seat, kind, amount }) => ({ kind: "posted", post: kind, amount, ...whoAt(told, seat) }));
    case "dealtHole": {
      const own = ownOf(after);
      const mine = event.seat === after.own?.seat && own !== undefined && own.cards.length > before(told.before);
      return mine ? [{ kind: "yourCards", cards: own.cards }] : [];
    }
    case "dealtBoard":
      return [
        {
          kind: "street",
          street: cardsThen(told, place, event.board) - 2,
          cards: event.cards,
          ...(event.board > 0 ? { board: event.board + 1 } : {}),
        },
      ];
    case "runTwiceAsked":
      return [{ kind: "runTwiceAsked" }];
    case "runTwiceAnswered":
      return [{ kind: "runTwiceAnswered", agree: event.agree, ...whoAt(told, event.seat) }];
    case "runTwiceSettled":
      return [{ kind: "runTwiceSettled", boards: event.boards }];
    case "folded":
    case "checked":
    case "mucked":
      return [{ kind: event.what, ...whoAt(told, event.seat) }];
    case "called":
      return [{ kind: "called", amount: event.amount, allIn: event.allIn === true, ...whoAt(told, event.seat) }];
    case "bet":
    case "raised":
      return [{ kind: event.what, to: event.to, allIn: event.allIn === true, ...whoAt(told, event.seat) }];
    case "returned":
      return [{ kind: "returned", amount: event.amount, ...whoAt(told, event.seat) }];
    case "collected": {
      const amount = potThen(told, place);
      return amount === null ? [] : [{ kind: "pot", amount }];
    }
    case "shown": {
      const made = gameOf(after)?.players[event.seat]?.made ?? null;
      return [{ kind: "shown", cards: event.cards, made, ...whoAt(told, event.seat) }];
    }
    case "won": {
      const player = gameOf(after)?.players[event.seat];
      const several = (gameOf(told.before)?.pots.length ?? 0) > 1 || event.pot > 0;
      const run = runOf(player, event.board);
      const part = run ?? player;
      const made = player?.cards ? (part?.made ?? null) : null;
      const board = run ? { board: event.board + 1 } : {};
      const taken = { amount: event.amount, pot: event.pot, several, made, kicker: part?.kicker ?? null, ...board };
      return [{ kind: "won", ...taken, ...whoAt(told, event.seat) }];
    }
    default:
      return [];
  }
}

/** It has become the viewer's turn. */
function turnLines(told: Told): HoldemLine[] {
  const turn = told.after.own?.turn;
  if (turn === undefined || turn === told.before.own?.turn) return [];
  const offers = ownOf(told.after)?.offers ?? [];
  if (offers.some(({ kind }) => kind === "runTwice")) return [{ kind: "runTwiceYou" }];
  const call = offers.find((offer) => offer.kind === "call");
  const may = (what: string) => offers.some(({ kind }) => kind === what);
  return [{ kind: "yourTurn", price: call?.price ?? null, free: may("check"), shows: may("muck") }];
}

export function narrate(told: Told): HoldemLine[] {
  const lines = told.events.flatMap((event, place) => (event.kind === "holdem" ? eventLines(event, told, place) : []));
  return [...lines, ...turnLines(told)];
}

/** What a line says somebody did; nothing when it is no deed. */
export function deedOf(line: HoldemLine): { deed: Deed; amount: Chips | null } | null {
  switch (line.kind) {
    case "posted":
      return { deed: line.post, amount: line.amount };
    case "folded":
      return { deed: "fold", amount: null };
    case "checked":
      return { deed: "check", amount: null };
    case "mucked":
      return { deed: "muck", amount: null };
    case "called":
      return { deed: line.allIn ? "allIn" : "call", amount: line.amount };
    case "bet":
      return { deed: line.allIn ? "allIn" : "bet", amount: line.to };
    case "raised":
      return { deed: line.allIn ? "allIn" : "raise", amount: line.to };
    default:
      return null;
  }
}
