// The cards and bets of a deal as pieces on the stage.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Card, Chips, Seat, TableView } from "../../protocol.ts";
import { overlap, type Point, type Size } from "../../stage/boxes.ts";
import type { Piece } from "../../stage/pieces.ts";
import { betSize, type Layout, type Place } from "../../stage/ring.ts";
import { BACKS_STEP, HELD_CARD, HELD_GAP, OWN_CARD, OWN_GAP } from "./plan.ts";
import { facesAt, gameOf, isIn, lies, playerAt, revealing } from "./view.ts";

export type SekaPiece = Piece &
  (
    | { what: "card"; card: Card | null; seat: Seat; dim: boolean; lift: boolean }
    | { what: "bet"; amount: Chips; seat: Seat; dark: boolean }
    | { what: "won"; amount: Chips; seat: Seat }
  );

/** Between one card on its way and the next. */
const DEAL_MS = 60;

function heldCards(view: TableView, place: Place, layout: Layout): SekaPiece[] {
  const { seat } = place;
  const game = gameOf(view);
  const player = playerAt(view, seat);
  if (!game || !player) return [];
  const faces = facesAt(view, seat);
  // Who fell in a reveal holds their cards as long as the two look at them.
  const holds = isIn(player) || player.beaten === true || revealing(view, seat);
  // What one has seen stays in sight after a fold, dimmed; cards nobody has seen are gone.
  if (!faces && !holds) return [];
  const cards: (Card | null)[] = faces?.cards ?? Array<null>(player.faceDown ?? 0).fill(null);
  const width = (place.own ? OWN_CARD : HELD_CARD) * place.heldScale;
  const gap = place.own ? OWN_GAP : HELD_GAP;
  const step = place.own || faces ? width + gap * place.heldScale : width * BACKS_STEP;
  const top = place.held.y - place.held.height / 2 + (width * CARD_RATIO) / 2;
  const order = Math.max(0, game.order.indexOf(seat));
  const decided = game.settlement !== undefined || game.stage === "svaraVoting";
  const winning = new Set(decided && (player.won || player.tied) ? (faces?.made?.cards ?? []) : []);
  return cards.map((card, index): SekaPiece => {
    const wins = card !== null && winning.has(card);
    return {
      what: "card",
      id: `held ${view.hand} ${game.svara} ${seat} ${index}`,
      at: { x: place.held.x + (index - (cards.length - 1) / 2) * step, y: top },
      width,
      card,
      seat,
      above: 1,
      from: layout.middle,
      to: layout.middle,
      afterMs: (index * game.order.length + order) * DEAL_MS,
      dim: !isIn(player) || (winning.size > 0 && !wins),
      lift: wins || revealing(view, seat),
    };
  });
}

/** What somebody won lies as their bet did, but never on their cards: those are open by then. */
function wonAt({ bet, plate, held }: Place, size: Size): Point {
  if (!overlap({ ...bet, ...size }, held)) return bet;
  return { x: plate.x, y: plate.y + (plate.height + size.height) / 2 };
}

function chips(view: TableView, place: Place, layout: Layout): SekaPiece[] {
  const player = playerAt(view, place.seat);
  const size = betSize(layout.scale);
  const common = { at: place.bet, width: size.width, seat: place.seat, above: 3 };
  const id = `${view.hand} ${place.seat}`;
  if (player?.won) {
    const at = wonAt(place, size);
    return [{ ...common, at, what: "won", id: `won ${id}`, amount: player.won, from: layout.middle, to: place.plate }];
  }
  if (!player?.bet || !view.running) return [];
  const dark = player.mode === "dark";
  return [{ ...common, what: "bet", id: `bet ${id}`, amount: player.bet, dark, from: place.plate, to: layout.middle }];
}

export function pieces(view: TableView, layout: Layout): SekaPiece[] {
  const game = gameOf(view);
  if (!game || !lies(game)) return [];
  return [
    ...layout.places.flatMap((place) => heldCards(view, place, layout)),
    ...layout.places.flatMap((place) => chips(view, place, layout)),
  ];
}
