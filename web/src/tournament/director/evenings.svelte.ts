// Evenings with real cards: the list, the one that is run or looked at, and what its director says.
import type { Command, Outcome } from "../../net/outbox.ts";
import type { EveningOrder, EveningView, Language, LobbyEvening, Refusal, ToClient } from "../../protocol.ts";
import type { Route } from "../../session/route.ts";
import type { Session } from "../../session/session.svelte.ts";
import { loadWords } from "../words/load.ts";
import type { TournamentWords } from "../words/words.ts";

type Told = Extract<ToClient, { type: "evenings" | "evening" | "noEvening" }>;
type Shown = Extract<Route, { screen: "directors" | "director" | "screen" }>;

export class Evenings {
  /** The evenings the person runs; nothing until the room has said. */
  list: LobbyEvening[] | null = $state.raw(null);
  view: EveningView | null = $state.raw(null);
  missing: boolean = $state(false);
  words: TournamentWords | null = $state.raw(null);
  /** The command that has no answer yet. */
  sent: Command | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  shown: Shown = $state.raw({ screen: "directors" });

  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
    void this.load(session.settings.language);
  }

  async load(language: Language): Promise<void> {
    const words = await loadWords(language);
    if (this.session.settings.language === language) this.words = words;
  }

  show(route: Shown): void {
    [this.shown, this.view, this.missing, this.refused] = [route, null, false, null];
    this.again();
  }

  /** Asks the room, also after the connection was lost. */
  again(): void {
    switch (this.shown.screen) {
      case "directors":
        return this.session.send({ type: "evenings" });
      case "director":
        return this.session.send({ type: "followEvening", evening: this.shown.evening });
      case "screen":
        return this.session.send({ type: "screen", screen: this.shown.secret });
    }
  }

  get #asked(): string | null {
    if (this.shown.screen === "director") return this.shown.evening;
    return this.shown.screen === "screen" ? this.shown.secret : null;
  }

  hear(message: Told): void {
    if (message.type === "evenings") this.list = message.evenings;
    else if (message.evening !== this.#asked) return;
    else if (message.type === "evening") [this.view, this.missing] = [message.view, false];
    else if (this.session.state.you !== undefined) [this.view, this.missing] = [null, true];
  }

  say(order: EveningOrder): void {
    if (this.shown.screen !== "director" || this.sent !== null) return;
    this.refused = null;
    this.sent = this.session.command({ type: "report", evening: this.shown.evening, order });
  }

  answered(outcome: Outcome): void {
    if (outcome.kind === "again") return;
    this.sent = null;
    if (outcome.kind === "refused") this.refused = outcome.reason;
    else if (outcome.command.type === "report" && outcome.command.order.order === "forget")
      this.session.go({ screen: "directors" });
  }
}
