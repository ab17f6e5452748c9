// Seka's part of a view.
import type { Card, Seat, SekaMade, TableView } from "../../protocol.ts";
import type { OwnOf, ViewOf } from "../game.ts";

export type SekaGame = ViewOf<"seka">;
export type SekaPlayerView = SekaGame["players"][string];

export const gameOf = ({ game }: TableView): SekaGame | undefined => (game.game === "seka" ? game : undefined);

export const ownOf = ({ own }: TableView): OwnOf<"seka"> | undefined => (own?.game?.game === "seka" ? own.game : undefined);

/** Whoever sits there, or the last who did. */
export const playerAt = (view: TableView, seat: Seat): SekaPlayerView | undefined => gameOf(view)?.players[seat];

/** Can the pot still be theirs? */
export function isIn(player: SekaPlayerView | undefined): boolean {
  return player !== undefined && !player.beaten && (player.status === "inGame" || player.status === "won");
}

/** Does a deal lie on the table, running or just over? */
export function lies({ stage }: SekaGame): boolean {
  return stage !== "waitingForPlayers" && stage !== "preparation";
}

/** Are the two who compare their hands looking at them? */
export function revealing(view: TableView, seat: Seat): boolean {
  const game = gameOf(view);
  return game?.stage === "revealPause" && (game.reveal?.by === seat || game.reveal?.target === seat);
}

/** The faces of a seat's cards that the viewer has seen, with what they are worth: shown to all, their own, or by a reveal. */
export function facesAt(view: TableView, seat: Seat): { cards: Card[]; made: SekaMade | undefined; alone: boolean } | null {
  const player = playerAt(view, seat);
  const own = ownOf(view);
  if (player?.cards) return { cards: player.cards, made: player.made, alone: false };
  if (view.own?.seat === seat && own?.cards) return { cards: own.cards, made: own.made, alone: false };
  const seen = own?.seen?.[seat];
  return seen && seen.player === player?.player ? { cards: seen.cards, made: seen.made, alone: true } : null;
}

/** What a player is called; nothing when they have left. */
export function nameOf(view: TableView, player: number): string {
  return Object.values(view.seats).find((seat) => seat.player === player)?.name ?? "";
}
