import { describe, expect, test } from "vitest";
import { scene } from "../../../e2e/scenes.mjs";
import type { Language, SekaEvent, TableEvent, TableView } from "../../protocol.ts";
import { words as roomEn } from "../../words/en.ts";
import { words as roomRu } from "../../words/ru.ts";
import type { Speech } from "../game.ts";
import { layout } from "../../stage/ring.ts";
import type { SekaLine } from "./lines.ts";
import { marks } from "./marks.ts";
import { narrate } from "./narrate.ts";
import { pieces } from "./pieces.ts";
import { plan } from "./plan.ts";
import { rows } from "./points.ts";
import { typedAmount } from "../../table/amount.ts";
import { nearest, priceOf, sums } from "./sizing.ts";
import { facesAt } from "./view.ts";
import { words as en } from "./words/en.ts";
import { words as ru } from "./words/ru.ts";
import type { SekaWords } from "./words/words.ts";

const speech: Record<Language, Speech<SekaWords>> = {
  en: { words: en, room: roomEn, money: String, worth: String },
  ru: { words: ru, room: roomRu, money: String, worth: String },
};

const viewOf = (name: string): TableView => scene(name).view;

function said(view: TableView, event: TableEvent, before: TableView = view): [string, string] {
  const lines = narrate({ events: [event], before, after: view });
  const tell = (language: Language) =>
    lines
      .map((line) => {
        const text = speech[language].words.line[line.kind] as (line: SekaLine, ...rest: unknown[]) => string;
        return text(line, String, (cards: readonly string[]) => cards.join(" "));
      })
      .join(" ");
  return [tell("en"), tell("ru")];
}

const reveal = viewOf("sekaReveal");
const follow = viewOf("sekaFollow");
const seka = (event: SekaEvent): TableEvent => ({ kind: "seka", ...event });

test("what a deal began with is not said of a stake that was raised since", () => {
  const dealt = seka({ what: "dealt", dealer: 1, order: [1, 3, 5] });
  const raised = seka({ what: "raised", seat: 1, to: 40, pay: 15, counts: 30 });
  const bases = [[dealt], [dealt, raised]].map((events) => narrate({ events, before: reveal, after: reveal })[0]);
  const stake = reveal.game.game === "seka" ? reveal.game.stake : undefined;
  expect(bases).toMatchObject([{ base: stake }, { base: null }]);
  expect(en.line.dealt({ kind: "dealt", dealer: "Vera", base: null }, String, String)).toBe("Vera deals.");
});

describe("what happened is told", () => {
  test.each<[TableView, TableEvent, string, string]>([
    [
      reveal,
      seka({ what: "dark", seat: 5, pay: 5, counts: 10 }),
      "Бабушка Зина: dark 5, 10 to the pot.",
      "Бабушка Зина: втёмную 5, в банк 10.",
    ],
    [reveal, seka({ what: "called", seat: 3, pay: 0, counts: 0 }), "You: call.", "Вы: колл."],
    [
      reveal,
      seka({ what: "raised", seat: 1, to: 40, pay: 15, counts: 30 }),
      "Vera: raise to 40 for 15.",
      "Vera: рейз до 40 за 15.",
    ],
    [
      reveal,
      seka({ what: "revealed", by: 3, target: 2, pay: 40, loser: 2 }),
      "You compare hands with Константин for 40. Константин: Ac 6c Ts, 22: ace and joker. Константин is lower: fold.",
      "Вы вскрываетесь с игроком Константин за 40. Константин: Ac 6c Ts, 22: туз и джокер. Меньше у игрока Константин: пас.",
    ],
    [
      follow,
      seka({ what: "revealed", by: 1, target: 5, pay: 40, loser: 1 }),
      "Vera compares hands with Бабушка Зина for 40. Vera is lower: fold.",
      "Vera вскрывается с игроком Бабушка Зина за 40. Меньше у игрока Vera: пас.",
    ],
    [
      viewOf("sekaVote"),
      seka({ what: "voteOpened", tied: [3, 2], pot: 60 }),
      "A tie: Анна, Константин. The pot is 60. They vote on a svara.",
      "Ничья: Анна, Константин. Банк 60. Голосуют за свару.",
    ],
    [
      viewOf("sekaOver"),
      seka({ what: "won", seat: 3, player: 3, amount: 165 }),
      "You, three kings, 36 points, take 165.",
      "Вы, три короля, 36 очков, забираете 165.",
    ],
  ])("%#", (view, event, english, russian) => {
    expect(said(view, event)).toEqual([english, russian]);
  });
});

describe("what the viewer alone is told", () => {
  const dark = viewOf("sekaDark");
  const own = (view: TableView, change: object): TableView =>
    ({ ...view, own: { ...view.own, turn: 12, game: { ...view.own?.game, ...change } } }) as TableView;
  const { cards, made } = facesAt(reveal, 2) ?? {};
  const open = { cards, made };
  const looked = seka({ what: "opened", seat: 3 });
  const unasked: TableView = { ...dark, own: { seat: 3 } };

  test.each<[string, TableView, TableView, TableEvent[], string]>([
    ["the price of a dark hand", unasked, dark, [], "Your turn. 10 to call."],
    [
      "the price in full once they looked",
      dark,
      own(dark, { ...open, offers: [{ kind: "call", pay: 20, counts: 20 }] }),
      [looked],
      "You looked at your cards. Your cards: Ac 6c Ts. 22: ace and joker. Your turn. 20 to call.",
    ],
    [
      "that a call is too much",
      unasked,
      own(dark, { offers: [{ kind: "fold" }] }),
      [],
      "Your turn. You have too little to call.",
    ],
    [
      "their own cards, which a reveal shows",
      dark,
      own(dark, { ...open, offers: [] }),
      [seka({ what: "revealed", by: 2, target: 3, pay: 40, loser: 2 })],
      "Константин compares hands with you for 40. Your cards: Ac 6c Ts. 22: ace and joker. Константин is lower: fold.",
    ],
  ])("%s", (_, before, after, events, english) => {
    const lines = narrate({ events, before, after });
    const say = (line: SekaLine) => {
      const text = en.line[line.kind] as (line: SekaLine, ...rest: unknown[]) => string;
      return text(line, String, (codes: readonly string[]) => codes.join(" "));
    };
    expect(lines.map(say).join(" ")).toBe(english);
  });
});

test("a reveal is seen by the two, and followed by the others without a card", () => {
  expect(facesAt(reveal, 2)).toMatchObject({ alone: true, cards: ["Ac", "6c", "Ts"] });
  expect(facesAt(follow, 5)).toBeNull();
  const laid = layout({ width: 390, height: 612 }, 6, 3, plan);
  const cards = (view: TableView, seat: number) =>
    pieces(view, laid).flatMap((piece) => (piece.what === "card" && piece.seat === seat ? [piece] : []));
  expect(cards(reveal, 2).map(({ card, dim }) => [card, dim])).toEqual([
    ["Ac", true],
    ["6c", true],
    ["Ts", true],
  ]);
  // Who fell holds the cards as long as the two look at them.
  expect(cards(follow, 1).map(({ card }) => card)).toEqual([null, null, null]);
  expect(cards(follow, 5).every(({ lift }) => lift)).toBe(true);
  expect(cards(follow, 2).some(({ lift }) => lift)).toBe(false);
});

test("somebody else on the chair of a hand that was seen shows nothing of it", () => {
  const game = reveal.game;
  if (game.game !== "seka" || !game.players[2]) throw new Error("a table of Seka");
  const taken = { ...reveal, game: { ...game, players: { ...game.players, 2: { ...game.players[2], player: 77 } } } };
  expect(facesAt(taken, 2)).toBeNull();
});

test("plates say who is ready, who plays dark and how one voted", () => {
  expect(marks(viewOf("sekaReady"), 1, speech.ru).tab).toBe("готов");
  expect(marks(viewOf("sekaDark"), 3, speech.en).tab).toBe("dark");
  expect(marks(viewOf("sekaVote"), 2, speech.ru).holds).toBe("20 · свара");
  expect(marks(viewOf("sekaOver"), 3, speech.en)).toMatchObject({ holds: "36: three kings", won: "+165" });
});

test("a reveal is one line an event, so that the log can be read", () => {
  const lines = narrate({
    events: [seka({ what: "revealed", by: 3, target: 2, pay: 40, loser: 2 })],
    before: reveal,
    after: reveal,
  });
  expect(lines.map(({ kind }) => kind)).toEqual(["revealed", "compared", "lower"]);
});

describe("a raise", () => {
  const raise = { least: 21, most: 95, step: 10, bet: 20, half: true };
  test("costs half of an odd sum, rounded up, for who plays dark", () => {
    expect(priceOf(raise, 45)).toEqual({ counts: 25, pay: 13 });
    expect(priceOf({ bet: 20 }, 45)).toEqual({ counts: 25, pay: 25 });
  });
  test("slides over round sums to the most", () => {
    expect(sums(raise)).toEqual([30, 40, 50, 60, 70, 80, 90, 95]);
    expect(sums({ least: 96, most: 100, step: 10 })).toEqual([100]);
    expect(sums({ least: 21, most: 25, step: 10 })).toEqual([25]);
    expect(nearest(sums(raise), 52)).toBe(2);
  });
  test("can be typed, and is never changed into something else", () => {
    expect(typedAmount("45", 0, raise)).toEqual({ to: 45, wrong: null });
    expect(typedAmount("20", 0, raise).wrong).toBe("tooLittle");
    expect(typedAmount("96", 0, raise).wrong).toBe("tooMuch");
    expect(typedAmount("x", 0, raise).wrong).toBe("notAnAmount");
  });
});

describe("the table of points", () => {
  const points = {
    three: [..."AKQJT"].map((rank, index) => ({ rank, points: 37 - index })),
    jokerAceSuit: 32,
    suitWithAce: 31,
    jokerSuit: 31,
    suit: 30,
    twoAces: 22,
    jokerAce: 22,
    pairWithAce: 21,
    joker: 21,
    pair: 20,
    ace: 11,
    nothing: 10,
  };

  test("has every hand with three cards, the highest first", () => {
    const table = rows({ points, joker: "6c" });
    expect(table.map((row) => row.points)).toEqual([37, 36, 35, 34, 33, 32, 31, 31, 30, 22, 22, 21, 21, 20, 11, 10]);
    for (const { hand, cards } of table) {
      expect(new Set(cards).size, hand).toBe(3);
      expect(cards.includes("6c"), hand).toBe(hand.startsWith("joker"));
    }
    expect(rows({ points }).length, "without a joker nothing is made with it").toBe(12);
  });

  test("says what a svara came of", () => {
    const tie = { names: "Анна, Борис", points: 20, pot: "120", carried: true, entered: "Клара" };
    expect(ru.tie(tie)).toBe("Анна, Борис: по 20, банк 120; свара; вошли: Клара");
    expect(en.tie({ ...tie, carried: null, entered: "", points: null })).toBe("Анна, Борис: pot 120");
  });
});
