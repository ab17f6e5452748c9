// A tournament that is being made, or whose form is changed: the form, what the room says of it, and the way to send it.
import { roomMs } from "../net/clock.ts";
import type { Command, Outcome } from "../net/outbox.ts";
import { apply, type Tree } from "../net/patch.ts";
import type {
  Duration,
  FormProblem,
  Language,
  Refusal,
  ToClient,
  TournamentForm,
  TournamentInfo,
  TournamentStart,
} from "../protocol.ts";
import type { Session } from "../session/session.svelte.ts";
import { loadWords } from "./words/load.ts";
import type { TournamentWords } from "./words/words.ts";

/** The room is asked again when nothing was typed for so long. */
const REST_MS = 300;

export type PresetName = "turbo" | "regular" | "deep";
export type Starts = TournamentStart["when"];

export class Draft {
  form: TournamentForm | null = $state.raw(null);
  problems: readonly FormProblem[] = $state.raw([]);
  lasts: Duration | null = $state.raw(null);
  starts: Starts = $state("byHand");
  /** When it starts, if at a time: on the person's own clock, as a browser writes it. */
  at: string = $state("");
  bots: number = $state(0);
  sent: Command | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  words: TournamentWords | null = $state.raw(null);
  #preset: PresetName = "turbo";
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly session: Session;
  /** The tournament whose form it is; a new one when there is none. */
  readonly of: string | null;

  constructor(session: Session, of: string | null = null) {
    this.session = session;
    this.of = of;
    void this.load(session.settings.language);
    this.again();
  }

  async load(language: Language): Promise<void> {
    const words = await loadWords(language);
    if (this.session.settings.language === language) this.words = words;
  }

  /** Begins anew with a form that is filled in. */
  take(preset: PresetName): void {
    this.form = null;
    this.#preset = preset;
    this.again();
  }

  /** Asks for what has not come; without a line nothing is said, so once more whenever there is one. */
  again(): void {
    if (this.form) this.#check();
    else if (this.of === null) this.session.send({ type: "tournamentPreset", preset: this.#preset });
  }

  /** The tournament is known: its form is what is changed, unless something was typed already. */
  begin(info: TournamentInfo): void {
    if (this.form) return;
    this.form = info.form;
    this.#check();
  }

  hear(message: Extract<ToClient, { type: "tournamentForm" }>): void {
    this.form ??= message.form;
    this.problems = message.problems;
    this.lasts = message.lasts ?? null;
  }

  change(change: Partial<TournamentForm>): void {
    if (!this.form) return;
    this.form = { ...this.form, ...change };
    this.#checkSoon();
  }

  /** Leaves a part of the form out, or puts it in. */
  put<K extends keyof TournamentForm>(part: K, value: TournamentForm[K] | null): void {
    if (!this.form) return;
    const { [part]: _, ...rest } = this.form;
    this.form = (value === null ? rest : { ...rest, [part]: value }) as TournamentForm;
    this.#checkSoon();
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
    const { form, of } = this;
    this.refused = null;
    this.sent =
      of === null
        ? this.session.command({ type: "createTournament", form, starts: this.start(), bots: this.bots })
        : this.session.command({ type: "direct", tournament: of, order: { order: "configure", form } });
  }

  /** When it starts, in the room's time. */
  start(): TournamentStart {
    const chosen = Date.parse(this.at);
    if (this.starts !== "at" || Number.isNaN(chosen)) return { when: this.starts === "at" ? "byHand" : this.starts };
    const inMs = Math.max(0, chosen - Date.now());
    return { when: "at", at: roomMs(this.session.state.clock, performance.now() + inMs) };
  }

  answered(outcome: Outcome): void {
    if (outcome.kind === "again") return;
    this.sent = null;
    if (outcome.kind === "accepted" && this.of !== null) {
      this.session.go({ screen: "tournament", tournament: this.of });
    } else if (outcome.kind === "accepted" && outcome.created !== undefined) {
      const { created } = outcome;
      const real = outcome.command.type === "openEvening";
      this.session.go(real ? { screen: "director", evening: created } : { screen: "tournament", tournament: created });
    } else if (outcome.kind === "refused" && outcome.reason.code === "badForm") this.problems = outcome.reason.problems;
    else if (outcome.kind === "refused") this.refused = outcome.reason;
  }

  #checkSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), REST_MS);
  }

  #check(): void {
    if (this.form) this.session.send({ type: "checkTournament", form: this.form });
  }
}
