// What is said in one place, at a table or in the lobby, without those the person does not want to hear.
import type { ChatLine, PlayerId, Reaction, Refusal, Said } from "../protocol.ts";
import type { Session } from "../session/session.svelte.ts";

/** So many lines are kept. */
const LINES = 200;
/** So long something hangs over the plate of whoever said it. */
const BUBBLE_MS = 4_000;

export class Talk {
  lines: readonly ChatLine[] = $state.raw([]);
  unread: number = $state(0);
  /** Is the panel open? Then everything is read. */
  open: boolean = $state(false);
  refused: Refusal | null = $state.raw(null);
  /** What somebody said a moment ago. */
  bubbles: ReadonlyMap<PlayerId, Said> = $state.raw(new Map());
  readonly #session: Session;
  readonly #table: string | null;
  #last = 0;

  constructor(session: Session, table: string | null) {
    this.#session = session;
    this.#table = table;
  }

  /** What the person wants to read. */
  get heard(): readonly ChatLine[] {
    const { ignored } = this.#session;
    return this.lines.filter(({ player }) => !ignored.has(player));
  }

  hear(lines: readonly ChatLine[]): void {
    // A room that was started anew counts from the beginning.
    if (lines.length > 1 && (lines.at(-1)?.number ?? 0) < this.#last) [this.#last, this.lines] = [0, []];
    const fresh = lines.filter(({ number }) => number > this.#last);
    if (fresh.length === 0) {
      // One line with a low number: the same, said alone.
      if (lines.length !== 1 || lines[0]?.number !== 1 || this.#last <= 1) return;
      [this.#last, this.lines] = [0, []];
      return this.hear(lines);
    }
    const first = this.#last === 0 && fresh.length > 1;
    this.#last = fresh.at(-1)?.number ?? this.#last;
    this.lines = [...this.lines, ...fresh].slice(-LINES);
    if (first) return;
    for (const line of fresh) {
      if (this.#session.ignored.has(line.player)) continue;
      this.#hang(line);
      const own = line.player === this.#session.state.you?.id;
      if (!own && !this.open && line.said.as === "text") this.unread += 1;
    }
  }

  say(text: string): void {
    if (text.trim() !== "") this.#say({ as: "text", text });
  }

  react(reaction: Reaction): void {
    this.#say({ as: "reaction", reaction });
  }

  read(open: boolean): void {
    this.open = open;
    this.unread = 0;
    this.refused = null;
  }

  #say(said: Said): void {
    this.refused = null;
    const where = this.#table === null ? {} : { table: this.#table };
    this.#session.command({ type: "chat", said, ...where });
  }

  #hang({ player, said }: ChatLine): void {
    this.bubbles = new Map(this.bubbles).set(player, said);
    setTimeout(() => {
      if (this.bubbles.get(player) !== said) return;
      const next = new Map(this.bubbles);
      next.delete(player);
      this.bubbles = next;
    }, BUBBLE_MS);
  }
}
