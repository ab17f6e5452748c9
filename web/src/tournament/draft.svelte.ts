// A tournament that is being made: the form, what the room says of it, and the way to send it.
import type { Command, Outcome } from "../net/outbox.ts";
import { apply, type Tree } from "../net/patch.ts";
import type { Duration, FormProblem, Language, ToClient, TournamentForm } from "../protocol.ts";
import type { Session } from "../session/session.svelte.ts";
import { loadWords } from "./words/load.ts";
import type { TournamentWords } from "./words/words.ts";

/** The room is asked again when nothing was typed for so long. */
const REST_MS = 300;

export type PresetName = "turbo" | "regular" | "deep";

export class Draft {
  form: TournamentForm | null = $state.raw(null);
  problems: readonly FormProblem[] = $state.raw([]);
  lasts: Duration | null = $state.raw(null);
  whenFull: boolean = $state(false);
  bots: number = $state(0);
  sent: Command | null = $state.raw(null);
  words: TournamentWords | null = $state.raw(null);
  #timer = 0;

  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
    void this.load(session.settings.language);
    this.take("turbo");
  }

  async load(language: Language): Promise<void> {
    const words = await loadWords(language);
    if (this.session.settings.language === language) this.words = words;
  }

  /** Begins anew with a form that is filled in. */
  take(preset: PresetName): void {
    this.form = null;
    this.session.send({ type: "tournamentPreset", preset });
  }

  hear(message: Extract<ToClient, { type: "tournamentForm" }>): void {
    this.form ??= message.form;
    this.problems = message.problems;
    this.lasts = message.lasts ?? null;
  }

  change(change: Partial<TournamentForm>): void {
    if (!this.form) return;
    this.form = { ...this.form, ...change };
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#check(), REST_MS);
  }

  fix(fix: Tree): void {
    if (!this.form) return;
    this.form = apply(this.form, fix);
    this.#check();
  }

  /** Runs it with real cards instead. */
  openEvening(): void {
    if (this.form) this.sent = this.session.command({ type: "openEvening", form: this.form });
  }

  create(): void {
    if (!this.form) return;
    const starts = this.whenFull ? ({ when: "whenFull" } as const) : ({ when: "byHand" } as const);
    this.sent = this.session.command({ type: "createTournament", form: this.form, starts, bots: this.bots });
  }

  answered(outcome: Outcome): void {
    if (outcome.kind === "again") return;
    this.sent = null;
    if (outcome.kind === "accepted" && outcome.created !== undefined) {
      const { created } = outcome;
      const real = outcome.command.type === "openEvening";
      this.session.go(real ? { screen: "director", evening: created } : { screen: "tournament", tournament: created });
    } else if (outcome.kind === "refused" && outcome.reason.code === "badForm") this.problems = outcome.reason.problems;
  }

  #check(): void {
    if (this.form) this.session.send({ type: "checkTournament", form: this.form });
  }
}
