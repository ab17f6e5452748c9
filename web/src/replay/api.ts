// What the page asks of the room over HTTP about hands that were played.
import type { HandList, HandNotation, HandStory, ShareLink, Statistics } from "../protocol.ts";
import { readToken } from "../session/memory.ts";

const BASE = "/api/v1";

/** Nothing is there, or nobody may see it; otherwise the room could not answer. */
export class NotThere extends Error {}

async function ask(path: string, method = "GET"): Promise<Response> {
  const token = readToken();
  const headers: HeadersInit = token === null ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(BASE + path, { method, headers });
  if (response.status === 404 || response.status === 401) throw new NotThere(String(response.status));
  if (!response.ok) throw new Error(String(response.status));
  return response;
}

const json = async <T>(path: string, method?: string): Promise<T> => (await (await ask(path, method)).json()) as T;

/** Which hands, and how they are named in an address. */
export type HandKey = { table: string; hand: string } | { link: string };

const pathOf = (key: HandKey): string =>
  "link" in key
    ? `/shared/${encodeURIComponent(key.link)}`
    : `/hands/${encodeURIComponent(key.table)}/${encodeURIComponent(key.hand)}`;

export type Wanted = { table: string; since: string; until: string };

export function hands({ table, since, until }: Wanted, before: string | null): Promise<HandList> {
  const query = new URLSearchParams({ limit: "30" });
  if (table) query.set("table", table);
  if (since) query.set("since", new Date(`${since}T00:00`).toISOString());
  // The whole of the last day, by the reader's own clock.
  if (until) query.set("until", new Date(new Date(`${until}T00:00`).getTime() + 86_400_000).toISOString());
  if (before !== null) query.set("before", before);
  return json(`/hands?${query}`);
}

export const story = (key: HandKey): Promise<HandStory> => json(pathOf(key));

export const statistics = (): Promise<Statistics> => json("/people/me/statistics");

export const share = (table: string, hand: number): Promise<ShareLink> =>
  json(`/hands/${encodeURIComponent(table)}/${hand}/share`, "POST");

/** Saves a file of the room's: a link alone would not say who asks. */
async function save(path: string, name: string): Promise<void> {
  const file = await (await ask(path)).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const ENDINGS: { [N in HandNotation]: string } = { phh: "phh", pokerstars: "txt", seka: "seka", durak: "durak", json: "json" };

export const saveHand = (key: HandKey, table: string, hand: number, notation: HandNotation): Promise<void> =>
  save(`${pathOf(key)}/as/${notation}`, `${table}-${hand}.${ENDINGS[notation]}`);

export const saveAll = (notation: HandNotation): Promise<void> =>
  save(
    `/hands/download?notation=${notation}`,
    `hands.${notation === "json" ? "jsonl" : notation === "phh" ? "phhs" : ENDINGS[notation]}`,
  );
