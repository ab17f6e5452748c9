// A hand as the room tells it again: one of the scenes, to its end.
import { NOW, scene } from "./scenes.mjs";

const { info, view, next = [] } = scene("evening");
const over = next.findIndex(({ steps }) => steps.some(({ events = [] }) => events.some(({ kind }) => kind === "handStarted")));

/** @type {import("../src/protocol.ts").HandStory} */
export const story = {
  hand: {
    table: "green",
    title: info.name,
    hand: 1,
    game: "holdem/NT",
    currency: "FUN",
    started: new Date(NOW).toISOString(),
    ended: new Date(NOW + 60_000).toISOString(),
    net: -20,
    won: false,
    showdown: true,
    notations: ["phh", "pokerstars", "json"],
    players: Object.values(view.seats).map(({ player, name }) => ({ player, name, net: 0 })),
  },
  info,
  view,
  viewer: 3,
  now: NOW,
  updates: next.slice(0, over).map(({ now, steps }) => ({
    now,
    steps: steps.map((step, at) => ({ ...step, sequence: now + at })),
    equity: { 1: 180, 3: 334, 4: 486 },
  })),
};
