// The cards of a party as pieces on the stage; one's own hand is the fan's.
import { CARD_RATIO } from "../../cards/deck.ts";
import type { Card, Seat, TableView } from "../../protocol.ts";
import type { Point } from "../../stage/boxes.ts";
import type { Piece } from "../../stage/pieces.ts";
import type { Layout } from "../../stage/ring.ts";
import { backs, backWidth, deckPlace, fan, pilePlace, spareFor } from "./places.ts";
import { type DurakGame, gameOf, handOf, playerAt } from "./view.ts";

/** `covered`: another card lies on it, and only its upper edge is in sight. */
export type DurakPiece = Piece & { card: Card | null; of: string; dim: boolean; lean?: number; covered?: boolean };

/** Where the cards of a seat come from and go to. */
function handAt(layout: Layout, seat: Seat | undefined): Point {
  return layout.places.find((place) => place.seat === seat)?.held ?? layout.middle;
}

/** Who laid a card that was not there before: whoever holds one less. */
export function laidBy(before: DurakGame | undefined, after: DurakGame): Seat | undefined {
  const less = Object.entries(after.players).find(([at, { cards }]) => (before?.players[at]?.cards ?? cards) > cards);
  return less ? Number(less[0]) : undefined;
}

/** Where a card of the viewer's own lay in the fan a moment ago. */
export function fanPlaces(view: TableView, layout: Layout): Map<Card, Point> {
  const place = layout.places.find(({ own }) => own);
  const hand = handOf(view);
  const places = place ? fan(place, hand, spareFor(layout, place)) : [];
  return new Map(hand.map((card, index) => [card, places[index]?.at ?? layout.middle]));
}

export function pieces(view: TableView, layout: Layout, before: TableView | null): DurakPiece[] {
  const game = gameOf(view);
  if (!game) return [];
  return [...others(view, layout), ...onTable(game, layout, before), ...shown(game, layout), ...deck(game, layout)];
}

/** The card that is about to be transferred lies before its owner; one's own stays in the fan. */
function shown({ shown: card, defender }: DurakGame, layout: Layout): DurakPiece[] {
  const place = layout.places.find(({ seat }) => seat === defender);
  if (card === undefined || !place || place.own) return [];
  const width = pilePlace(layout, 0, 1).width * 0.8;
  // Beside a plate it could be the neighbour's: below those of the far side, over the cards of the near one.
  const { plate, held } = place;
  const far = plate.y < layout.middle.y;
  const y = far ? plate.y + plate.height / 2 + width * CARD_RATIO * 0.64 : held.y - held.height / 2;
  const at = { x: plate.x, y };
  return [{ id: `card ${card}`, at, width, above: 4, from: place.held, to: layout.middle, card, of: "shown", dim: false }];
}

function others(view: TableView, layout: Layout): DurakPiece[] {
  const from = deckPlace(layout).deck;
  return layout.places.flatMap((place): DurakPiece[] => {
    const player = playerAt(view, place.seat);
    if (!player || place.own) return [];
    const width = backWidth(place);
    return backs(place, player.cards).map((at, index) => ({
      id: `back ${view.hand} ${place.seat} ${index}`,
      at,
      width,
      above: 1,
      from,
      to: layout.middle,
      afterMs: index * 40,
      card: null,
      of: String(place.seat),
      dim: false,
    }));
  });
}

function onTable(game: DurakGame, layout: Layout, before: TableView | null): DurakPiece[] {
  const was = before ? gameOf(before) : undefined;
  const seat = laidBy(was, game);
  const fanned = before ? fanPlaces(before, layout) : new Map<Card, Point>();
  // Taken cards go to whoever takes them, beaten ones to the discards.
  const to = game.stage === "taking" ? handAt(layout, game.defender) : deckPlace(layout).discards;
  const count = game.piles.length;
  return game.piles.flatMap(({ attack, beatenBy }, index): DurakPiece[] => {
    const place = pilePlace(layout, index, count);
    const piece = (card: Card, at: Point, above: number): DurakPiece => ({
      id: `card ${card}`,
      at,
      width: place.width,
      above,
      from: fanned.get(card) ?? handAt(layout, seat),
      to,
      card,
      of: "table",
      dim: false,
    });
    const below = { ...piece(attack, place.attack, 1), covered: beatenBy !== undefined };
    return beatenBy ? [below, piece(beatenBy, place.beaten, 2)] : [below];
  });
}

/** So many backs of a deck are drawn. */
const thickness = (count: number): number => (count <= 0 ? 0 : count < 4 ? 1 : count < 12 ? 2 : 3);

function deck(game: DurakGame, layout: Layout): DurakPiece[] {
  const { deck, trump, discards, width } = deckPlace(layout);
  const all: DurakPiece[] = [];
  const common = { width, above: 1, dim: false };
  if (game.trump !== undefined) {
    const lies = game.deck > 0;
    all.push({ ...common, id: "trump", at: lies ? trump : deck, lean: lies ? 90 : 0, card: game.trump, of: "trump", dim: !lies });
  }
  // The trump is the last card of the deck.
  for (let index = 0; index < thickness(game.deck - 1); index += 1) {
    const at = { x: deck.x - index * 1.5, y: deck.y - index * 1.5 };
    all.push({ ...common, id: `deck ${index}`, at, card: null, of: "deck" });
  }
  for (let index = 0; index < thickness(game.discarded); index += 1) {
    const at = { x: discards.x + (index - 1) * 4, y: discards.y + index };
    all.push({
      ...common,
      width: width * 0.8,
      id: `discard ${index}`,
      at,
      lean: [-14, 11, 3][index] ?? 0,
      card: null,
      of: "discards",
      dim: true,
    });
  }
  return all;
}
