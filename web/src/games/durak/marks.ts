// What Durak says about a seat.
import type { Seat, TableView } from "../../protocol.ts";
import { cardsText } from "../../words/cards.ts";
import type { Marks, Speech } from "../game.ts";
import { gameOf, handOf, playerAt } from "./view.ts";
import type { DurakWords } from "./words/words.ts";

function tab(view: TableView, seat: Seat, { mark }: DurakWords): string {
  const game = gameOf(view);
  if (!game) return "";
  if (!view.running) {
    if (game.ready?.includes(seat)) return mark.ready;
    if (game.outcome?.fools.includes(seat) && playerAt(view, seat)) return mark.fool;
    return game.away?.includes(seat) ? mark.away : "";
  }
  if (playerAt(view, seat)?.out) return mark.out;
  if (game.away?.includes(seat)) return mark.away;
  if (game.stage === "ready") return game.ready?.includes(seat) ? mark.ready : "";
  if (game.finished?.includes(seat)) return game.stage === "taking" ? mark.passed : mark.done;
  if (seat === game.defender) return game.stage === "taking" ? mark.takes : mark.defends;
  if (seat === game.attacker) return mark.attacks;
  return game.throwers?.includes(seat) && (game.stage === "throw" || game.stage === "taking") ? mark.throwsIn : "";
}

export function marks(view: TableView, seat: Seat, { words, room, money }: Speech<DurakWords>): Marks {
  const game = gameOf(view);
  const player = playerAt(view, seat);
  const own = view.own?.seat === seat;
  const points = game?.points?.[seat];
  // A game of one party has no points to count.
  const counted = Object.values(game?.points ?? {}).some((won) => won > 0) && (view.running || game?.gameOver === undefined);
  const held = player && !player.out ? [words.cards(player.cards), String(player.cards)] : [""];
  const won = counted && points !== undefined ? words.points(points) : "";
  const paid = view.running ? undefined : (game?.gameOver?.paid?.[seat] ?? game?.outcome?.paid?.[seat]);
  const hand = own ? handOf(view) : [];
  return {
    out: view.running && (!player || player.out === true),
    // The fan lies where one's own tab would be, and the bar says the same.
    tab: own && view.running ? "" : tab(view, seat, words),
    counts: held.map((cards) => [cards, won].filter(Boolean).join(" · ")),
    fanned: own,
    described: hand.length > 0 ? cardsText(room, hand) : "",
    ...(paid ? { won: words.won(money(paid)) } : {}),
  };
}
