import type { Made } from "../../../protocol.ts";
import type { HoldemLine } from "../lines.ts";
import type { HoldemWords } from "./words.ts";

const ONE: Record<string, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const one = (rank: string | undefined) => ONE[rank ?? ""] ?? "";
const many = (rank: string | undefined) => (rank === "6" ? "sixes" : `${one(rank)}s`);

/** The ranks of a made hand, each once, as they are read out. */
const ranksOf = ({ cards }: Made) => [...new Set(cards.map((card) => card[0]))];

function made(hand: Made, kicker: string | null): string {
  const [first, second] = ranksOf(hand);
  const decided =
    kicker === null || one(kicker) === ""
      ? ""
      : ` with ${one(kicker) === "ace" || one(kicker) === "eight" ? "an" : "a"} ${one(kicker)} kicker`;
  switch (hand.kind) {
    case "highCard":
      return `${one(first)} high${decided}`;
    case "pair":
      return `a pair of ${many(first)}${decided}`;
    case "twoPair":
      return `two pair, ${many(first)} and ${many(second)}${decided}`;
    case "threeOfAKind":
      return `three ${many(first)}${decided}`;
    case "straight":
      return `a straight to the ${one(first)}`;
    case "flush":
      return `a flush, ${one(first)} high${decided}`;
    case "fullHouse":
      return `a full house, ${many(first)} full of ${many(second)}`;
    case "fourOfAKind":
      return `four ${many(first)}${decided}`;
    case "straightFlush":
      return first === "A" ? "a royal flush" : `a straight flush to the ${one(first)}`;
    default:
      return "";
  }
}

const who = ({ name, you }: { name: string; you: boolean }) => (you ? "You" : name);
const street = ["", "Flop", "Turn", "River"];

function won(line: Extract<HoldemLine, { kind: "won" }>, amount: string): string {
  const pot = line.several ? (line.pot === 0 ? " from the main pot" : ` from side pot ${line.pot}`) : "";
  const cards = line.made ? `, ${made(line.made, line.kicker)},` : "";
  const board = line.board ? `Board ${line.board}: ` : "";
  return line.you
    ? `${board}${board ? "you" : "You"}${cards} take ${amount}${pot}.`
    : `${board}${line.name}${cards} takes ${amount}${pot}.`;
}

export const words: HoldemWords = {
  pot: "Pot",
  sidePot: (number) => `Side pot ${number}`,
  total: "Total",
  board: "Board",
  noBoard: "No cards on the board yet",
  boardNumber: (number) => `Board ${number}`,
  won: (amount) => `+${amount}`,
  allInMark: "all-in",
  act: {
    bar: "Your actions",
    fold: "Fold",
    check: "Check",
    call: "Call",
    callAllIn: "Call all-in",
    bet: "Bet",
    raise: "Raise to",
    allIn: "All-in",
    show: "Show",
    muck: "Muck",
    showAfter: "Show your cards to the table",
    showCard: (card) => `Show ${card}`,
    showAll: "Show all",
    runTwiceAsk: "Run it twice?",
    runTwiceHint: "If everybody agrees: the pot is split between two boards",
    runTwice: "Twice",
    runOnce: "Once",
    straddle: "Straddle",
    straddleHint: "Post it whenever you are under the gun",
    preset: {
      least: "Min",
      twoAndAHalf: "2.5×",
      three: "3×",
      thirdPot: "1/3",
      halfPot: "1/2",
      twoThirdsPot: "2/3",
      pot: "Pot",
      most: "Max",
      allIn: "All-in",
    },
    presetSpoken: {
      twoAndAHalf: "Two and a half times",
      three: "Three times",
      thirdPot: "A third of the pot",
      halfPot: "Half the pot",
      twoThirdsPot: "Two thirds of the pot",
    },
    foldFree: "Checking is free. Fold anyway?",
    foldAnyway: "Fold",
    inPot: (amount) => `${amount} in the pot`,
    before: "Before your turn",
    beforeCheckFold: "Check or fold",
    beforeCheck: "Check",
    beforeCall: (price) => `Call ${price}`,
  },
  deed: {
    fold: () => "fold",
    check: () => "check",
    call: (amount) => `call ${amount}`,
    bet: (amount) => `bet ${amount}`,
    raise: (amount) => `raise ${amount}`,
    allIn: (amount) => `all-in ${amount}`,
    smallBlind: (amount) => `blind ${amount}`,
    bigBlind: (amount) => `blind ${amount}`,
    straddle: (amount) => `straddle ${amount}`,
    ante: (amount) => `ante ${amount}`,
    post: (amount) => `post ${amount}`,
    dead: (amount) => `owed ${amount}`,
    muck: () => "muck",
  },
  madeName: {
    highCard: "high card",
    pair: "pair",
    twoPair: "two pair",
    threeOfAKind: "trips",
    straight: "straight",
    flush: "flush",
    fullHouse: "full house",
    fourOfAKind: "quads",
    straightFlush: "straight flush",
  },
  high: (letter) => `${one(letter)} high`,
  made,
  line: {
    posted: (line, money, _, words) => `${who(line)}: ${words.deed[line.post](money(line.amount))}.`,
    yourCards: ({ cards }, _, say) => `Your cards: ${say(cards)}.`,
    street: (line, _, say, words) =>
      `${line.board ? `${words.boardNumber(line.board)}. ` : ""}${street[line.street] || "Board"}: ${say(line.cards)}.`,
    runTwiceAsked: () => "The betting is over. Run it twice?",
    runTwiceAnswered: (line) => `${who(line)}: ${line.agree ? "twice" : "once"}.`,
    runTwiceSettled: ({ boards }) =>
      boards > 1 ? "The rest of the board is dealt twice, and the pot is split." : "The rest of the board is dealt once.",
    runTwiceYou: () => "It is for you to say: twice or once.",
    folded: (line) => `${who(line)}: fold.`,
    checked: (line) => `${who(line)}: check.`,
    mucked: (line) => `${who(line)}: muck.`,
    called: (line, money) => `${who(line)}: call ${money(line.amount)}${line.allIn ? ", all-in" : ""}.`,
    bet: (line, money) => `${who(line)}: bet ${money(line.to)}${line.allIn ? ", all-in" : ""}.`,
    raised: (line, money) => `${who(line)}: raise to ${money(line.to)}${line.allIn ? ", all-in" : ""}.`,
    returned: (line, money) => `${money(line.amount)} go back to ${line.you ? "you" : line.name}.`,
    pot: ({ amount }, money) => `Pot ${money(amount)}.`,
    shown: (line, _, say) =>
      `${line.you ? "You show" : `${line.name} shows`} ${say(line.cards)}${line.made ? `: ${made(line.made, null)}` : ""}.`,
    won: (line, money) => won(line, money(line.amount)),
    yourTurn: ({ price, free, shows }, money) => {
      if (shows) return "Your turn. Show your cards or muck them.";
      return free ? "Your turn. Checking is free." : price === null ? "Your turn." : `Your turn. ${money(price)} to call.`;
    },
  },
  mine: { folded: "You folded", allIn: "You are all-in", asked: (names) => `Twice or once? Waiting for ${names}` },
  timeout: {
    check: "If your time runs out, you check.",
    fold: "If your time runs out, you fold.",
    show: "If your time runs out, your cards are shown.",
    muck: "If your time runs out, your cards are mucked.",
  },
  describe: {
    noCards: "You have no cards.",
    cards: (cards, makes) => (makes ? `Your cards: ${cards}. You have ${makes}.` : `Your cards: ${cards}.`),
    board: (cards) => `Board: ${cards}.`,
    pot: (amount) => `Pot: ${amount}.`,
  },
};
