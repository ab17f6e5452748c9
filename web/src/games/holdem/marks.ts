// What Hold'em says about a seat.
import type { Chips, LastAction, Made, Seat, TableView } from "../../protocol.ts";
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

/** What cards make, in a word or two. */
const madeIn = ({ kind, cards }: Made, words: HoldemWords): string =>
  kind === "highCard" ? words.high(cards[0]?.[0] ?? "") : (words.madeName[kind] ?? "");

/** Has the button, or is the empty chair it lies at. Whoever sits down at a dead button in mid-hand does not get it. */
const isButton = (view: TableView, seat: Seat): boolean =>
  gameOf(view)?.button === seat && (view.seats[seat] === undefined || playerAt(view, seat) !== undefined);

/** Said again only when something about the seat is new. */
const kept = remember<Marks>();

export function marks(view: TableView, seat: Seat, speech: Speech<HoldemWords>): Marks {
  const own = view.own?.seat === seat ? view.own.game : undefined;
  return kept(seat, [playerAt(view, seat), own, isButton(view, seat), view.running, speech], () => marksOf(view, seat, speech));
}

function marksOf(view: TableView, seat: Seat, speech: Speech<HoldemWords>): Marks {
  const { words, worth } = speech;
  const player = playerAt(view, seat);
  const inHand = player !== undefined && !player.folded && !player.mucked;
  const own = view.own?.seat === seat;
  const made = player?.made ?? (own ? ownOf(view)?.made : undefined);
  const deed = player?.lastAction && view.running ? lastDeed(player.lastAction, speech) : "";
  const marks: Marks = { out: !inHand, dealer: isButton(view, seat), described: described(view, seat, speech) };
  // Who threw their cards away has a mark as long as those who showed theirs.
  const tab = player?.mucked && !view.running && !player.cards ? words.deed.muck("") : deed;
  if (tab) marks.tab = tab;
  // All-in outlasts the street it was said on.
  if (inHand && player.allIn && view.running) marks.allIn = words.allInMark;
  const runs = player?.runs?.flatMap((run) => (run.made ? [madeIn(run.made, words)] : [])) ?? [];
  if (inHand && made) marks.holds = madeIn(made, words);
  else if (inHand && runs.length > 0) marks.holds = runs.join(" / ");
  if (player?.won) marks.won = words.won(worth(player.won));
  return marks;
}
