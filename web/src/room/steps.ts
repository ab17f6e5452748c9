// What happened, played one thing after the other: a bet is seen before it is collected, each street before the next,
// and the deciding card before the result. For calm eyes the same beats, as cuts.
import type { Step } from "../protocol.ts";

/** Between two cards on their way to two players. */
const DEAL_MS = 70;
const ACTION_MS = 350;
const COLLECT_MS = 350;
const STREET_MS = 500;
/** A street that nobody can bet on any more, and the card that decides. */
const SUSPENSE_MS = 1_100;
const SHOW_MS = 700;
/** Whoever is so far behind sees the rest at once. */
const PATIENCE_MS = 9_000;

const has = (step: Step, ...kinds: string[]): boolean =>
  (step.events ?? []).some((event) => kinds.includes(event.kind === "holdem" ? event.what : event.kind));

/** How long a step is seen before the one that follows it. */
export function holdMs(step: Step, next: Step): number {
  // Somebody was away for a moment: that is no story to be told slowly.
  if (step.view || next.view) return 0;
  if (has(step, "dealtHole")) return has(next, "dealtHole") ? DEAL_MS : ACTION_MS;
  if (has(step, "dealtBoard")) return has(next, "dealtBoard", "won", "shown") ? SUSPENSE_MS : STREET_MS;
  if (has(step, "shown", "mucked")) return SHOW_MS;
  if (has(step, "collected", "returned")) return COLLECT_MS;
  if (has(step, "folded", "checked", "called", "bet", "raised", "posted")) return ACTION_MS;
  return 0;
}

/** What a queue needs of the browser; tests bring their own. */
export type Clockwork = {
  after(ms: number, run: () => void): number;
  cancel(timer: number): void;
  nowMs(): number;
};

const browser: Clockwork = {
  after: (ms, run) => window.setTimeout(run, ms),
  cancel: (timer) => window.clearTimeout(timer),
  nowMs: () => performance.now(),
};

export class StepQueue {
  #waiting: Step[] = [];
  #last: { step: Step; atMs: number } | null = null;
  #timer: number | null = null;

  constructor(
    /** Shows a step. */
    readonly play: (step: Step) => void,
    readonly at: Clockwork = browser,
  ) {}

  /** Takes in what happened, to be played when what came before has been seen. */
  push(steps: readonly Step[]): void {
    this.#waiting.push(...steps);
    if (this.#backlogMs() > PATIENCE_MS) this.flush();
    else this.#run();
  }

  /** Plays all that waits at once. */
  flush(): void {
    this.#stop();
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) this.#show(step);
  }

  /** Forgets what waits: the table is shown as it is. */
  clear(): void {
    this.#stop();
    this.#waiting = [];
    this.#last = null;
  }

  #backlogMs(): number {
    return this.#waiting.reduce((sum, step, index) => {
      const next = this.#waiting[index + 1];
      return next ? sum + holdMs(step, next) : sum;
    }, 0);
  }

  #run(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const waitMs = this.#last ? this.#last.atMs + holdMs(this.#last.step, next) - this.at.nowMs() : 0;
      if (waitMs > 0) {
        this.#timer ??= this.at.after(waitMs, () => {
          this.#timer = null;
          this.#run();
        });
        return;
      }
      this.#waiting.shift();
      this.#show(next);
    }
  }

  #show(step: Step): void {
    this.#last = { step, atMs: this.at.nowMs() };
    this.play(step);
  }

  #stop(): void {
    if (this.#timer !== null) this.at.cancel(this.#timer);
    this.#timer = null;
  }
}
