import type { SekaHand, SekaMade } from "../../../protocol.ts";
import { pluralRu as plural } from "../../../words/plural.ts";
import { alike, type SekaWords } from "./words.ts";

const who = ({ name, you }: { name: string; you: boolean }) => (you ? "Вы" : name);

const hand: Record<SekaHand, string> = {
  three: "три одинаковых",
  jokerAceSuit: "джокер, туз, масть",
  suitWithAce: "три в масть, туз",
  jokerSuit: "джокер и масть",
  suit: "три одной масти",
  twoAces: "два туза",
  jokerAce: "туз и джокер",
  pairWithAce: "туз и его масть",
  joker: "джокер",
  pair: "две одной масти",
  ace: "туз, три масти",
  nothing: "три масти",
};
const THREE: Record<string, string> = { A: "три туза", K: "три короля", Q: "три дамы", J: "три валета", T: "три десятки" };

/** What it is counted as: of three alike, which. */
const counted = ({ kind, cards }: SekaMade) => (kind === "three" ? (THREE[alike(cards)] ?? hand.three) : (hand[kind] ?? ""));
const made = (said: SekaMade) => (counted(said) ? `${said.points}: ${counted(said)}` : `${said.points}`);

/** «1 очко», «2 очка», «30 очков». */
const points = (count: number): string => `${count} ${plural(count, "очко", "очка", "очков")}`;
/** Half is paid, all of it counts. */
const paid = (pay: string, counts: string) => (pay === counts ? pay : `${pay}, в банк ${counts}`);

export const words: SekaWords = {
  pot: "Банк",
  stake: "Ставка",
  lent: (amount) => `${amount} занял дом`,
  won: (amount) => `+${amount}`,
  stage: {
    waitingForPlayers: "Ждём игроков",
    preparation: "Кто готов?",
    dealing: "Сдаём",
    round1: "Раунд 1",
    round2: "Раунд 2",
    round3: "Раунд 3",
    revealPause: "Вскрытие",
    svaraVoting: "Ничья: играть свару?",
    svaraEntry: "Вход в свару",
    svaraGame: "Свара",
    finished: "Раздача окончена",
    pauseBeforeNext: "Раздача окончена",
  },
  svara: (number, round) => (round > 0 ? `Свара ${number}, раунд ${round}` : `Свара ${number}`),
  reveal: (by, target, loser) => (loser === null ? `${by} и ${target}: поровну` : `${by} и ${target}: ниже ${loser}`),
  tie: ({ names, points, pot, carried, entered }) =>
    [
      `${names}: ${points === null ? "" : `по ${points}, `}банк ${pot}`,
      carried === null ? "" : carried ? "свара" : "поделили",
      entered ? `вошли: ${entered}` : "",
    ]
      .filter(Boolean)
      .join("; "),
  chain: "Ничьи",
  gone: "ушедший игрок",
  bet: (amount) => `поставлено ${amount}`,
  mark: {
    dark: "втёмную",
    ready: "готов",
    waits: "ждёт",
    folded: "пас",
    tied: "ничья",
    entered: "в сваре",
    lobby: "время вышло",
    left: "уходит",
  },
  last: (action, money, name) => {
    switch (action.kind) {
      case "check":
        return "чек";
      case "call":
        return action.counts > 0 ? `колл ${money(action.pay)}` : "колл";
      case "raise":
        return `рейз ${money(action.to)}`;
      case "fold":
        return "пас";
      case "dark":
        return `втёмную ${money(action.pay)}`;
      case "reveal":
        return `вскрыл: ${name(action.target)}`;
      case "vote":
        return action.yes ? "свара" : "делёж";
      case "enter":
        return `вошёл за ${money(action.pay)}`;
      case "pass":
        return "не входит";
      default:
        return "";
    }
  },
  hand,
  made,
  counted: (said) => counted(said) || hand.three,
  table: {
    open: "Очки",
    title: "Сколько стоит рука",
    about: (joker) =>
      joker ? `Считается лучшее. Джокер — ${joker}; пара с джокером идёт за три одинаковых.` : "Считается лучшее.",
    yours: "у вас сейчас",
  },
  points,
  seconds: (seconds) => `${seconds}\u00a0с`,
  act: {
    left: (seconds) => `Ещё ${seconds} с.`,
    bar: "Ваши действия",
    ready: "Готов",
    notReady: "Ещё не готов",
    readyWhy: "Раздача начнётся, когда готовы все или выйдет время.",
    missing: (amount) => `До минимума стола не хватает ${amount}.`,
    bring: "Добавить",
    tooMany: (amount) => `На ${amount} больше, чем принимает стол.`,
    open: "Посмотреть",
    free: "бесплатно",
    dark: "Втёмную",
    check: "Чек",
    call: "Колл",
    raise: "Рейз до",
    reveal: (name) => `Вскрыть: ${name}`,
    fold: "Пас",
    foldFree: "Остаться ничего не стоит. Всё равно пас?",
    pays: (amount) => `доплата ${amount}`,
    counts: (amount) => `в банк ${amount}`,
    preset: { base: "Ещё ставка", double: "Вдвое", most: "Макс" },
    vote: "Ничья. Сыграть свару на весь банк или поделить его?",
    voteYes: "Свара",
    voteNo: "Поделить",
    votePrices: (loser, waiting) => `В свару смогут войти: проигравшие за ${loser}, ждущие за ${waiting}.`,
    enter: "Войти за",
    pass: "Не входить",
    enterWhy: (pot) => `Свара: новая раздача на банк ${pot}.`,
  },
  line: {
    ready: (line) => (line.ready ? `${who(line)}: готов.` : `${who(line)}: не готов.`),
    dealt: ({ dealer, base }, money) => `Сдаёт ${dealer}.${base === null ? "" : ` Ставка ${money(base)}.`}`,
    round: ({ round }) => `Раунд ${round}.`,
    yourCards: (line, _, say) => `Ваши карты: ${say(line.cards)}${line.made ? `. ${made(line.made)}` : ""}.`,
    opened: (line) => (line.you ? "Вы посмотрели карты." : `${line.name} смотрит карты.`),
    checked: (line) => `${who(line)}: чек.`,
    folded: (line) => `${who(line)}: пас.`,
    sentOff: (line) => (line.you ? "Ваше время вышло: пас, вы в лобби." : `${line.name}: время вышло, пас и в лобби.`),
    passed: (line) => `${who(line)}: без свары.`,
    waits: (line) => (line.you ? "Вы ждёте: можно войти в свару." : `${line.name} ждёт у стола.`),
    called: (line, money) => `${who(line)}: колл${line.counts > 0 ? ` ${paid(money(line.pay), money(line.counts))}` : ""}.`,
    dark: (line, money) => `${who(line)}: втёмную ${paid(money(line.pay), money(line.counts))}.`,
    raised: (line, money) =>
      `${who(line)}: рейз до ${money(line.to)}${line.pay === line.counts ? "" : ` за ${money(line.pay)}`}.`,
    revealed: (line, money) => {
      const asks = line.you ? "Вы вскрываетесь" : `${line.name} вскрывается`;
      return `${asks} ${line.target.you ? "с вами" : `с игроком ${line.target.name}`} за ${money(line.pay)}.`;
    },
    compared: (line, _, say) => `${line.name}: ${say(line.cards)}, ${made(line.made)}.`,
    lower: ({ loser }) =>
      loser === null ? "Поровну." : loser.you ? "У вас меньше: пас." : `Меньше у игрока ${loser.name}: пас.`,
    shown: (line, _, say) => `${who(line)}: ${say(line.cards)}; ${made(line.made)}.`,
    voteOpened: (line, money) => `Ничья: ${line.names.join(", ")}. Банк ${money(line.pot)}. Голосуют за свару.`,
    voted: (line) => `${who(line)}: ${line.yes ? "за свару" : "против свары"}.`,
    voteClosed: ({ carried }) => (carried ? "Будет свара." : "Свары не будет, банк делят."),
    entryOpened: (line, money) => `Вход в свару: проигравшим ${money(line.loser)}, ждущим ${money(line.waiting)}.`,
    entered: (line, money) => `${line.you ? "Вы входите" : `${line.name} входит`} в свару за ${money(line.pay)}.`,
    svara: ({ number, names }) => `Свара ${number}: ${names.join(", ")}.`,
    settled: ({ repaid, rake }, money) =>
      [repaid > 0 ? `Дом берёт назад ${money(repaid)}.` : "", rake > 0 ? `Комиссия ${money(rake)}.` : ""]
        .filter(Boolean)
        .join(" "),
    won: (line, money) => {
      const cards = line.made ? `, ${counted(line.made)}, ${points(line.made.points)},` : "";
      return line.you ? `Вы${cards} забираете ${money(line.amount)}.` : `${line.name}${cards} забирает ${money(line.amount)}.`;
    },
    yourTurn: ({ price, may }, money) => {
      if (may === "vote") return "Голосуйте: свара или делёж.";
      if (may === "enter") return `Можно войти в свару за ${money(price ?? 0)}.`;
      if (price === null) return "Ваш ход. На колл не хватает.";
      return price > 0 ? `Ваш ход. Колл ${money(price)}.` : "Ваш ход. Остаться бесплатно.";
    },
  },
  mine: {
    folded: "Вы спасовали",
    waits: "Вы ждёте следующей раздачи",
    entered: "Вы в сваре",
    entryLacks: (amount) => `Чтобы войти в свару, не хватает ${amount}`,
    voted: "Ваш голос принят",
    dark: "Вы играете втёмную",
  },
  timeout: {
    fold: "Если ваше время выйдет, будет пас, и вы уйдёте в лобби.",
    vote: "Молчание — против свары.",
    enter: "Кто молчит, в свару не входит.",
  },
  describe: {
    noCards: "У вас нет карт.",
    unseen: "Ваши карты закрыты, вы их не смотрели.",
    cards: (cards, makes) => (makes ? `Ваши карты: ${cards}. ${makes}.` : `Ваши карты: ${cards}.`),
    board: (stage, stake) => `${stage}. Ставка ${stake}.`,
    pot: (amount) => `Банк: ${amount}.`,
  },
};
