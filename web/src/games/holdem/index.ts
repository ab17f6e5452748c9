// Hold'em, as the frame needs it.
import type { TableView } from "../../protocol.ts";
import type { Line } from "../../speak/lines.ts";
import { cardsText } from "../../words/cards.ts";
import type { Game, Speech } from "../game.ts";
import After from "./After.svelte";
import Controls from "./Controls.svelte";
import Felt from "./Felt.svelte";
import type { HoldemLine } from "./lines.ts";
import { marks } from "./marks.ts";
import { deedOf, narrate } from "./narrate.ts";
import { holdMs } from "./pace.ts";
import { planFor } from "./plan.ts";
import { boardOf, gameOf, mayDecide, mayDecideLater, ownOf, playerAt } from "./view.ts";
import Straddle from "./Straddle.svelte";
import type { HoldemWords } from "./words/words.ts";

type Spoken = Speech<HoldemWords>;

function sentence(line: HoldemLine, { words, room, money }: Spoken): string {
  // Each kind has a function of its own lines; TypeScript cannot follow the pairing.
  const text = words.line[line.kind] as (said: HoldemLine, ...rest: unknown[]) => string;
  return text(line, money, (cards: readonly string[]) => cardsText(room, cards), words);
}

function short(line: HoldemLine, { words, money }: Spoken): string {
  const done = deedOf(line);
  return done ? words.deed[done.deed](done.amount === null ? "" : money(done.amount)).trim() : "";
}

type Won = Extract<HoldemLine, { kind: "won" }>;

/** Pot by pot as it was told, from the first one that is paid; without that, as the table shows it. */
function result(view: TableView, speech: Spoken, told: readonly Line[] = []): string[] {
  const paid = told.filter((line): line is Won => line.kind === "won");
  // The first knows of those to come, the last of those before it: what was said stays as it was.
  const several = paid.some((line) => line.several);
  const won = paid.length > 0 ? paid.map((line) => ({ ...line, several })) : view.running ? [] : wonAsSeen(view);
  return won.map((line) => sentence(line, speech));
}

/** Who has what of the last hand. Two may have the same name: the player's number tells them apart. */
function wonAsSeen(view: TableView): Won[] {
  const lines = Object.entries(gameOf(view)?.players ?? {}).flatMap(([at, player]): Won[] => {
    const taken = view.seats[at];
    if (!player.won || taken?.player !== player.player) return [];
    const seat = Number(at);
    const who = { seat, name: taken.name, you: view.own?.seat === seat };
    // Of several boards each has its own winners.
    const parts = player.runs?.map((run, index) => ({ ...run, board: index + 1 })) ?? [{ ...player, board: 0 }];
    return parts.flatMap(({ won, made, kicker, board }): Won[] => {
      if (!won) return [];
      const cards = { made: player.cards ? (made ?? null) : null, kicker: kicker ?? null };
      return [{ kind: "won", amount: won, pot: 0, several: false, ...cards, ...(board > 0 ? { board } : {}), ...who }];
    });
  });
  return lines.toSorted((one, other) => (one.board ?? 0) - (other.board ?? 0));
}

function mine(view: TableView, { words }: Spoken): string {
  const seat = view.own?.seat;
  const player = seat === undefined ? undefined : playerAt(view, seat);
  if (!view.running || !player) return "";
  if (player.folded) return words.mine.folded;
  const asked = (gameOf(view)?.asked ?? []).flatMap((at) => view.seats[at]?.name ?? []);
  if (asked.length > 0) return words.mine.asked(asked.join(", "));
  return player.allIn ? words.mine.allIn : "";
}

function isOut(view: TableView): boolean {
  const seat = view.own?.seat;
  return view.running && seat !== undefined && playerAt(view, seat)?.folded === true;
}

function describe(what: "cards" | "board" | "pot", view: TableView, { words, room, money }: Spoken): string {
  const own = ownOf(view);
  const board = boardOf(view);
  switch (what) {
    case "cards":
      if (!own || own.cards.length === 0) return words.describe.noCards;
      return words.describe.cards(cardsText(room, own.cards), own.made ? words.made(own.made, null) : "");
    case "board": {
      const boards = gameOf(view)?.boards ?? [];
      if (boards.length > 1) {
        return boards.map((cards, row) => `${words.boardNumber(row + 1)}: ${cardsText(room, cards)}.`).join(" ");
      }
      return board.length > 0 ? words.describe.board(cardsText(room, board)) : `${words.noBoard}.`;
    }
    case "pot":
      return words.describe.pot(money(gameOf(view)?.total ?? 0));
  }
}

export const game: Game<HoldemWords, HoldemLine> = {
  unit: ({ game }) => (game.game === "holdem" ? game.bigBlind : null),
  plan: ({ game }) => (game.game === "holdem" ? planFor(game.holeCards, game.options?.runItTwice === true) : planFor(2)),
  Felt,
  Controls,
  After,
  Menu: Straddle,
  asks: (view) => mayDecide(view) || mayDecideLater(view),
  marks,
  narrate,
  sentence,
  short,
  sound(line) {
    switch (line.kind) {
      case "street":
      case "yourCards":
        return "card";
      case "checked":
        return "knock";
      case "called":
      case "bet":
      case "raised":
      case "posted":
      case "won":
        return "chip";
      case "yourTurn":
      case "runTwiceYou":
        return "turn";
      default:
        return null;
    }
  },
  holdMs,
  result,
  mine,
  isOut,
  timeout: (view, { words }) => {
    const does = ownOf(view)?.timeout;
    return (does && words.timeout[does]) ?? "";
  },
  describe,
};
