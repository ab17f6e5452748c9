// Seka, as the frame needs it.
import type { TableView } from "../../protocol.ts";
import { cardsText } from "../../words/cards.ts";
import type { Game, Speech } from "../game.ts";
import Controls from "./Controls.svelte";
import Felt from "./Felt.svelte";
import type { SekaLine } from "./lines.ts";
import { marks } from "./marks.ts";
import { narrate } from "./narrate.ts";
import { holdMs } from "./pace.ts";
import { plan } from "./plan.ts";
import { gameOf, lies, ownOf, playerAt } from "./view.ts";
import type { SekaWords } from "./words/words.ts";

type Spoken = Speech<SekaWords>;

function sentence(line: SekaLine, { words, room, money }: Spoken): string {
  // Each kind has a function of its own lines; TypeScript cannot follow the pairing.
  const text = words.line[line.kind] as (said: SekaLine, ...rest: unknown[]) => string;
  return text(line, money, (cards: readonly string[]) => cardsText(room, cards));
}

/** The word at a seat: what was done there, with its price. */
function short(line: SekaLine, { words, money }: Spoken): string {
  const last = (action: Parameters<SekaWords["last"]>[0], name = "") => words.last(action, money, () => name);
  switch (line.kind) {
    case "ready":
      return line.ready ? words.mark.ready : "";
    case "checked":
      return last({ kind: "check" });
    case "called":
      return last({ kind: "call", pay: line.pay, counts: line.counts });
    case "dark":
      return last({ kind: "dark", pay: line.pay, counts: line.counts });
    case "raised":
      return last({ kind: "raise", to: line.to, pay: line.pay });
    case "folded":
      return last({ kind: "fold" });
    case "sentOff":
      return words.mark.lobby;
    case "revealed":
      return last({ kind: "reveal", pay: line.pay, target: line.target.seat }, line.target.name);
    case "voted":
      return last({ kind: "vote", yes: line.yes });
    case "entered":
      return last({ kind: "enter", pay: line.pay });
    case "passed":
      return last({ kind: "pass" });
    default:
      return "";
  }
}

/** Who took the last deal, with what. Two may have the same name: the player's number tells them apart. */
function result(view: TableView, speech: Spoken): string[] {
  const game = gameOf(view);
  if (view.running || !game || !lies(game)) return [];
  return Object.entries(game.players).flatMap(([at, player]) => {
    const taken = view.seats[at];
    if (!player.won || taken?.player !== player.player) return [];
    const seat = Number(at);
    const who = { seat, name: taken.name, you: view.own?.seat === seat };
    return [sentence({ kind: "won", amount: player.won, made: player.made ?? null, ...who }, speech)];
  });
}

function mine(view: TableView, { words, money }: Spoken): string {
  const seat = view.own?.seat;
  const player = seat === undefined ? undefined : playerAt(view, seat);
  const own = ownOf(view);
  if (!view.running || !player) return "";
  if (own?.entryLacks) return words.mine.entryLacks(money(own.entryLacks));
  if (player.entered) return words.mine.entered;
  if (player.lastAction?.kind === "vote") return words.mine.voted;
  if (player.status === "folded") return words.mine.folded;
  if (player.status === "tableWaiting") return words.mine.waits;
  return player.mode === "dark" ? words.mine.dark : "";
}

function isOut(view: TableView): boolean {
  const seat = view.own?.seat;
  return view.running && seat !== undefined && playerAt(view, seat)?.status === "folded";
}

function timeout(view: TableView, { words }: Spoken): string {
  const offers = ownOf(view)?.offers ?? [];
  if (view.own?.turn === undefined || offers.length === 0) return "";
  if (offers.some(({ kind }) => kind === "vote")) return words.timeout.vote;
  return offers.some(({ kind }) => kind === "enter") ? words.timeout.enter : words.timeout.fold;
}

function describe(what: "cards" | "board" | "pot", view: TableView, { words, room, money }: Spoken): string {
  const own = ownOf(view);
  const game = gameOf(view);
  switch (what) {
    case "cards": {
      if (own?.cards) return words.describe.cards(cardsText(room, own.cards), own.made ? words.made(own.made) : "");
      const dealt = view.own?.seat !== undefined && playerAt(view, view.own.seat)?.faceDown;
      return dealt ? words.describe.unseen : words.describe.noCards;
    }
    case "board":
      return game ? words.describe.board(words.stage[game.stage], money(game.stake)) : "";
    case "pot":
      return words.describe.pot(money(game?.pot ?? 0));
  }
}

export const game: Game<SekaWords, SekaLine> = {
  plan: () => plan,
  Felt,
  Controls,
  asks: (view) => {
    const own = ownOf(view);
    const acts = view.own?.turn !== undefined && (own?.offers ?? []).length > 0;
    return acts || (own?.says ?? []).length > 0 || Boolean(own?.missing || own?.tooMany);
  },
  marks,
  narrate,
  sentence,
  short,
  sound(line) {
    switch (line.kind) {
      case "dealt":
      case "yourCards":
      case "shown":
        return "card";
      case "checked":
      case "ready":
      case "voted":
        return "knock";
      case "called":
        return line.counts > 0 ? "chip" : "knock";
      case "raised":
      case "dark":
      case "revealed":
      case "entered":
      case "won":
        return "chip";
      case "yourTurn":
        return "turn";
      default:
        return null;
    }
  },
  holdMs,
  result,
  mine,
  isOut,
  timeout,
  describe,
};
