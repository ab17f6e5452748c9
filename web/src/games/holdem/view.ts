// Hold'em's part of a view.
import type { Card, HoldemRun, Seat, TableView } from "../../protocol.ts";
import type { OwnOf, ViewOf } from "../game.ts";

type HoldemGame = ViewOf<"holdem">;
export type HoldemPlayerView = HoldemGame["players"][string];

export const gameOf = ({ game }: TableView): HoldemGame | undefined => (game.game === "holdem" ? game : undefined);

export const ownOf = ({ own }: TableView): OwnOf<"holdem"> | undefined => (own?.game?.game === "holdem" ? own.game : undefined);

export const boardOf = (view: TableView): Card[] => gameOf(view)?.boards[0] ?? [];

/** Who plays at a seat; nobody when whoever sits there now was not dealt in. */
export function playerAt(view: TableView, seat: Seat): HoldemPlayerView | undefined {
  return view.seats[seat]?.inHand ? gameOf(view)?.players[seat] : undefined;
}

/** The cards that win, as far as pots have been paid to cards everybody sees; nothing before that. */
export function winningCards(view: TableView): ReadonlySet<Card> | null {
  const boards = Math.max(1, gameOf(view)?.boards.length ?? 1);
  const cards = Array.from({ length: boards }, (_, board) => [...(winningOn(view, board) ?? [])]).flat();
  return cards.length > 0 ? new Set(cards) : null;
}

/** The same on one of the boards. */
export function winningOn(view: TableView, board: number): ReadonlySet<Card> | null {
  const players = Object.values(gameOf(view)?.players ?? {}).filter(({ cards }) => cards);
  const parts = players.map((player) => player.runs?.[board] ?? (player.runs ? {} : player));
  const cards = parts.flatMap(({ won, made }) => (won ? (made?.cards ?? []) : []));
  return cards.length > 0 ? new Set(cards) : null;
}

/** What a player made and won on a board of which there are several. */
export const runOf = (player: HoldemPlayerView | undefined, board: number): HoldemRun | undefined => player?.runs?.[board];

/** Has the viewer a decision to make? */
export const mayDecide = (view: TableView): boolean => view.own?.turn !== undefined && (ownOf(view)?.offers ?? []).length > 0;

/** Will the viewer perhaps have one in this hand? They may make up their mind before. */
export function mayDecideLater(view: TableView): boolean {
  const seat = view.own?.seat;
  const player = seat === undefined ? undefined : playerAt(view, seat);
  if (!view.running || !player || view.seats[String(seat)]?.state === "leaving") return false;
  return !player.folded && !player.mucked && !player.allIn && gameOf(view)?.toAct !== undefined && gameOf(view)?.toAct !== seat;
}
