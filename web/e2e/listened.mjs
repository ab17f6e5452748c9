// What has to be heard of each event, written down once more from the rules of the games and not from the page's own words.

/** @type {Record<string, string>} */
const RANKS = {
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

const card = (/** @type {string} */ code) => `${RANKS[code[0] ?? ""]} of ${SUITS[code[1] ?? ""]}`;
const cards = (/** @type {string[]} */ codes) => codes.filter((code) => code !== "??").map(card);

/**
 * A sentence that has to come: the words it must have, or, said to the listener alone, how it begins, and every card and every
 * amount in it.
 * @typedef {string[] | { begins: string, cards: string[], amounts: string[] }} Wanted
 */

/** What is said to the listener alone: their cards, and what is asked of them. */
const ALONE =
  /^(Your turn|Your cards|Your lead|It is for you|Beat or take|Throw in, or|You may throw in|Transfer the card|Vote:|You may enter)/;

/** @param {string} begins @param {string[]} cards @param {string[]} amounts @returns {Wanted} */
const alone = (begins, cards = [], amounts = []) => ({ begins, cards, amounts });

/** The cards that somebody names. */
const cardsIn = (/** @type {string} */ text) => text.toLowerCase().match(/\b\w+ of (clubs|diamonds|hearts|spades)\b/g) ?? [];
/** And the amounts, beside the cards. */
const amountsIn = (/** @type {string} */ text) => text.match(/\d[\d.,]*\d|\d/g) ?? [];

/** Is this the sentence? @param {Wanted} wanted @param {string} text */
export function isSaid(wanted, text) {
  const said = text.toLowerCase();
  if (Array.isArray(wanted))
    return !ALONE.test(text) && wanted.every((needle) => needle === "?" || said.includes(needle.toLowerCase()));
  const { begins, cards: named, amounts } = wanted;
  const same = (/** @type {string[]} */ one, /** @type {string[]} */ other) =>
    one.length === other.length && one.every((each, at) => each === other[at]);
  return said.startsWith(begins.toLowerCase()) && same(cardsIn(text), named.map(card)) && same(amountsIn(text), amounts);
}

const moneyOf = (/** @type {number} */ scale) => (/** @type {number} */ amount) =>
  (amount / 10 ** scale).toLocaleString("en-GB", { minimumFractionDigits: scale, maximumFractionDigits: scale });

/** What the table asks of the listener, and what it costs; nothing when it is not their turn. @param {any} view @param {number} scale @returns {Wanted | null} */
export function askedOf(view, scale) {
  const { turn, game: own } = view.own ?? {};
  if (turn === undefined || !own) return null;
  if (own.game === "durak") return askedInDurak(view.game, own.offers ?? {});
  /** @type {any[]} */
  const offers = own.offers ?? [];
  const offer = (/** @type {string} */ kind) => offers.find((one) => one.kind === kind);
  const money = moneyOf(scale);
  const call = offer("call");
  if (offers.length === 0) return null;
  if (offer("vote")) return alone("Vote: svara or share");
  if (offer("enter")) return alone("You may enter the svara for", [], [money(offer("enter").pay)]);
  if (offer("runTwice")) return alone("It is for you to say: twice or once");
  if (offer("muck")) return alone("Your turn. Show your cards or muck");
  if (own.game === "holdem" && offer("check")) return alone("Your turn. Checking is free");
  if (own.game === "holdem") return alone(`Your turn. ${money(call.price)} to call`, [], [money(call.price)]);
  if (offer("check") || call?.pay === 0) return alone("Your turn. Staying in is free");
  return call ? alone(`Your turn. ${money(call.pay)} to call`, [], [money(call.pay)]) : alone("Your turn. You have too little");
}

/** @param {any} game @param {any} offers @returns {Wanted | null} */
function askedInDurak({ stage, piles }, { attack, defend, show, transfer, take, finish }) {
  if (stage === "shown") return transfer ? alone("Transfer the card you showed", transfer) : null;
  const open = piles.filter((/** @type {any} */ { beatenBy }) => beatenBy === undefined);
  if (take || defend || show || transfer)
    return alone(
      "Beat or take",
      open.map((/** @type {any} */ pile) => pile.attack),
    );
  if (stage === "lead") return attack ? alone("Your lead") : null;
  if (stage === "taking") return attack || finish ? alone("Throw in, or pass") : null;
  return finish ? alone("Throw in, or say done") : attack ? alone("You may throw in") : null;
}

/** The sentences that have to come. @param {any} event @param {number} scale @param {any[]} before @returns {Wanted[]} */
export function expectedOf(event, scale, before) {
  const who = (/** @type {number} */ seat) => (seat === event.you ? "you" : event.names[seat]);
  const money = moneyOf(scale);
  /** The listener's own cards, where they come with this; with their points, where the game has such. */
  const own = event.mine ? [alone("Your cards", event.mine.cards, event.mine.points)] : [];
  switch (event.kind) {
    case "asked":
      return [event.wanted];
    case "cards":
      return own;
    case "sat":
      return [[event.name && event.seat !== event.you ? event.name : "you", money(event.stack)]];
    case "left":
    case "satOut":
    case "satIn":
    case "lineLost":
    case "lineBack":
    case "leaving":
    case "timedOut":
      return [[who(event.seat)]];
    case "addedChips":
      return [[who(event.seat), money(event.amount)]];
    case "handStarted":
      return [[`hand ${event.hand}.`]];
    case "holdem":
      return event.what === "dealtHole" ? own : holdem(event, who, money);
    case "seka": {
      const [first, ...rest] = seka(event, who, money);
      return first ? [first, ...own, ...rest] : own;
    }
    case "durak":
      return [...durak(event, who, before), ...own];
    default:
      return [];
  }
}

/** @typedef {(seat: number) => string} Who */
/** @typedef {(amount: number) => string} Money */

/** @param {any} event @param {Who} who @param {Money} money @returns {string[][]} */
function holdem(event, who, money) {
  switch (event.what) {
    case "posted":
      return event.posts.map((/** @type {any} */ { seat, amount }) => [who(seat), money(amount)]);
    case "dealtBoard":
      return [cards(event.cards)];
    case "folded":
      return [[who(event.seat), "fold"]];
    case "checked":
      return [[who(event.seat), "check"]];
    case "mucked":
      return [[who(event.seat), "muck"]];
    case "called":
      return [[who(event.seat), "call", money(event.amount)]];
    case "bet":
    case "raised":
      return [[who(event.seat), event.what === "bet" ? "bet" : "raise", money(event.to)]];
    case "returned":
      return [[who(event.seat), money(event.amount)]];
    case "collected":
      return [["pot"]];
    case "shown":
      return [[who(event.seat), ...cards(event.cards)]];
    case "won":
      return [[who(event.seat), money(event.amount)]];
    default:
      return [];
  }
}

/** @param {any} event @param {Who} who @param {Money} money @returns {string[][]} */
function seka(event, who, money) {
  switch (event.what) {
    case "ready":
      return [[who(event.seat), event.ready ? "ready" : "not ready"]];
    case "dealt":
      return [["deals"]];
    case "round":
      return [[`round ${event.round}`]];
    case "opened":
      return [[who(event.seat), "cards"]];
    case "checked":
      return [[who(event.seat), "check"]];
    case "folded":
      return [[who(event.seat), "fold"]];
    case "called":
      return [[who(event.seat), "call", ...(event.counts > 0 ? [money(event.pay)] : [])]];
    case "dark":
      return [[who(event.seat), "dark", money(event.pay)]];
    case "raised":
      return [[who(event.seat), "raise", money(event.to)]];
    case "revealed":
      return [
        [who(event.by), "compare", who(event.target), money(event.pay)],
        // The cards of the other, where the deal goes on.
        ...(event.you === event.by ? [["?", who(event.target)]] : event.you === event.target ? [["?", who(event.by)]] : []),
        event.loser === undefined ? ["equal"] : [who(event.loser), "lower"],
      ];
    case "shown":
      return [[who(event.seat), ...cards(event.cards)]];
    case "voteOpened":
      return [["tie", money(event.pot)]];
    case "voted":
      return [[who(event.seat), event.yes ? "for" : "against"]];
    case "voteClosed":
      return [[event.carried ? "will be a svara" : "shared"]];
    case "entryOpened":
      return [["entered", money(event.prices.loser)]];
    case "entered":
      return [[who(event.seat), money(event.pay)]];
    case "svara":
      return [[`svara ${event.number}`]];
    case "settled":
      return (event.settlement.repaid ?? 0) + (event.settlement.rake ?? 0) > 0 ? [[]] : [];
    case "won":
      return [[who(event.seat), money(event.amount)]];
    case "sentOff":
    case "passed":
    case "waits":
      return [[event.seat === undefined ? "" : who(event.seat)]];
    default:
      return [];
  }
}

/** @param {any} event @param {Who} who @param {any[]} before @returns {string[][]} */
function durak(event, who, before) {
  switch (event.what) {
    case "began":
      return [["party"]];
    case "drew":
      // The first hands are no draw.
      return before.some(({ what }) => what === "round") ? [[who(event.seat), "draw", String(event.cards)]] : [];
    case "round":
      return [[who(event.attacker), "attack", who(event.defender), ...(event.trump ? [card(event.trump)] : [])]];
    case "led":
      return [[who(event.seat), "lead", card(event.card)]];
    case "threwIn":
      return [[who(event.seat), "throw", card(event.card)]];
    case "showed":
      return [[who(event.seat), "show", card(event.card)]];
    case "beat":
      return [[who(event.seat), "beat", card(event.attack), card(event.with)]];
    case "transferred":
      return [[who(event.seat), "transfer", card(event.card), who(event.to)]];
    case "takes":
      return [[who(event.seat), "take"]];
    case "finished":
      return [[who(event.seat), event.taking ? "pass" : "done"]];
    case "out":
    case "away":
    case "back":
    case "said":
      return [[who(event.seat)]];
    case "roundOver":
      return event.takenBy === undefined
        ? [["beaten", String(event.cards.length)]]
        : [[who(event.takenBy), "pick", String(event.cards.length)]];
    case "partyOver":
      return [[event.outcome.fools.length === 0 ? "draw" : "fool"]];
    default:
      return [];
  }
}
