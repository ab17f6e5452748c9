// A hand that is looked at again: which frame, and whether it plays.
import type { HandStory } from "../protocol.ts";
import type { Session } from "../session/session.svelte.ts";
import { OpenTable } from "../table/open.svelte.ts";
import type { Spoken } from "../speak/lines.ts";
import { sentence } from "../speak/speak.ts";
import { type Frame, framesOf } from "./frames.ts";
import { toldOf } from "./told.ts";

/** A frame is looked at so long at least when it plays. */
const LEAST_MS = 700;

/** The session as a table of long ago sees it: nothing can be asked of it and nobody hears anything. */
function onlooker(session: Session): Session {
  const nothing = () => {};
  const quiet = {
    get words() {
      return session.words;
    },
    get settings() {
      return session.settings;
    },
    get state() {
      return session.state;
    },
    connected: false,
    heardLines: null,
    send: nothing,
    command: () => null,
    seated: nothing,
    tell: nothing,
    play: nothing,
  };
  return quiet as unknown as Session;
}

export class Replay {
  readonly story: HandStory;
  readonly table: OpenTable;
  frames: Frame[] = $state.raw([]);
  /** Which frame is shown, from 0. */
  at: number = $state(0);
  playing: boolean = $state(false);
  #timer = 0;

  frame: Frame | null = $derived(this.frames[this.at] ?? null);
  last: number = $derived(Math.max(this.frames.length - 1, 0));
  /** What was told on the way, for each frame. */
  #told: Spoken[][] = $derived.by(() => (this.table.loaded ? toldOf(this.frames, this.table.loaded.game) : []));
  /** What led to the frame that is shown, in sentences. */
  sentences: string[] = $derived.by(() =>
    (this.#told[this.at] ?? []).map((spoken) => sentence(spoken, this.table.speaker)).filter(Boolean),
  );

  constructor(story: HandStory, session: Session) {
    this.story = story;
    this.table = new OpenTable(story.hand.table, onlooker(session));
    this.frames = framesOf(story);
    this.#show(null);
  }

  /** Fetches the game. */
  async load(): Promise<void> {
    await this.table.load(this.table.session.settings.language);
    this.#recount();
  }

  to(place: number): void {
    this.pause();
    this.#go(place);
  }

  step(by: number): void {
    this.to(this.at + by);
  }

  play(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.#go(0);
    this.playing = true;
    this.#tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    const here = this.frames[this.at]?.step;
    const next = this.frames[this.at + 1]?.step;
    if (!next) return this.pause();
    const holds = here ? (this.table.loaded?.game.holdMs(here, next) ?? 0) : 0;
    this.#timer = window.setTimeout(
      () => {
        this.#go(this.at + 1);
        if (this.playing) this.#tick();
      },
      Math.max(holds, LEAST_MS),
    );
  }

  #go(place: number): void {
    const from = this.at;
    this.at = Math.min(Math.max(place, 0), this.last);
    // One step on is told as it was; a leap is not.
    this.#show(this.at === from + 1 ? (this.frame?.step ?? null) : null);
  }

  #show(told: Frame["step"]): void {
    if (this.frame) this.table.recall(this.frame.followed, told);
    this.#recount();
  }

  /** The log has what was told up to here, wherever one came from. */
  #recount(): void {
    this.table.log = this.#told.slice(0, this.at + 1).flat();
  }
}
