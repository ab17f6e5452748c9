// Durak's part of a view.
import type { Card, DurakOffers, Seat, TableView } from "../../protocol.ts";
import type { OwnOf, ViewOf } from "../game.ts";

export type DurakGame = ViewOf<"durak">;
export type DurakPlayerView = DurakGame["players"][string];

export const gameOf = ({ game }: TableView): DurakGame | undefined => (game.game === "durak" ? game : undefined);

export const ownOf = ({ own }: TableView): OwnOf<"durak"> | undefined => (own?.game?.game === "durak" ? own.game : undefined);

export const offersOf = (view: TableView): DurakOffers => ownOf(view)?.offers ?? {};

/** Who plays at a seat; nobody when whoever sits there now was not dealt in. */
export function playerAt(view: TableView, seat: Seat): DurakPlayerView | undefined {
  return view.seats[seat]?.inHand ? gameOf(view)?.players[seat] : undefined;
}

/** The viewer's hand without what already lies on the table: a step may be shown before the hand is told. */
export function handOf(view: TableView): Card[] {
  const lies = new Set((gameOf(view)?.piles ?? []).flatMap(({ attack, beatenBy }) => [attack, beatenBy]));
  return (ownOf(view)?.cards ?? []).filter((card) => !lies.has(card));
}

/** Has the party cards on the table, or has one just ended with somebody there to see it? */
export const isShown = (view: TableView): boolean =>
  gameOf(view)?.stage !== undefined && (view.running || Object.keys(view.seats).length > 1);

/** Everything a card of the hand can do now. */
export type Uses = { attack: boolean; beats: Card[]; transfer: boolean };

export function usesOf(offers: DurakOffers, card: Card): Uses {
  return {
    attack: offers.attack?.includes(card) ?? false,
    beats: (offers.defend ?? []).filter((pair) => pair.with.includes(card)).map((pair) => pair.attack),
    transfer: (offers.transfer?.includes(card) ?? false) || (offers.show?.includes(card) ?? false),
  };
}

export const isUsable = ({ attack, beats, transfer }: Uses): boolean => attack || transfer || beats.length > 0;

/** Is there anything to press in the party? */
export const mayTurn = (view: TableView): boolean => {
  const { attack, defend, show, transfer, take, finish } = offersOf(view);
  return [attack, defend, show, transfer].some((cards) => (cards?.length ?? 0) > 0) || take === true || finish === true;
};
