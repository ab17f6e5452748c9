// What happened, played one thing after the other: a bet is seen before it is collected, the deciding card before the
// result. For calm eyes the same beats, as cuts.
import type { Step } from "../protocol.ts";

/** Whoever is so far behind sees the rest at once. */
const PATIENCE_MS = 9_000;

/** How long a step is looked at before the one that follows it: the game knows. */
export type HoldMs = (step: Step, next: Step) => number;

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
    readonly holdMs: HoldMs,
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

  #holdMs(step: Step, next: Step): number {
    // Somebody was away for a moment: that is no story to be told slowly.
    return step.view || next.view ? 0 : this.holdMs(step, next);
  }

  #backlogMs(): number {
    return this.#waiting.reduce((sum, step, index) => {
      const next = this.#waiting[index + 1];
      return next ? sum + this.#holdMs(step, next) : sum;
    }, 0);
  }

  #run(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const waitMs = this.#last ? this.#last.atMs + this.#holdMs(this.#last.step, next) - this.at.nowMs() : 0;
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
