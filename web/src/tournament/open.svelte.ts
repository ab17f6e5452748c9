// One tournament that is followed: what is known of it, and what the person asks of it.
import { apply } from "../net/patch.ts";
import type { Command, Outcome } from "../net/outbox.ts";
import type {
  Language,
  Refusal,
  ToClient,
  TournamentInfo,
  TournamentOrder,
  TournamentView,
  TournamentWish,
} from "../protocol.ts";
import type { Session } from "../session/session.svelte.ts";
import { loadWords } from "./words/load.ts";
import type { TournamentWords } from "./words/words.ts";

type Told = Extract<ToClient, { type: "tournament" | "tournamentUpdate" }>;

/** So long it is said why somebody was moved. */
const MOVED_MS = 20_000;

export class OpenTournament {
  info: TournamentInfo | null = $state.raw(null);
  view: TournamentView | null = $state.raw(null);
  words: TournamentWords | null = $state.raw(null);
  /** There is no such tournament. */
  missing: boolean = $state(false);
  /** The command that has no answer yet. */
  sent: Command | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  /** The person sits elsewhere since a moment ago. */
  moved: boolean = $state(false);
  #movedTimer: ReturnType<typeof setTimeout> | undefined;
  #sequence = 0;

  readonly id: string;
  readonly session: Session;

  constructor(id: string, session: Session) {
    this.id = id;
    this.session = session;
  }

  /** Asks the room to tell this tournament from here on. */
  follow(): void {
    void this.load(this.session.settings.language);
    this.session.send({ type: "follow", tournament: this.id });
  }

  async load(language: Language): Promise<void> {
    const words = await loadWords(language);
    if (this.session.settings.language === language) this.words = words;
  }

  hear(message: Told): void {
    this.missing = false;
    if (message.type === "tournament") {
      [this.info, this.view, this.#sequence] = [message.info, message.view, message.sequence];
      return;
    }
    if (this.view === null) return;
    if (message.after !== this.#sequence) {
      if (message.sequence > this.#sequence) this.follow();
      return;
    }
    this.view = apply(this.view, message.patch ?? {});
    this.#sequence = message.sequence;
  }

  /** Says for a while why the person sits elsewhere. */
  wasMoved(): void {
    this.moved = true;
    clearTimeout(this.#movedTimer);
    this.#movedTimer = setTimeout(() => (this.moved = false), MOVED_MS);
  }

  wish(wish: TournamentWish): void {
    this.refused = null;
    this.sent = this.session.command({ type: "wish", tournament: this.id, wish });
  }

  direct(order: TournamentOrder): void {
    this.refused = null;
    this.sent = this.session.command({ type: "direct", tournament: this.id, order });
  }

  answered(outcome: Outcome): void {
    if (outcome.kind === "again") return;
    this.sent = null;
    if (outcome.kind === "refused") this.refused = outcome.reason;
  }
}
