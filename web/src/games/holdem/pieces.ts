// The cards and bets of a hand as pieces on the stage.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Card, Chips, Seat, TableView } from "../../protocol.ts";
import type { Point } from "../../stage/boxes.ts";
import type { Piece } from "../../stage/pieces.ts";
import { remember } from "../../stage/steady.ts";
import { betSize, type Layout, type Place } from "../../stage/ring.ts";
import { FLOP_GAP_MS } from "./pace.ts";
import { BOARD_CARD, BOARD_GAP, boardRows, HELD_CARD, heldStep, OWN_CARD } from "./plan.ts";
import { gameOf, ownOf, playerAt, winningCards, winningOn } from "./view.ts";

export type HoldemPiece = Piece &
  (
    | { what: "card"; card: Card | null; seat: Seat | null; dim: boolean; lift: boolean }
    | { what: "bet"; amount: Chips; seat: Seat }
    | { what: "won"; amount: Chips; seat: Seat }
  );

/** Backs overlap; faces lie side by side, so that index and pip of each are seen. */
const BACKS_STEP = 0.7;

function heldCards(view: TableView, place: Place, layout: Layout, winning: ReadonlySet<Card> | null): HoldemPiece[] {
  const { seat } = place;
  const player = playerAt(view, seat);
  if (!player) return [];
  // Who shows of their own will after the hand has cards again.
  const inHand = (!player.folded && !player.mucked) || (player.cards !== undefined && !view.running);
  // One's own cards stay in sight after folding, dimmed.
  if (!inHand && !place.own) return [];
  const own = place.own ? ownOf(view)?.cards : undefined;
  const faceDown = Array<null>(player.faceDown ?? 0).fill(null);
  const cards: (Card | null)[] = own ?? [...(player.cards ?? []), ...faceDown];
  const width = (place.own ? OWN_CARD : HELD_CARD) * place.heldScale;
  const open = cards.some((card) => card !== null);
  const step = width * (open ? heldStep(cards.length) : Math.min(BACKS_STEP, heldStep(cards.length)));
  const top = place.held.y - place.held.height / 2 + (width * CARD_RATIO) / 2;
  const order = Math.max(0, gameOf(view)?.order.indexOf(seat) ?? 0);
  return cards.map((card, index): HoldemPiece => {
    const wins = winning !== null && card !== null && winning.has(card) && player.won !== undefined;
    return {
      what: "card",
      id: `held ${view.hand} ${seat} ${index}`,
      at: { x: place.held.x + (index - (cards.length - 1) / 2) * step, y: top },
      width,
      card,
      seat,
      above: 1,
      from: layout.middle,
      to: layout.middle,
      afterMs: order * 20 + index * 60,
      dim: !inHand || (winning !== null && player.cards !== undefined && !wins),
      lift: wins,
    };
  });
}

/** Where the cards of each board lie, whether they are there or not; `twice`: there is room for two. */
export function boardPlaces(layout: Layout, boards: number, twice: boolean): { at: Point; width: number }[][] {
  const full = BOARD_CARD * layout.middleScale;
  const gap = BOARD_GAP * layout.middleScale;
  const room = full * CARD_RATIO * boardRows(twice);
  const rows = Math.max(1, boards);
  const width = rows === 1 ? full : Math.min(full, (room - gap * (rows - 1)) / rows / CARD_RATIO);
  const top = layout.middle.y + layout.middle.height / 2 - room / 2 - ((rows - 1) * (width * CARD_RATIO + gap)) / 2;
  return Array.from({ length: rows }, (_, row) => {
    const y = top + row * (width * CARD_RATIO + gap);
    return [0, 1, 2, 3, 4].map((index) => ({ at: { x: layout.middle.x + (index - 2) * (width + gap), y }, width }));
  });
}

function boardCards(view: TableView, layout: Layout, twice: boolean): HoldemPiece[] {
  const boards = gameOf(view)?.boards ?? [];
  const rows = boardPlaces(layout, boards.length, twice);
  return boards.flatMap((cards, row) => rowCards(view, cards, row, rows[row] ?? []));
}

function rowCards(view: TableView, cards: Card[], row: number, places: { at: Point; width: number }[]): HoldemPiece[] {
  const winning = winningOn(view, row);
  return cards.flatMap((card, index): HoldemPiece[] => {
    const place = places[index];
    if (!place) return [];
    const wins = winning?.has(card) ?? false;
    return [
      {
        what: "card",
        id: row === 0 ? `board ${view.hand} ${index}` : `board ${view.hand} ${row} ${index}`,
        ...place,
        card,
        seat: null,
        above: 1,
        from: { x: place.at.x, y: place.at.y - place.width },
        afterMs: index < 3 ? index * FLOP_GAP_MS : 0,
        dim: winning !== null && !wins,
        lift: wins,
      },
    ];
  });
}

function chips(view: TableView, place: Place, layout: Layout): HoldemPiece[] {
  const player = playerAt(view, place.seat);
  const { width } = betSize(layout.scale);
  const common = { at: place.bet, width, seat: place.seat, above: 3 };
  const pieces: HoldemPiece[] = [];
  if (player?.bet) {
    pieces.push({
      ...common,
      what: "bet",
      id: `bet ${view.hand} ${place.seat}`,
      amount: player.bet,
      from: place.plate,
      to: layout.middle,
    });
  }
  if (player?.won) {
    pieces.push({
      ...common,
      what: "won",
      id: `won ${view.hand} ${place.seat}`,
      amount: player.won,
      from: layout.middle,
      to: place.plate,
    });
  }
  return pieces;
}

/** What lies before a seat is made again only when something happened there. */
const kept = remember<{ held: HoldemPiece[]; chips: HoldemPiece[] }>();

export function pieces(view: TableView, layout: Layout, twice = false): HoldemPiece[] {
  const winning = winningCards(view);
  const game = gameOf(view);
  const seats = layout.places.map((place) =>
    kept(
      place.seat,
      // A patch leaves what it does not name the same object.
      [
        layout,
        view.hand,
        view.running,
        playerAt(view, place.seat),
        game?.order,
        winning,
        place.own ? ownOf(view)?.cards : undefined,
      ],
      () => ({ held: heldCards(view, place, layout, winning), chips: chips(view, place, layout) }),
    ),
  );
  return [...boardCards(view, layout, twice), ...seats.flatMap(({ held }) => held), ...seats.flatMap(({ chips }) => chips)];
}
