// Durak, as the frame needs it.
import type { Step, TableView } from "../../protocol.ts";
import { cardsText } from "../../words/cards.ts";
import type { Game, Speech } from "../game.ts";
import Controls from "./Controls.svelte";
import Felt from "./Felt.svelte";
import type { DurakLine, Named } from "./lines.ts";
import { marks } from "./marks.ts";
import { narrate } from "./narrate.ts";
import { plan } from "./plan.ts";
import { deckText, tableText } from "./spoken.ts";
import { gameOf, handOf, offersOf, ownOf } from "./view.ts";
import type { DurakWords } from "./words/words.ts";

type Spoken = Speech<DurakWords>;

function sentence(line: DurakLine, { words, room, money }: Spoken): string {
  // Each kind has a function of its own lines; TypeScript cannot follow the pairing.
  const text = words.line[line.kind] as (said: DurakLine, ...rest: unknown[]) => string;
  return text(line, money, (cards: readonly string[]) => cardsText(room, cards));
}

function short(line: DurakLine, { words }: Spoken): string {
  switch (line.kind) {
    case "takes":
      return words.deed.takes;
    case "finished":
      return line.taking ? words.deed.passes : words.deed.done;
    case "transferred":
      return words.deed.transfers;
    case "showed":
      return words.deed.shows;
    case "out":
      return words.deed.out;
    case "said":
      return line.word === "ready" ? words.mark.ready : "";
    default:
      return "";
  }
}

const has = (step: Step, ...whats: string[]): boolean =>
  (step.events ?? []).some((event) => whats.includes(event.kind === "durak" ? event.what : event.kind));

/** How the last party ended, and what it paid; stays until the next. */
function result(view: TableView, speech: Spoken): string[] {
  const game = gameOf(view);
  if (view.running || !game?.outcome) return [];
  const called = (seat: number): Named => ({ name: view.seats[seat]?.name ?? "", you: view.own?.seat === seat });
  const { ending, by, fools, paid } = game.outcome;
  const there = [...fools, ...(by === undefined ? [] : [by])].every((seat) => view.seats[seat]?.inHand);
  if (!there) return [];
  const lines = [
    sentence({ kind: "partyOver", ending, by: by === undefined ? null : called(by), fools: fools.map(called) }, speech),
  ];
  if (game.gameOver && game.party > 1)
    lines.push(sentence({ kind: "gameOver", winners: game.gameOver.winners.map(called) }, speech));
  const own = view.own?.seat;
  const amount = own === undefined ? undefined : (game.gameOver?.paid?.[own] ?? paid?.[own]);
  if (own !== undefined && amount) lines.push(sentence({ kind: "paid", amount, seat: own, ...called(own) }, speech));
  return lines;
}

export const game: Game<DurakWords, DurakLine> = {
  plan: () => plan,
  Felt,
  Controls,
  asks(view) {
    const own = ownOf(view);
    if (!own) return false;
    const offers = offersOf(view);
    return offers.surrender === true || offers.back === true || (own.words ?? []).some((word) => word !== "away");
  },
  marks,
  narrate,
  sentence,
  short,
  sound(line) {
    switch (line.kind) {
      case "led":
      case "threwIn":
      case "beat":
      case "transferred":
      case "yourCards":
        return "card";
      case "takes":
      case "finished":
        return "knock";
      case "paid":
        return "chip";
      case "yourTurn":
        return "turn";
      default:
        return null;
    }
  },
  holdMs(step) {
    if (has(step, "roundOver")) return 650;
    if (has(step, "takes", "finished", "showed", "transferred", "out")) return 450;
    if (has(step, "led", "threwIn", "beat", "drew", "round")) return 350;
    return 0;
  },
  result,
  mine: (view, { words }) => {
    const own = view.own?.seat;
    if (own === undefined) return "";
    if (view.running) return gameOf(view)?.players[own]?.out ? words.status.youAreOut : "";
    return gameOf(view)?.asks === undefined ? words.waits : "";
  },
  timeout: (view, { words }) => {
    const does = ownOf(view)?.timeout;
    return does ? words.timeout[does.kind] : "";
  },
  leaving: ({ words }) => words.leaving,
  describe(what, view, { words, room, money }) {
    const game = gameOf(view);
    const own = handOf(view);
    switch (what) {
      case "cards":
        return own.length > 0 ? words.describe.cards(cardsText(room, own)) : words.describe.noCards;
      case "board":
        return game ? `${tableText(game, words, room)} ${deckText(game, words, room)}` : words.tableEmpty;
      case "pot":
        return words.describe.pot(money(game?.pool ?? 0));
    }
  },
};
