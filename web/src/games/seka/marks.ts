// What Seka says about a seat.
import type { Seat, TableView } from "../../protocol.ts";
import { cardsText } from "../../words/cards.ts";
import type { Marks, Speech } from "../game.ts";
import { facesAt, gameOf, isIn, lies, playerAt } from "./view.ts";
import type { SekaWords } from "./words/words.ts";

/** The word at a plate that lasts. */
function tab(view: TableView, seat: Seat, { words, money }: Speech<SekaWords>): string {
  const game = gameOf(view);
  const player = playerAt(view, seat);
  if (!game || !player) return "";
  if (player.status === "tableReady") return words.mark.ready;
  if (!lies(game)) return "";
  if (player.lastAction) return words.last(player.lastAction, money, (at) => view.seats[at]?.name ?? "");
  if (player.entered) return words.mark.entered;
  if (player.status === "folded") return words.mark.folded;
  if (player.status === "tableWaiting") return view.running ? words.mark.waits : "";
  return player.mode === "dark" && player.status === "inGame" ? words.mark.dark : "";
}

/** What lies before a seat, for those who listen. */
function described(view: TableView, seat: Seat, { words, room, money }: Speech<SekaWords>): string {
  const player = playerAt(view, seat);
  const faces = facesAt(view, seat);
  const parts = [
    faces && player?.status !== "folded" ? cardsText(room, faces.cards) : "",
    faces?.made ? words.made(faces.made) : "",
    player?.bet ? words.bet(money(player.bet)) : "",
    player?.mode === "dark" ? words.mark.dark : "",
  ];
  return parts.filter(Boolean).join("; ");
}

export function marks(view: TableView, seat: Seat, speech: Speech<SekaWords>): Marks {
  const { words, money } = speech;
  const game = gameOf(view);
  const player = playerAt(view, seat);
  const faces = facesAt(view, seat);
  const deal = game !== undefined && lies(game);
  const marks: Marks = {
    out: deal ? !isIn(player) : player?.status !== "tableReady",
    dealer: deal && game.dealer === seat,
    described: described(view, seat, speech),
  };
  const word = tab(view, seat, speech);
  if (word) marks.tab = word;
  if (faces?.made && deal) {
    const points = view.own?.seat === seat ? words.made(faces.made) : words.points(faces.made.points);
    // A vote is seen beside the cards it is about.
    marks.holds = player?.lastAction?.kind === "vote" ? `${faces.made.points} · ${word}` : points;
  }
  if (player?.won) marks.won = words.won(money(player.won));
  return marks;
}
