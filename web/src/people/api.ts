// What the page asks of the room over HTTP: who the person is, and nothing of a game.
import type { Problem } from "../api.ts";

const BASE = "/api/v1";

export type Asked<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** What stands for a room that did not answer at all. */
export const unreachable: Problem = { code: "tryAgain", message: "" };

/** Asks the room. The token goes along when the browser has it in no cookie. */
export async function ask<T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  token: string | null,
  body?: unknown,
): Promise<Asked<T>> {
  const headers: Record<string, string> = {};
  if (token !== null) headers["authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    const sent: RequestInit = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${BASE}${path}`, sent);
    if (answer.status === 204) return { ok: true, value: undefined as T };
    const value: unknown = await answer.json();
    return answer.ok ? { ok: true, value: value as T } : { ok: false, problem: value as Problem };
  } catch {
    return { ok: false, problem: unreachable };
  }
}

/** Has the browser keep a token in a cookie that no script can read; says whether it does. */
export async function keepInCookie(token: string, id: number): Promise<boolean> {
  const kept = await ask("POST", "/people/me/cookie", token, {});
  if (!kept.ok) return false;
  const known = await ask<{ id: number }>("GET", "/people/me", null);
  return known.ok && known.value.id === id;
}
