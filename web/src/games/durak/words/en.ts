import type { Named } from "../lines.ts";
import { pluralEn as plural } from "../../../words/plural.ts";
import type { DurakWords } from "./words.ts";

const who = ({ name, you }: Named) => (you ? "You" : name);
const does = (one: Named, you: string, other: string) => (one.you ? `You ${you}` : `${one.name} ${other}`);
const whom = ({ name, you }: Named) => (you ? "you" : name);
const list = (people: readonly Named[]) => people.map(who).join(" and ");
const cardsOf = (count: number) => `${count} ${plural(count, "card", "cards")}`;

export const words: DurakWords = {
  hand: "Your cards",
  cards: cardsOf,
  points: (count) => `${count} pt`,
  won: (amount) => `+${amount}`,
  tableEmpty: "The table is empty.",
  onTable: (piles) => `On the table: ${piles}.`,
  beaten: (attack, by) => `${attack} beaten by ${by}`,
  unbeaten: (attack) => `${attack} to beat`,
  deckText: (deck, trump, discarded) =>
    `${trump ? `Trump: ${trump}. ` : "No trump yet. "}${cardsOf(deck)} in the deck, ${discarded} discarded.`,
  beatThis: (card) => `Beat ${card}`,
  showsCard: (card) => `Shown: ${card}`,
  act: {
    bar: "Your turn",
    take: "Take",
    done: "Done",
    pass: "Pass",
    transfer: "Transfer",
    show: "Transfer",
    to: (name) => `to ${name}`,
    beat: "Beat",
    lead: "Lead",
    throwIn: "Throw in",
    several: (count, lead) => `${lead ? "Lead" : "Throw in"} ${count}`,
    pick: "Or pick a card",
    noneFits: (defends) => (defends ? "Nothing beats it" : "Nothing to throw in"),
  },
  ready: { begin: "Ready to play", nextParty: "Go on", again: "Play again" },
  notReady: "Not ready",
  stakeOf: (amount) => `stake ${amount}`,
  within: (seconds, loses) => (loses ? `Answer within ${seconds} s, or the seat is free` : `Next party in ${seconds} s`),
  surrender: "Give up",
  surrenderSure: "Give up and be the fool?",
  playOn: "Play on",
  leaving: "Leave the table? A party is on: leaving means giving up and being the fool.",
  away: "Step away",
  back: "I am back",
  waits: "Waiting until every seat is taken",
  mark: {
    attacks: "attacks",
    defends: "defends",
    takes: "takes",
    throwsIn: "may throw in",
    done: "done",
    passed: "pass",
    out: "out",
    away: "away",
    ready: "ready",
    fool: "the fool",
  },
  deed: { takes: "take", done: "done", passes: "pass", transfers: "transfer", shows: "shows", out: "out" },
  status: {
    youLead: "Your lead",
    leads: (attacker, defender, you) => (you ? `${attacker} attacks you` : `${attacker} attacks ${defender}`),
    youDefend: "Beat the cards or take them",
    defends: (name) => `${name} defends`,
    throwInNow: (name) => `${name} defends; you may throw in`,
    youTransfer: "Transfer the card you showed",
    shows: (name) => `${name} shows a card and transfers`,
    youThrow: "Throw in, or say done",
    youThrowMore: (name) => `${name} takes. Throw in, or pass`,
    throws: (names) => (names ? `May throw in: ${names}` : "Nobody throws in"),
    youTake: (names) => (names ? `You take. May throw in: ${names}` : "You take"),
    nextRound: "Drawing cards",
    youAreOut: "You are out, without a card",
  },
  timeout: {
    loses: "If your time runs out, you lose the party.",
    leads: "If your time runs out, your lowest card is led.",
    takes: "If your time runs out, you take.",
    transfers: "If your time runs out, the card you showed is transferred.",
    finishes: "If your time runs out, you throw in nothing more.",
    goesOn: "If your time runs out, the game goes on.",
    losesSeat: "If your time runs out, the seat is free.",
  },
  line: {
    began: ({ party, stake }, money) => `Party ${party}${stake ? `, stake ${money(stake)}` : ""}.`,
    yourCards: ({ cards }, _, say) => `Your cards: ${say(cards)}.`,
    round: (line, _, say) =>
      [
        line.trump ? `Trump: ${say([line.trump])}.` : "",
        line.lowest ? `Lowest trump, ${say([line.lowest])}: ${line.you ? "yours" : line.name}.` : "",
        `${does(line, "attack", "attacks")} ${whom(line.defender)}.`,
      ]
        .filter(Boolean)
        .join(" "),
    drew: (line) => `${does(line, "draw", "draws")} ${cardsOf(line.cards)}.`,
    led: (line, _, say) => `${does(line, "lead", "leads")} ${say([line.card])}.`,
    threwIn: (line, _, say) => `${does(line, "throw in", "throws in")} ${say([line.card])}.`,
    showed: (line, _, say) => `${does(line, "show", "shows")} ${say([line.card])}.`,
    beat: (line, _, say) => `${does(line, "beat", "beats")} ${say([line.attack])} with ${say([line.card])}.`,
    transferred: (line, _, say) => `${does(line, "transfer", "transfers")} with ${say([line.card])} to ${whom(line.to)}.`,
    takes: (line) => `${does(line, "take", "takes")}.`,
    finished: (line) => `${who(line)}: ${line.taking ? "pass" : "done"}.`,
    out: (line) => `${does(line, "are out", "is out")}.`,
    away: (line) => `${does(line, "step away", "steps away")}.`,
    back: (line) => `${does(line, "are back", "is back")}.`,
    took: (line) => `${does(line, "pick up", "picks up")} ${cardsOf(line.count)}.`,
    discarded: ({ count }) => `All beaten: ${cardsOf(count)} discarded.`,
    partyOver: ({ ending, by, fools }) => {
      if (fools.length === 0)
        return ending === "noDiscards" ? "A draw: the cards go round in circles." : "A draw: nobody has a card left.";
      const why =
        ending === "surrender" && by
          ? `${does(by, "give up", "gives up")}. `
          : ending === "outOfTime" && by
            ? `${by.you ? "Your time" : `${by.name}’s time`} ran out. `
            : "";
      const one = fools.length === 1 ? fools[0] : undefined;
      return `${why}${one ? `${does(one, "are the fool", "is the fool")}.` : `The fools: ${list(fools)}.`}`;
    },
    gameOver: ({ winners }) => (winners.length === 0 ? "The game is a draw." : `The game goes to ${list(winners)}.`),
    paid: (line, money) => `${does(line, "get", "gets")} ${money(line.amount)}.`,
    said: (line) =>
      ({
        ready: `${does(line, "are ready", "is ready")}.`,
        notReady: `${does(line, "are not ready", "is not ready")}.`,
        away: `${does(line, "step away", "steps away")}.`,
        back: `${does(line, "are back", "is back")}.`,
      })[line.word],
    yourTurn: ({ what, cards }, _, say) =>
      ({
        lead: "Your lead.",
        defend: `Beat or take: ${say(cards)}.`,
        throwIn: "Throw in, or say done.",
        throwMore: "Throw in, or pass.",
        mayThrow: "You may throw in.",
        transfer: `Transfer the card you showed: ${say(cards)}.`,
      })[what],
  },
  describe: {
    noCards: "You have no cards.",
    cards: (cards) => `Your cards: ${cards}.`,
    pot: (amount) => `The pool: ${amount}.`,
  },
};
