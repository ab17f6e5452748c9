import { describe, expect, test } from "vitest";
import type { DurakEvent, DurakOutcome, TableEvent, TableView } from "../../protocol.ts";
import type { Told } from "../../speak/lines.ts";
import { cardsText } from "../../words/cards.ts";
import { words as roomEn } from "../../words/en.ts";
import { words as roomRu } from "../../words/ru.ts";
import type { DurakLine } from "./lines.ts";
import { narrate } from "./narrate.ts";
import { words as en } from "./words/en.ts";
import { words as ru } from "./words/ru.ts";

const seat = (player: number, name: string) =>
  ({ player, name, stack: 0, kind: "person", state: "playing", connected: true, inHand: true }) as const;
const view: TableView = {
  hand: 1,
  running: true,
  seats: { 1: seat(1, "Анна"), 2: seat(2, "Boris") },
  clocks: {},
  game: { game: "durak", party: 1, round: 2, deck: 4, discarded: 0, limit: 6, room: 5, piles: [], players: {} },
  own: { seat: 1 },
};

function told(...events: DurakEvent[]): [string, string][] {
  const all = events.map((event): TableEvent => ({ kind: "durak", ...event }));
  return sentences({ events: all, before: view, after: view });
}

function sentences(step: Told): [string, string][] {
  return narrate(step).map((line) => {
    const say = (words: typeof en, room: typeof roomEn) => {
      const text = words.line[line.kind] as (line: DurakLine, ...rest: unknown[]) => string;
      return text(line, String, (cards: readonly string[]) => cardsText(room, cards));
    };
    return [say(en, roomEn), say(ru, roomRu)];
  });
}

const outcome = (change: Partial<DurakOutcome>): DurakOutcome => ({ ending: "lastHolder", fools: [2], winners: [1], ...change });

test.each<[DurakEvent, string, string]>([
  [{ what: "led", seat: 2, card: "6s" }, "Boris leads six of spades.", "Boris ходит: шестёрка пик."],
  [{ what: "takes", seat: 1 }, "You take.", "Вы берёте."],
  [{ what: "finished", seat: 2 }, "Boris: done.", "Boris: бито."],
  [{ what: "finished", seat: 2, taking: true }, "Boris: pass.", "Boris: пас."],
  [
    { what: "transferred", seat: 2, card: "6h", to: 1 },
    "Boris transfers with six of hearts to you.",
    "Boris переводит (шестёрка червей), отбиваться теперь вам.",
  ],
  [{ what: "roundOver", takenBy: 2, cards: ["6s", "7s"] }, "Boris picks up 2 cards.", "Boris забирает со стола: 2 карты."],
  [{ what: "roundOver", cards: ["6s", "7s"] }, "All beaten: 2 cards discarded.", "Бито, в отбой: 2 карты."],
  [{ what: "partyOver", outcome: outcome({}), points: {} }, "Boris is the fool.", "В дураках: Boris."],
  [
    { what: "partyOver", outcome: outcome({ fools: [1], winners: [2], ending: "surrender", by: 1 }), points: {} },
    "You give up. You are the fool.",
    "Вы сдались. Вы остались в дураках.",
  ],
  [
    { what: "partyOver", outcome: outcome({ fools: [], winners: [], ending: "nobodyHolds" }), points: {} },
    "A draw: nobody has a card left.",
    "Ничья: карт не осталось ни у кого.",
  ],
])("%o", (event, english, russian) => {
  expect(told(event)).toEqual([[english, russian]]);
});

test("what was paid is said after who lost", () => {
  const lines = told({
    what: "partyOver",
    outcome: outcome({}),
    points: { 1: 1, 2: 0 },
    gameWinners: [1],
    paid: { 1: 36 },
    rake: 4,
  });
  expect(lines.map(([english]) => english)).toEqual(["Boris is the fool.", "You get 36."]);
});

test("of several rounds at once the cards are named that are held now", () => {
  const round = (round: number): TableEvent => ({ kind: "durak", what: "round", attacker: 2, defender: 1, round });
  const after = { ...view, own: { seat: 1, game: { game: "durak", cards: ["6s"], offers: {} } } } as TableView;
  const lines = narrate({ events: [round(1), round(2)], before: view, after });
  expect(lines.map(({ kind }) => kind)).toEqual(["round", "round", "yourCards"]);
});

describe("a turn of one's own", () => {
  const before: TableView = { ...view, own: { seat: 1, turn: 4 } };
  const asked = (game: object, offers: object): TableView =>
    ({ ...view, game: { ...view.game, ...game }, own: { seat: 1, turn: 5, game: { game: "durak", offers } } }) as TableView;
  const piles = [{ attack: "6s", beatenBy: "7s" }, { attack: "6h" }, { attack: "6d" }];
  const defend = [{ attack: "6h", with: ["7h"] }];

  test.each<[object, object, string, string]>([
    [{ stage: "lead" }, { attack: ["6c"] }, "Your lead.", "Ваш ход."],
    [
      { stage: "defend", piles },
      { take: true, defend },
      "Beat or take: six of hearts, six of diamonds.",
      "Отбивайтесь или берите: шестёрка червей, шестёрка бубен.",
    ],
    [{ stage: "throw", piles }, { attack: ["6c"], finish: true }, "Throw in, or say done.", "Подкиньте или скажите «бито»."],
    [{ stage: "taking", piles }, { attack: ["6c"], finish: true }, "Throw in, or pass.", "Подкиньте или пас."],
    [{ stage: "defend", piles }, { attack: ["6c"] }, "You may throw in.", "Можно подкинуть."],
    [
      { stage: "shown", piles },
      { transfer: ["6c"] },
      "Transfer the card you showed: six of clubs.",
      "Переведите показанную карту: шестёрка треф.",
    ],
  ])("%o %o", (game, offers, english, russian) => {
    const after = asked(game, offers);
    expect(sentences({ events: [], before, after })).toEqual([[english, russian]]);
    expect(narrate({ events: [], before: after, after }), "told once").toEqual([]);
  });

  test("is told again when one card more is to be beaten", () => {
    const offers = { take: true, defend };
    const [one, two] = [asked({ stage: "defend", piles: piles.slice(0, 2) }, offers), asked({ stage: "defend", piles }, offers)];
    expect(narrate({ events: [], before: one, after: two })).toMatchObject([{ cards: ["6h", "6d"] }]);
  });
});
