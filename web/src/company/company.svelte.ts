// What is around one table: who asks, who waits, what was said, and the evening's sheet.
import type { Around, ChatLine, HostOrder, Hosted, PlayerId, Reaction, Refusal, Said, Sheet } from "../protocol.ts";
import type { OpenTable } from "../table/open.svelte.ts";
import { Talk } from "./talk.svelte.ts";

export class Company {
  around: Around | null = $state.raw(null);
  sheet: Sheet | null = $state.raw(null);
  readonly talk: Talk;
  readonly #table: OpenTable;

  constructor(table: OpenTable) {
    this.#table = table;
    this.talk = new Talk(table.session, table.id);
  }

  get hosted(): Hosted | null {
    return this.around?.hosted ?? null;
  }

  /** Does the person run this table? */
  get isHost(): boolean {
    const you = this.#table.session.state.you;
    return this.hosted?.secret !== undefined && you?.id === this.hosted.host;
  }

  /** Has the person asked the host for something? */
  get asked(): boolean {
    const you = this.#table.session.state.you?.id;
    return !this.isHost && this.hosted?.requests?.some(({ player }) => player === you) === true;
  }

  /** The person's place among those who wait, from 1; 0 when they do not. */
  get place(): number {
    const you = this.#table.session.state.you?.id;
    return (this.around?.waiting ?? []).findIndex(({ player }) => player === you) + 1;
  }

  /** The link that leads here. */
  get link(): string {
    const secret = this.hosted?.secret;
    const path = `/table/${encodeURIComponent(this.#table.id)}${secret === undefined ? "" : `#${secret}`}`;
    return this.#table.session.linkTo(path);
  }

  heardAround(around: Around): void {
    this.around = around;
    const secret = around.hosted?.secret;
    if (secret !== undefined) this.#table.session.links.keep(this.#table.id, secret);
  }

  order(order: HostOrder): void {
    this.#table.command({ type: "host", order });
  }

  decide(player: PlayerId, accept: boolean): void {
    this.#table.command({ type: "decide", player, accept });
  }

  wait(wait: boolean): void {
    this.#table.command({ type: "waitForSeat", wait });
  }

  askSheet(): void {
    this.#table.session.send({ type: "sheet", table: this.#table.id });
  }
}

export type { ChatLine, Reaction, Refusal, Said };
