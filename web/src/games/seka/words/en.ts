import type { SekaHand, SekaMade } from "../../../protocol.ts";
import { pluralEn as plural } from "../../../words/plural.ts";
import { alike, type SekaWords } from "./words.ts";

const who = ({ name, you }: { name: string; you: boolean }) => (you ? "You" : name);

const hand: Record<SekaHand, string> = {
  three: "three alike",
  jokerAceSuit: "joker, ace, its suit",
  suitWithAce: "three with the ace",
  jokerSuit: "joker and a suit",
  suit: "three of a suit",
  twoAces: "two aces",
  jokerAce: "ace and joker",
  pairWithAce: "ace and its suit",
  joker: "joker",
  pair: "two of a suit",
  ace: "ace, three suits",
  nothing: "three suits",
};
const THREE: Record<string, string> = { A: "three aces", K: "three kings", Q: "three queens", J: "three jacks", T: "three tens" };

/** What it is counted as: of three alike, which. */
const counted = ({ kind, cards }: SekaMade) => (kind === "three" ? (THREE[alike(cards)] ?? hand.three) : (hand[kind] ?? ""));
const made = (said: SekaMade) => (counted(said) ? `${said.points}: ${counted(said)}` : `${said.points}`);
const points = (count: number) => `${count} ${plural(count, "point", "points")}`;
/** Half is paid, all of it counts. */
const paid = (pay: string, counts: string) => (pay === counts ? pay : `${pay}, ${counts} to the pot`);

export const words: SekaWords = {
  pot: "Pot",
  stake: "Stake",
  lent: (amount) => `${amount} lent by the house`,
  won: (amount) => `+${amount}`,
  stage: {
    waitingForPlayers: "Waiting for players",
    preparation: "Who is ready?",
    dealing: "Dealing",
    round1: "Round 1",
    round2: "Round 2",
    round3: "Round 3",
    revealPause: "Reveal",
    svaraVoting: "A tie: play a svara?",
    svaraEntry: "Entering the svara",
    svaraGame: "Svara",
    finished: "The deal is over",
    pauseBeforeNext: "The deal is over",
  },
  svara: (number, round) => (round > 0 ? `Svara ${number}, round ${round}` : `Svara ${number}`),
  reveal: (by, target, loser) => (loser === null ? `${by} and ${target}: equal` : `${by} and ${target}: ${loser} is lower`),
  tie: ({ names, points, pot, carried, entered }) =>
    [
      `${names}: ${points === null ? "" : `${points} each, `}pot ${pot}`,
      carried === null ? "" : carried ? "a svara" : "shared",
      entered ? `entered: ${entered}` : "",
    ]
      .filter(Boolean)
      .join("; "),
  chain: "Ties",
  gone: "somebody who left",
  bet: (amount) => `staked ${amount}`,
  mark: {
    dark: "dark",
    ready: "ready",
    waits: "waits",
    folded: "fold",
    tied: "tied",
    entered: "in the svara",
    lobby: "out of time",
    left: "leaving",
  },
  last: (action, money, name) => {
    switch (action.kind) {
      case "check":
        return "check";
      case "call":
        return action.counts > 0 ? `call ${money(action.pay)}` : "call";
      case "raise":
        return `raise ${money(action.to)}`;
      case "fold":
        return "fold";
      case "dark":
        return `dark ${money(action.pay)}`;
      case "reveal":
        return `reveal: ${name(action.target)}`;
      case "vote":
        return action.yes ? "svara" : "share";
      case "enter":
        return `in for ${money(action.pay)}`;
      case "pass":
        return "stays out";
      default:
        return "";
    }
  },
  hand,
  made,
  counted: (said) => counted(said) || hand.three,
  table: {
    open: "Points",
    title: "What a hand counts",
    about: (joker) =>
      joker ? `The best reading counts. The joker is the ${joker}; a pair with it is three alike.` : "The best reading counts.",
    yours: "yours now",
  },
  points,
  seconds: (seconds) => `${seconds}\u00a0s`,
  act: {
    left: (seconds) => `${seconds} s left.`,
    bar: "Your actions",
    ready: "Ready",
    notReady: "Not ready yet",
    readyWhy: "The deal begins when everybody is ready, or when time is up.",
    missing: (amount) => `You are ${amount} short of the table’s minimum.`,
    bring: "Add",
    tooMany: (amount) => `You have ${amount} more than the table takes.`,
    open: "Look",
    free: "free",
    dark: "Dark",
    check: "Check",
    call: "Call",
    raise: "Raise to",
    reveal: (name) => `Reveal: ${name}`,
    fold: "Fold",
    foldFree: "Staying in is free. Fold anyway?",
    pays: (amount) => `pay ${amount}`,
    counts: (amount) => `${amount} to the pot`,
    preset: { base: "One base more", double: "Double", most: "Max" },
    vote: "A tie. Play a svara for the whole pot, or share it?",
    voteYes: "Svara",
    voteNo: "Share",
    votePrices: (loser, waiting) => `Others may enter the svara: who lost for ${loser}, who waits for ${waiting}.`,
    enter: "Enter for",
    pass: "Stay out",
    enterWhy: (pot) => `Svara: a new deal for the pot of ${pot}.`,
  },
  line: {
    ready: (line) => `${who(line)}: ${line.ready ? "ready" : "not ready"}.`,
    dealt: ({ dealer, base }, money) => `${dealer} deals.${base === null ? "" : ` The stake is ${money(base)}.`}`,
    round: ({ round }) => `Round ${round}.`,
    yourCards: (line, _, say) => `Your cards: ${say(line.cards)}${line.made ? `. ${made(line.made)}` : ""}.`,
    opened: (line) => (line.you ? "You looked at your cards." : `${line.name} looks at their cards.`),
    checked: (line) => `${who(line)}: check.`,
    folded: (line) => `${who(line)}: fold.`,
    sentOff: (line) =>
      line.you
        ? "Your time ran out: folded, and back to the lobby."
        : `${line.name} ran out of time: folded, and out to the lobby.`,
    passed: (line) => `${who(line)}: out of the svara.`,
    waits: (line) => (line.you ? "You wait: you may enter a svara." : `${line.name} waits at the table.`),
    called: (line, money) => `${who(line)}: call${line.counts > 0 ? ` ${paid(money(line.pay), money(line.counts))}` : ""}.`,
    dark: (line, money) => `${who(line)}: dark ${paid(money(line.pay), money(line.counts))}.`,
    raised: (line, money) =>
      `${who(line)}: raise to ${money(line.to)}${line.pay === line.counts ? "" : ` for ${money(line.pay)}`}.`,
    revealed: (line, money) => {
      const asks = line.you ? "You compare hands" : `${line.name} compares hands`;
      return `${asks} with ${line.target.you ? "you" : line.target.name} for ${money(line.pay)}.`;
    },
    compared: (line, _, say) => `${line.name}: ${say(line.cards)}, ${made(line.made)}.`,
    lower: ({ loser }) => (loser === null ? "Equal." : loser.you ? "Yours is lower: fold." : `${loser.name} is lower: fold.`),
    shown: (line, _, say) => `${who(line)}: ${say(line.cards)}; ${made(line.made)}.`,
    voteOpened: (line, money) => `A tie: ${line.names.join(", ")}. The pot is ${money(line.pot)}. They vote on a svara.`,
    voted: (line) => `${who(line)}: ${line.yes ? "for a svara" : "against a svara"}.`,
    voteClosed: ({ carried }) => (carried ? "There will be a svara." : "No svara, the pot is shared."),
    entryOpened: (line, money) =>
      `The svara can be entered: who lost for ${money(line.loser)}, who waits for ${money(line.waiting)}.`,
    entered: (line, money) => `${line.you ? "You enter" : `${line.name} enters`} the svara for ${money(line.pay)}.`,
    svara: ({ number, names }) => `Svara ${number}: ${names.join(", ")}.`,
    settled: ({ repaid, rake }, money) =>
      [repaid > 0 ? `The house takes ${money(repaid)} back.` : "", rake > 0 ? `Rake ${money(rake)}.` : ""]
        .filter(Boolean)
        .join(" "),
    won: (line, money) => {
      const cards = line.made ? `, ${counted(line.made)}, ${points(line.made.points)},` : "";
      return line.you ? `You${cards} take ${money(line.amount)}.` : `${line.name}${cards} takes ${money(line.amount)}.`;
    },
    yourTurn: ({ price, may }, money) => {
      if (may === "vote") return "Vote: svara or share.";
      if (may === "enter") return `You may enter the svara for ${money(price ?? 0)}.`;
      if (price === null) return "Your turn. You have too little to call.";
      return price > 0 ? `Your turn. ${money(price)} to call.` : "Your turn. Staying in is free.";
    },
  },
  mine: {
    folded: "You folded",
    waits: "You wait for the next deal",
    entered: "You are in the svara",
    entryLacks: (amount) => `You lack ${amount} to enter the svara`,
    voted: "Your vote counts",
    dark: "You play dark",
  },
  timeout: {
    fold: "If your time runs out, you fold and go to the lobby.",
    vote: "Silence is a vote against the svara.",
    enter: "Who says nothing stays out of the svara.",
  },
  describe: {
    noCards: "You have no cards.",
    unseen: "Your cards are face down, you have not looked.",
    cards: (cards, makes) => (makes ? `Your cards: ${cards}. ${makes}.` : `Your cards: ${cards}.`),
    board: (stage, stake) => `${stage}. The stake is ${stake}.`,
    pot: (amount) => `Pot: ${amount}.`,
  },
};
