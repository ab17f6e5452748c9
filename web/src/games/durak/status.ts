// What the party waits for, in one line.
import type { Seat, TableView } from "../../protocol.ts";
import { gameOf, mayTurn, offersOf, playerAt } from "./view.ts";
import type { DurakWords } from "./words/words.ts";

export function status(view: TableView, words: DurakWords): string {
  const game = gameOf(view);
  if (!game || !view.running) return "";
  const you = view.own?.seat;
  const name = (seat: Seat | undefined) => (seat === undefined ? "" : (view.seats[seat]?.name ?? ""));
  const say = words.status;
  if (you !== undefined && playerAt(view, you)?.out) return say.youAreOut;
  const offers = offersOf(view);
  switch (game.stage) {
    case "lead":
      return game.attacker === you ? say.youLead : say.leads(name(game.attacker), name(game.defender), game.defender === you);
    case "defend":
      if (game.defender === you) return say.youDefend;
      return offers.attack?.length ? say.throwInNow(name(game.defender)) : say.defends(name(game.defender));
    case "shown":
      return game.defender === you ? say.youTransfer : say.shows(name(game.defender));
    case "throw":
    case "taking": {
      const taking = game.stage === "taking";
      if (mayTurn(view)) return taking ? say.youThrowMore(name(game.defender)) : say.youThrow;
      const throwers = (game.throwers ?? []).map(name).join(", ");
      return game.defender === you && taking ? say.youTake(throwers) : say.throws(throwers);
    }
    case "ready":
    case "refill":
      return say.nextRound;
    default:
      return "";
  }
}
