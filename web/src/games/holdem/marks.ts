// What Hold'em says about a seat.
import type { Chips, LastAction, Seat, TableView } from "../../protocol.ts";
import { cardsText } from "../../words/cards.ts";
import { remember } from "../../stage/steady.ts";
import type { Marks, Speech } from "../game.ts";
import { gameOf, ownOf, playerAt } from "./view.ts";
import type { HoldemWords } from "./words/words.ts";

function lastDeed(action: LastAction, { words, money }: Speech<HoldemWords>): string {
  const amount: Chips | null = "amount" in action ? action.amount : "to" in action ? action.to : null;
  const say = words.deed[action.kind] as ((amount: string) => string) | undefined;
  return say?.(amount === null ? "" : money(amount)) ?? "";
}

/** What lies before a seat, for those who listen. */
function described(view: TableView, seat: Seat, { words, room, money }: Speech<HoldemWords>): string {
  const player = playerAt(view, seat);
  if (!player) return "";
  const cards = player.cards ?? (view.own?.seat === seat ? ownOf(view)?.cards : undefined);
  const parts = [cards && !player.folded ? cardsText(room, cards) : "", player.bet ? words.deed.bet(money(player.bet)) : ""];
  return parts.filter(Boolean).join("; ");
}

/** Said again only when something about the seat is new. */
const kept = remember<Marks>();

export function marks(view: TableView, seat: Seat, speech: Speech<HoldemWords>): Marks {
  const own = view.own?.seat === seat ? view.own.game : undefined;
  const dealer = gameOf(view)?.button === seat;
  return kept(seat, [playerAt(view, seat), own, dealer, view.running, speech], () => marksOf(view, seat, speech));
}

function marksOf(view: TableView, seat: Seat, speech: Speech<HoldemWords>): Marks {
  const { words, worth } = speech;
  const game = gameOf(view);
  const player = playerAt(view, seat);
  const inHand = player !== undefined && !player.folded && !player.mucked;
  const own = view.own?.seat === seat;
  const made = player?.made ?? (own ? ownOf(view)?.made : undefined);
  const deed = player?.lastAction && view.running ? lastDeed(player.lastAction, speech) : "";
  const marks: Marks = { out: !inHand, dealer: game?.button === seat, described: described(view, seat, speech) };
  // All-in outlasts the street it was said on.
  const tab = inHand && player.allIn && view.running && !player.cards ? words.allInMark : deed;
  if (tab) marks.tab = tab;
  const runs = player?.runs?.flatMap((run) => (run.made ? [words.madeName[run.made.kind]] : [])) ?? [];
  if (inHand && made) marks.holds = words.madeName[made.kind] ?? "";
  else if (inHand && runs.length > 0) marks.holds = runs.join(" / ");
  if (player?.won) marks.won = words.won(worth(player.won));
  return marks;
}
