// Every screen that can be had without a room, and how one gets there: read by axe, measured, and made narrow.
import { asked } from "./asked.mjs";
import { Pretended, scene } from "./pretended.mjs";
import { story } from "./story.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {{ width: number, height: number, locale: string, colorScheme?: "light" | "dark" }} Screen */

/** What the room answers over HTTP where nobody plays. @type {[RegExp, object][]} */
const answers = [
  [
    /statistics$/,
    {
      games: [
        { game: "holdem/NT", currency: "FUN", hands: 120, voluntary: 40, raised: 20, showdowns: 25, won: 18, net: 340 },
        { game: "durak", currency: "FUN", hands: 9, voluntary: 0, raised: 0, showdowns: 0, won: 4, net: -60 },
      ],
    },
  ],
  [
    /leaderboard/,
    {
      places: [
        { place: 1, id: 8, name: "Boris", chips: 9000 },
        { place: 2, id: 3, name: "Анна", chips: 8060 },
      ],
    },
  ],
  [/people\/me$/, { id: 3, name: "Анна", kind: "guest", wallet: 8060, seatedAt: [], scope: "full", since: 1_794_785_581_012 }],
  [/hands\?/, { hands: [] }],
  [/hands\/green\/1$/, story],
  [/hands\/green\/1\/share$/, { path: "/shared/00ff" }],
];

/** What people may open. @type {import("../src/protocol.ts").TableBounds} */
export const bounds = {
  clocks: [10, 20, 30, 60],
  delays: [0, 30, 120],
  games: [
    {
      game: "holdem",
      variant: "NT",
      seats: { least: 2, most: 9, usual: 6 },
      options: { straddle: true, runItTwice: true },
    },
    { game: "seka", seats: { least: 2, most: 6, usual: 5 } },
    { game: "durak", mode: "plain", cards: 36, seats: { least: 2, most: 6, usual: 4 } },
  ],
  leastStake: 1,
  mostStake: 1000,
  tables: 3,
};

/** @type {import("../src/protocol.ts").LobbyTournament[]} */
export const tournaments = [
  {
    tournament: "cup-1",
    title: "Sunday cup",
    status: "lobby",
    buyIn: 100,
    bounty: 20,
    entrants: 3,
    mostEntrants: 18,
    left: 0,
    pool: 300,
    seats: 6,
    starts: { when: "byHand" },
  },
  {
    tournament: "cup-2",
    title: "Турбо по пятницам",
    status: "running",
    buyIn: 500,
    entrants: 12,
    left: 7,
    pool: 6000,
    seats: 6,
    starts: { when: "whenFull" },
  },
];

const around = (/** @type {Pretended} */ room) => room.say({ type: "around", table: "green", around: asked });
const menu = "header [aria-haspopup=dialog] >> nth=-1";

/**
 * `press`: what is pressed on the way, one after the other; `there`: what is seen when one has arrived.
 * @typedef {{ where: string, moment?: string, path?: string, nobody?: boolean, there: string, press?: string[], unknown?: boolean,
 *   room?: object, then?: (room: Pretended) => void | Promise<void> }} Visit
 */

/** @type {Visit[]} */
export const visits = [
  { where: "first page", path: "/", nobody: true, there: "form" },
  { where: "first page, known", path: "/", there: "form" },
  { where: "coming in as somebody new", path: "/", press: ["main > button.small"], there: "dialog .danger" },
  { where: "dead link", path: "/table/green", nobody: true, unknown: true, there: ".invited" },
  { where: "dead link of somebody known", unknown: true, there: "main .big" },
  { where: "lobby", path: "/tables", there: "a.table", room: { tournaments, bounds } },
  { where: "lobby of nobody yet", path: "/tables", nobody: true, there: "a.table", room: { tournaments, bounds } },
  { where: "empty lobby", path: "/tables", there: ".empty", room: { tables: [] } },
  { where: "tournaments", path: "/tables", press: [".shows button >> nth=1"], there: "a.cup", room: { tournaments, bounds } },
  { where: "filters", path: "/tables", press: ["[data-filters]"], there: ".filters select", room: { bounds } },
  { where: "talk in the lobby", path: "/tables", press: ["[data-talk]"], there: "aside form" },
  { where: "new table", path: "/tables", press: ["[data-open-table]"], there: "dialog form", room: { bounds } },
  {
    where: "new table of Durak",
    path: "/tables",
    press: ["[data-open-table]", "dialog .three label >> nth=2"],
    there: "dialog form",
    room: { bounds },
  },
  { where: "preflop", moment: "preflop", there: "[data-act=fold]:enabled" },
  { where: "before one’s turn", moment: "flop", there: "[data-before]" },
  { where: "showdown", moment: "showdown", there: ".winners" },
  { where: "waiting", moment: "waiting", there: ".idle" },
  { where: "held up", moment: "held", there: ".idle" },
  { where: "without chips", moment: "broke", there: ".idle" },
  { where: "run it twice?", moment: "twice-asked", there: ".bar button" },
  { where: "two boards", moment: "twice", there: ".winners" },
  { where: "menu", moment: "showdown", press: [menu], there: "dialog" },
  { where: "leaving", moment: "preflop", press: [menu, "dialog .list >> nth=0 >> .button >> nth=-1"], there: "dialog .danger" },
  { where: "log", moment: "preflop", press: ["[data-log]"], there: "#table-log ol" },
  { where: "talk", moment: "preflop", press: ["[data-talk]"], there: "aside form" },
  { where: "invitation", moment: "flop", press: [menu, "dialog [data-invite]"], there: "dialog svg" },
  { where: "requests", moment: "flop", then: around, there: "[data-request]" },
  {
    where: "requests, all of them",
    moment: "flop",
    then: async (room) => {
      around(room);
      await room.page.locator(".requests [aria-expanded=false]").first().click();
    },
    there: ".requests.all",
  },
  {
    where: "host’s panel",
    moment: "flop",
    then: async (room) => {
      around(room);
      await room.page.locator("[data-request]").first().waitFor();
      await room.page.locator(menu).click();
      await room.page.locator("dialog .list .button").first().click();
    },
    there: "dialog ul",
  },
  { where: "buying in", moment: "watching", press: [".idle .button"], there: "dialog" },
  { where: "lost line", moment: "preflop", then: (room) => room.lose(), there: ".notice .button" },
  {
    where: "restart",
    moment: "flop",
    then: (room) => room.say({ type: "error", fault: { code: "stopping" } }),
    there: ".notice.waiting",
  },
  { where: "Seka", moment: "sekaFirst", there: ".controls" },
  { where: "Seka in the dark", moment: "sekaDark", there: ".controls" },
  { where: "Seka’s reveal", moment: "sekaReveal", there: ".middle" },
  { where: "Seka, ready?", moment: "sekaReady", there: ".controls" },
  { where: "Seka’s points", moment: "sekaFirst", press: ["[data-ask=points]"], there: "dialog" },
  { where: "svara", moment: "sekaVote", there: ".controls" },
  { where: "Durak", moment: "durak-defend", there: ".controls" },
  { where: "six at Durak", moment: "durak-six", there: ".controls" },
  { where: "tournament", moment: "cup", path: "/tournament/cup-1", there: ".hud .time" },
  { where: "new tournament, by its address", path: "/tournaments/new", there: "form .accent" },
  { where: "table of a tournament", moment: "cup", there: ".hud .time" },
  { where: "statistics", path: "/statistics", there: "tbody tr" },
  { where: "profile and settings", path: "/people", there: "[data-setting=sounds]" },
  { where: "nobody’s profile", path: "/people", nobody: true, there: "form" },
  { where: "signing in", path: "/people", nobody: true, press: ["[role=tab] >> nth=1"], there: "form" },
  { where: "a hand again", path: "/hand/green/1", press: ["[data-step=last]"], there: ".result" },
  { where: "link to a hand", path: "/hand/green/1", press: ["[data-keep]", "dialog .accent"], there: "dialog [data-link]" },
  { where: "one’s hands", path: "/hands", there: ".filter" },
];

/** Goes there. @param {Browser} browser @param {string} origin @param {Visit} visit @param {Screen} screen */
export async function visit(browser, origin, { moment = "flop", path, nobody, there, press = [], unknown, room, then }, screen) {
  const found = await Pretended.open(browser, origin, scene(moment), {
    calm: true,
    answers,
    ...screen,
    ...(path ? { path } : {}),
    ...(nobody ? { you: null } : {}),
    ...(unknown ? { unknown } : {}),
    ...(room ? { room } : {}),
  });
  for (const what of press) await found.page.locator(what).click();
  await then?.(found);
  await found.page.locator(there).first().waitFor();
  return found;
}
