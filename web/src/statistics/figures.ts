// Counts as parts of a hundred, for those who read them.
import type { GameStatistics } from "../protocol.ts";

export type Part = { what: "voluntary" | "raised" | "showdown" | "won"; percent: number };

const percent = (part: number, all: number): number => (all === 0 ? 0 : Math.round((part * 100) / all));

/** What is worth saying of a game. Durak has no bets: only whether it was won. */
export function partsOf({ game, hands, voluntary, raised, showdowns, won }: GameStatistics): Part[] {
  const parts: Part[] = [{ what: "won", percent: percent(won, hands) }];
  if (game.startsWith("durak")) return parts;
  return [
    { what: "voluntary", percent: percent(voluntary, hands) },
    { what: "raised", percent: percent(raised, hands) },
    { what: "showdown", percent: percent(showdowns, hands) },
    ...parts,
  ];
}

/** Won less lost in a hundred hands, to a whole chip; nothing before there are enough to say it. */
export function perHundred({ net, hands }: GameStatistics): number | null {
  return net === undefined || hands < 20 ? null : Math.round((net * 100) / hands);
}
