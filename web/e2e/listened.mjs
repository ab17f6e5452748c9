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

/** What is said to the listener alone, and is no event of the table's. */
export const silent = (/** @type {string} */ text) =>
  /^(Your turn|Your cards|Your lead|Beat the cards|Throw in, or|Transfer the card|Vote:|You may enter)/.test(text);

/** The sentences that have to come, each as the words it must have. @param {any} event @param {number} scale @param {any[]} before @returns {string[][]} */
export function expectedOf(event, scale, before) {
  const who = (/** @type {number} */ seat) => (seat === event.you ? "you" : event.names[seat]);
  const money = (/** @type {number} */ amount) =>
    (amount / 10 ** scale).toLocaleString("en-GB", { minimumFractionDigits: scale, maximumFractionDigits: scale });
  switch (event.kind) {
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
      return [[String(event.hand)]];
    case "holdem":
      return holdem(event, who, money);
    case "seka":
      return seka(event, who, money);
    case "durak":
      return durak(event, who, before);
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
