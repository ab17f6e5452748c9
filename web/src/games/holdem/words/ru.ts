import type { Made } from "../../../protocol.ts";
import type { HoldemLine } from "../lines.ts";
import type { HoldemWords } from "./words.ts";

/** A rank as a word: «туз», «до туза», «тузы», «пара тузов», «с кикером тузом». */
type Forms = { one: string; of: string; many: string; ofMany: string; with: string };

const ending = (stem: string): Forms => ({
  one: `${stem}ка`,
  of: `${stem}ки`,
  many: `${stem}ки`,
  ofMany: `${stem}ок`,
  with: `${stem}кой`,
});
const RANKS: Record<string, Forms> = {
  "2": { ...ending("двой"), ofMany: "двоек" },
  "3": { ...ending("трой"), ofMany: "троек" },
  "4": ending("четвёр"),
  "5": ending("пятёр"),
  "6": ending("шестёр"),
  "7": ending("семёр"),
  "8": ending("восьмёр"),
  "9": ending("девят"),
  T: ending("десят"),
  J: { one: "валет", of: "валета", many: "валеты", ofMany: "валетов", with: "валетом" },
  Q: { one: "дама", of: "дамы", many: "дамы", ofMany: "дам", with: "дамой" },
  K: { one: "король", of: "короля", many: "короли", ofMany: "королей", with: "королём" },
  A: { one: "туз", of: "туза", many: "тузы", ofMany: "тузов", with: "тузом" },
};
const NONE: Forms = { one: "", of: "", many: "", ofMany: "", with: "" };
const rank = (letter: string | undefined): Forms => RANKS[letter ?? ""] ?? NONE;

/** The ranks of a made hand, each once, as they are read out. */
const ranksOf = ({ cards }: Made) => [...new Set(cards.map((card) => card[0]))].map(rank);

function made(hand: Made, kicker: string | null): string {
  const [first = NONE, second = NONE] = ranksOf(hand);
  const decided = kicker === null || rank(kicker).with === "" ? "" : ` с кикером ${rank(kicker).with}`;
  switch (hand.kind) {
    case "highCard":
      return `${decided ? "" : "старшая карта "}${first.one}${decided}`;
    case "pair":
      return `пара ${first.ofMany}${decided}`;
    case "twoPair":
      return `две пары, ${first.many} и ${second.many}${decided ? `,${decided}` : ""}`;
    case "threeOfAKind":
      return `тройка ${first.ofMany}${decided}`;
    case "straight":
      return `стрит до ${first.of}`;
    case "flush":
      return `флеш до ${first.of}${decided}`;
    case "fullHouse":
      return `фулл-хаус, ${first.many} и ${second.many}`;
    case "fourOfAKind":
      return `каре ${first.ofMany}${decided}`;
    case "straightFlush":
      return first === RANKS["A"] ? "флеш-рояль" : `стрит-флеш до ${first.of}`;
    default:
      return "";
  }
}

const who = ({ name, you }: { name: string; you: boolean }) => (you ? "Вы" : name);
const street = ["", "Флоп", "Тёрн", "Ривер"];

function won(line: Extract<HoldemLine, { kind: "won" }>, amount: string): string {
  const pot = line.several ? (line.pot === 0 ? " из главного банка" : ` из побочного банка ${line.pot}`) : "";
  const cards = line.made ? `, ${made(line.made, line.kicker)},` : "";
  const board = line.board ? `Доска ${line.board}: ` : "";
  return line.you
    ? `${board}${board ? "вы" : "Вы"}${cards} забираете ${amount}${pot}.`
    : `${board}${line.name}${cards} забирает ${amount}${pot}.`;
}

export const words: HoldemWords = {
  pot: "Банк",
  sidePot: (number) => `Побочный ${number}`,
  total: "Всего",
  board: "Общие карты",
  noBoard: "Общих карт пока нет",
  boardNumber: (number) => `Доска ${number}`,
  won: (amount) => `+${amount}`,
  allInMark: "олл-ин",
  act: {
    bar: "Ваши действия",
    fold: "Пас",
    check: "Чек",
    call: "Колл",
    callAllIn: "Колл, олл-ин",
    bet: "Бет",
    raise: "Рейз до",
    allIn: "Олл-ин",
    show: "Открыть",
    muck: "Скинуть",
    showAfter: "Показать свои карты столу",
    showCard: (card) => `Показать ${card}`,
    showAll: "Показать все",
    runTwiceAsk: "Раздать остаток доски дважды?",
    runTwiceHint: "Если согласны все: банк делится между двумя досками",
    runTwice: "Дважды",
    runOnce: "Один раз",
    straddle: "Страддл",
    straddleHint: "Ставить его всякий раз, когда вы первый после большого блайнда",
    preset: {
      least: "Мин",
      twoAndAHalf: "2,5×",
      three: "3×",
      thirdPot: "1/3",
      halfPot: "1/2",
      twoThirdsPot: "2/3",
      pot: "Банк",
      most: "Макс",
      allIn: "Олл-ин",
    },
    presetSpoken: {
      twoAndAHalf: "Две с половиной ставки",
      three: "Три ставки",
      thirdPot: "Треть банка",
      halfPot: "Половина банка",
      twoThirdsPot: "Две трети банка",
    },
    foldFree: "Чек бесплатный. Всё равно пас?",
    foldAnyway: "Пас",
    inPot: (amount) => `В банке ${amount}`,
    before: "До вашего хода",
    beforeCheckFold: "Чек или пас",
    beforeCheck: "Чек",
    beforeCall: (price) => `Колл ${price}`,
  },
  deed: {
    fold: () => "пас",
    check: () => "чек",
    call: (amount) => `колл ${amount}`,
    bet: (amount) => `бет ${amount}`,
    raise: (amount) => `рейз ${amount}`,
    allIn: (amount) => `олл-ин ${amount}`,
    smallBlind: (amount) => `блайнд ${amount}`,
    bigBlind: (amount) => `блайнд ${amount}`,
    straddle: (amount) => `страддл ${amount}`,
    ante: (amount) => `анте ${amount}`,
    post: (amount) => `пост ${amount}`,
    dead: (amount) => `долг ${amount}`,
    muck: () => "сброс",
  },
  madeName: {
    highCard: "старшая карта",
    pair: "пара",
    twoPair: "две пары",
    threeOfAKind: "тройка",
    straight: "стрит",
    flush: "флеш",
    fullHouse: "фулл-хаус",
    fourOfAKind: "каре",
    straightFlush: "стрит-флеш",
  },
  high: (letter) => rank(letter).one,
  made,
  line: {
    posted: (line, money, _, words) => `${who(line)}: ${words.deed[line.post](money(line.amount))}.`,
    yourCards: ({ cards }, _, say) => `Ваши карты: ${say(cards)}.`,
    street: (line, _, say, words) =>
      `${line.board ? `${words.boardNumber(line.board)}. ` : ""}${street[line.street] || "Общие карты"}: ${say(line.cards)}.`,
    runTwiceAsked: () => "Ставок больше не будет. Раздать остаток доски дважды?",
    runTwiceAnswered: (line) => `${who(line)}: ${line.agree ? "дважды" : "один раз"}.`,
    runTwiceSettled: ({ boards }) =>
      boards > 1 ? "Остаток доски раздаётся дважды, банк делится пополам." : "Остаток доски раздаётся один раз.",
    runTwiceYou: () => "Ответ за вами: дважды или один раз.",
    folded: (line) => `${who(line)}: пас.`,
    checked: (line) => `${who(line)}: чек.`,
    mucked: (line) => `${who(line)}: сброс.`,
    called: (line, money) => `${who(line)}: колл ${money(line.amount)}${line.allIn ? ", олл-ин" : ""}.`,
    bet: (line, money) => `${who(line)}: бет ${money(line.to)}${line.allIn ? ", олл-ин" : ""}.`,
    raised: (line, money) => `${who(line)}: рейз до ${money(line.to)}${line.allIn ? ", олл-ин" : ""}.`,
    returned: (line, money) => `${line.you ? "Вам" : line.name}: возврат ${money(line.amount)}.`,
    pot: ({ amount }, money) => `Банк ${money(amount)}.`,
    shown: (line, _, say) =>
      `${line.you ? "Вы открываете" : `${line.name} открывает`} карты: ${say(line.cards)}${line.made ? `; ${made(line.made, null)}` : ""}.`,
    won: (line, money) => won(line, money(line.amount)),
    yourTurn: ({ price, free, shows }, money) => {
      if (shows) return "Ваш ход. Откройте карты или скиньте.";
      return free ? "Ваш ход. Чек бесплатный." : price === null ? "Ваш ход." : `Ваш ход. Колл ${money(price)}.`;
    },
  },
  mine: { folded: "Вы спасовали", allIn: "Вы в олл-ине", asked: (names) => `Дважды или один раз? Ждём: ${names}` },
  timeout: {
    check: "Если ваше время выйдет, будет чек.",
    fold: "Если ваше время выйдет, будет пас.",
    show: "Если ваше время выйдет, карты откроются.",
    muck: "Если ваше время выйдет, карты уйдут в сброс.",
  },
  describe: {
    noCards: "У вас нет карт.",
    cards: (cards, makes) => (makes ? `Ваши карты: ${cards}. У вас ${makes}.` : `Ваши карты: ${cards}.`),
    board: (cards) => `Общие карты: ${cards}.`,
    pot: (amount) => `Банк: ${amount}.`,
  },
};
