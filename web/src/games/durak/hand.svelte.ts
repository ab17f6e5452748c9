// What the person does with their hand: marks cards, and sends them one after the other.
import type { Card, DurakAction } from "../../protocol.ts";
import type { OpenTable } from "../../table/open.svelte.ts";
import { handOf, isUsable, offersOf, usesOf } from "./view.ts";

const isTurn = ({ kind }: DurakAction): boolean => !["away", "back", "ready", "surrender"].includes(kind);

export class Hand {
  /** The cards that are marked; all of one rank. */
  marked: Card[] = $state.raw([]);
  /** Cards that follow the one that was sent. */
  #queue: Card[] = $state.raw([]);

  readonly table: OpenTable;

  constructor(table: OpenTable) {
    this.table = table;
  }

  /** Can anything be sent now? */
  get free(): boolean {
    const { table } = this;
    return !table.acting && table.session.connected && (table.acted === null || table.acted !== table.view?.own?.turn);
  }

  act(action: DurakAction): void {
    const { table } = this;
    const turn = table.view?.own?.turn;
    if (!this.free || !table.view) return;
    this.marked = [];
    // Going away and being ready decide nothing; and who throws in out of turn has no decision to name.
    table.acted = isTurn(action) ? (turn ?? null) : null;
    table.command({ type: "act", action: { game: "durak", ...action }, turn: turn ?? 0 });
  }

  /** A tap on a card of the hand: plays it when there is one thing to do with it, and marks it when there are several. */
  tap(card: Card): void {
    const view = this.table.view;
    if (!view) return;
    const offers = offersOf(view);
    const uses = usesOf(offers, card);
    if (!isUsable(uses)) return;
    const alike = (offers.attack ?? []).filter((other) => other[0] === card[0]);
    const [target, ...more] = uses.beats;
    if (uses.attack && alike.length === 1) return this.act({ kind: "attack", card });
    if (!uses.attack && target !== undefined && more.length === 0 && !uses.transfer) {
      return this.act({ kind: "defend", attack: target, with: card });
    }
    this.mark(card, uses.attack);
  }

  /** Marks a card or takes the mark off; cards of one rank are marked together where several can be played. */
  mark(card: Card, together: boolean): void {
    if (this.marked.includes(card)) this.marked = this.marked.filter((other) => other !== card);
    else this.marked = together && this.marked[0]?.[0] === card[0] ? [...this.marked, card] : [card];
  }

  /** Leads or throws in what is marked, one card after the other. */
  attack(): void {
    const [first, ...rest] = this.marked;
    if (first === undefined || !this.free) return;
    this.act({ kind: "attack", card: first });
    this.#queue = rest;
  }

  beat(attack: Card): void {
    const [card] = this.marked;
    if (card !== undefined) this.act({ kind: "defend", attack, with: card });
  }

  /** Passes the attack on; with the traffic light the card is shown first. */
  transfer(card: Card): void {
    const view = this.table.view;
    if (!view) return;
    this.act({ kind: offersOf(view).show?.includes(card) ? "show" : "transfer", card });
  }

  /** Let go over the table, or over a card on it. */
  drop(card: Card, zone: string): void {
    const view = this.table.view;
    if (!view || !this.free) return;
    const uses = usesOf(offersOf(view), card);
    const over = zone.startsWith("pile ") ? zone.slice(5) : null;
    const target =
      uses.beats.find((attack) => attack === over) ?? (uses.beats.length === 1 && !uses.transfer ? uses.beats[0] : null);
    if (target) return this.act({ kind: "defend", attack: target, with: card });
    if (uses.transfer) return this.transfer(card);
    if (uses.attack) {
      // What is marked with it goes with it.
      this.marked = this.marked.includes(card) ? [card, ...this.marked.filter((other) => other !== card)] : [card];
      this.attack();
    } else if (uses.beats.length > 1) this.marked = [card];
  }

  /** Follows what the table shows: sends the next card, and forgets marks that mean nothing any more. */
  follow(): void {
    const view = this.table.view;
    if (!view) return;
    const offers = offersOf(view);
    const hand = new Set(handOf(view));
    const [next, ...rest] = this.#queue;
    if (next !== undefined && this.free) {
      if (offers.attack?.includes(next)) {
        this.#queue = [];
        this.act({ kind: "attack", card: next });
        this.#queue = rest;
        return;
      }
      // While the last one is not seen on the table yet, the next cannot be offered.
      if (!view.running || offers.ready || offers.take) this.#queue = [];
    }
    const good = this.marked.filter((card) => hand.has(card) && isUsable(usesOf(offers, card)));
    if (good.length !== this.marked.length) this.marked = good;
  }
}

const hands = new WeakMap<OpenTable, Hand>();

/** The person's hand at a table. */
export function handAt(table: OpenTable): Hand {
  let hand = hands.get(table);
  if (!hand) hands.set(table, (hand = new Hand(table)));
  return hand;
}
