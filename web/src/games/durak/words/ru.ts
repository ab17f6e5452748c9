import { pluralRu as plural } from "../../../words/plural.ts";
import type { Named } from "../lines.ts";
import type { DurakWords } from "./words.ts";

const who = ({ name, you }: Named) => (you ? "Вы" : name);
/** «Вы берёте» and «Анна берёт». */
const does = (one: Named, you: string, other: string) => (one.you ? `Вы ${you}` : `${one.name} ${other}`);
const whom = ({ name, you }: Named) => (you ? "вам" : name);
const list = (people: readonly Named[]) => people.map(who).join(" и ");
const cardsOf = (count: number) => `${count} ${plural(count, "карта", "карты", "карт")}`;

export const words: DurakWords = {
  hand: "Ваши карты",
  cards: cardsOf,
  points: (count) => `${count} оч.`,
  won: (amount) => `+${amount}`,
  tableEmpty: "На столе пусто.",
  onTable: (piles) => `На столе: ${piles}.`,
  beaten: (attack, by) => `${attack}, бита картой ${by}`,
  unbeaten: (attack) => `${attack}, не бита`,
  deckText: (deck, trump, discarded) =>
    `${trump ? `Козырь: ${trump}. ` : "Козыря пока нет. "}В колоде ${cardsOf(deck)}, в отбое ${cardsOf(discarded)}.`,
  beatThis: (card) => `Отбить: ${card}`,
  showsCard: (card) => `Показана ${card}`,
  act: {
    bar: "Ваши действия",
    take: "Беру",
    done: "Бито",
    pass: "Пас",
    transfer: "Перевести",
    show: "Перевести",
    to: (name) => `игроку ${name}`,
    beat: "Отбить",
    lead: "Пойти",
    throwIn: "Подкинуть",
    several: (count, lead) => `${lead ? "Пойти" : "Подкинуть"}: ${count}`,
    pick: "Или выберите карту",
    noneFits: (defends) => (defends ? "Отбиться нечем" : "Подкинуть нечего"),
  },
  ready: { begin: "Готов играть", nextParty: "Дальше", again: "Ещё раз" },
  notReady: "Передумал",
  stakeOf: (amount) => `ставка ${amount}`,
  within: (seconds, loses) =>
    loses ? `Ответьте за ${seconds} с, иначе место освободится` : `Следующая партия через ${seconds} с`,
  surrender: "Сдаться",
  surrenderSure: "Сдаться и остаться в дураках?",
  playOn: "Играть",
  leaving: "Выйти из-за стола? Партия идёт: уйти значит сдаться и остаться в дураках.",
  away: "Отойти",
  back: "Я вернулся",
  waits: "Ждём, пока займут все места",
  mark: {
    attacks: "ходит",
    defends: "отбивается",
    takes: "берёт",
    throwsIn: "подкидывает",
    done: "бито",
    passed: "пас",
    out: "вышел",
    away: "отошёл",
    ready: "готов",
    fool: "дурак",
  },
  deed: { takes: "беру", done: "бито", passes: "пас", transfers: "перевод", shows: "светофор", out: "вышел" },
  status: {
    youLead: "Ваш ход",
    leads: (attacker, defender, you) => (you ? `${attacker} ходит под вас` : `${attacker} ходит под игрока ${defender}`),
    youDefend: "Отбивайтесь или берите",
    defends: (name) => `${name} отбивается`,
    throwInNow: (name) => `${name} отбивается, можно подкинуть`,
    youTransfer: "Переведите показанную карту",
    shows: (name) => `${name} показывает карту и переводит`,
    youThrow: "Подкиньте или скажите «бито»",
    youThrowMore: (name) => `${name} берёт. Подкиньте или пас`,
    throws: (names) => (names ? `Подкидывают: ${names}` : "Никто не подкидывает"),
    youTake: (names) => (names ? `Вы берёте. Подкидывают: ${names}` : "Вы берёте"),
    nextRound: "Добираем карты",
    youAreOut: "Вы вышли, карт больше нет",
  },
  timeout: {
    loses: "Если ваше время выйдет, вы проиграете партию.",
    leads: "Если ваше время выйдет, пойдёт младшая карта.",
    takes: "Если ваше время выйдет, вы возьмёте.",
    transfers: "Если ваше время выйдет, показанная карта переведёт.",
    finishes: "Если ваше время выйдет, подкидывать вы больше не будете.",
    goesOn: "Если ваше время выйдет, игра пойдёт дальше.",
    losesSeat: "Если ваше время выйдет, место освободится.",
  },
  line: {
    began: ({ party, stake }, money) => `Партия ${party}${stake ? `, ставка ${money(stake)}` : ""}.`,
    yourCards: ({ cards }, _, say) => `Ваши карты: ${say(cards)}.`,
    round: (line, _, say) =>
      [
        line.trump ? `Козырь: ${say([line.trump])}.` : "",
        line.lowest ? `Младший козырь, ${say([line.lowest])}: ${line.you ? "у вас" : line.name}.` : "",
        `${does(line, "ходите", "ходит")} под ${line.defender.you ? "вас" : `игрока ${line.defender.name}`}.`,
      ]
        .filter(Boolean)
        .join(" "),
    drew: (line) => `${does(line, "берёте", "берёт")} из колоды: ${cardsOf(line.cards)}.`,
    led: (line, _, say) => `${does(line, "ходите", "ходит")}: ${say([line.card])}.`,
    threwIn: (line, _, say) => `${does(line, "подкидываете", "подкидывает")}: ${say([line.card])}.`,
    showed: (line, _, say) => `${does(line, "показываете", "показывает")}: ${say([line.card])}.`,
    beat: (line, _, say) => `${does(line, "отбиваете", "отбивает")}: ${say([line.attack])}, картой ${say([line.card])}.`,
    transferred: (line, _, say) =>
      `${does(line, "переводите", "переводит")} (${say([line.card])}), отбиваться теперь ${whom(line.to)}.`,
    takes: (line) => `${does(line, "берёте", "берёт")}.`,
    finished: (line) => `${who(line)}: ${line.taking ? "пас" : "бито"}.`,
    out: (line) => `${does(line, "вышли: карт больше нет", "без карт и вне игры")}.`,
    away: (line) => `${does(line, "отошли от стола", "отходит от стола")}.`,
    back: (line) => `${does(line, "снова за столом", "снова за столом")}.`,
    took: (line) => `${does(line, "забираете со стола", "забирает со стола")}: ${cardsOf(line.count)}.`,
    discarded: ({ count }) => `Бито, в отбой: ${cardsOf(count)}.`,
    partyOver: ({ ending, by, fools }) => {
      if (fools.length === 0)
        return ending === "noDiscards" ? "Ничья: карты ходят по кругу." : "Ничья: карт не осталось ни у кого.";
      const why =
        ending === "surrender" && by
          ? `${does(by, "сдались", "сдаётся")}. `
          : ending === "outOfTime" && by
            ? `${by.you ? "Ваше время вышло" : `Время игрока ${by.name} вышло`}. `
            : "";
      return `${why}${fools.length > 1 ? `В дураках: ${list(fools)}.` : fools[0]?.you ? "Вы остались в дураках." : `В дураках: ${list(fools)}.`}`;
    },
    gameOver: ({ winners }) => (winners.length === 0 ? "Игра окончена вничью." : `Игру выигрывают: ${list(winners)}.`),
    paid: (line, money) => `${does(line, "получаете", "получает")} ${money(line.amount)}.`,
    said: (line) =>
      ({
        ready: `${who(line)}: готовность.`,
        notReady: `${does(line, "передумали", "пока не готов")}.`,
        away: `${does(line, "отошли от стола", "отходит от стола")}.`,
        back: `${does(line, "снова за столом", "снова за столом")}.`,
      })[line.word],
    yourTurn: ({ what, cards }, _, say) =>
      ({
        lead: "Ваш ход.",
        defend: `Отбивайтесь или берите: ${say(cards)}.`,
        throwIn: "Подкиньте или скажите «бито».",
        throwMore: "Подкиньте или пас.",
        mayThrow: "Можно подкинуть.",
        transfer: `Переведите показанную карту: ${say(cards)}.`,
      })[what],
  },
  describe: {
    noCards: "У вас нет карт.",
    cards: (cards) => `Ваши карты: ${cards}.`,
    pot: (amount) => `В банке ${amount}.`,
  },
};
