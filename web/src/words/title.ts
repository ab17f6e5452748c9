// What a table or a tournament is called. People's own are called as they named them; the house's sit-and-gos, which are known
// by their names in messages ("sng-6-12", its table "sng-6-12-1"), in the language that is read.
import type { Words } from "./words.ts";

const HOUSE = /^(sng|turbo)-(\d+)-\d+(?:-(\d+))?$/;

export function titleOf(name: string, title: string, { lobby }: Words): string {
  const [, kind, seats, table] = HOUSE.exec(name) ?? [];
  if (kind !== "sng" && kind !== "turbo") return title;
  return [lobby.house[kind], seats, table].filter((part) => part !== undefined).join(" · ");
}
