// The links of private tables the person came by, and whom they do not want to hear: kept in this browser only.
import type { PlayerId } from "../protocol.ts";
import { readKept, writeKept } from "./memory.ts";

/** So many links are kept, the latest. */
const MOST = 20;

export class Links {
  #secrets: [table: string, secret: string][] = readKept("links", (kept) =>
    Array.isArray(kept)
      ? kept.filter((one): one is [string, string] => Array.isArray(one) && one.every((part) => typeof part === "string"))
      : [],
  );

  keep(table: string, secret: string): void {
    if (this.of(table) === secret) return;
    this.#secrets = [[table, secret] as [string, string], ...this.#secrets.filter(([name]) => name !== table)].slice(0, MOST);
    writeKept("links", this.#secrets);
  }

  of(table: string): string | undefined {
    return this.#secrets.find(([name]) => name === table)?.[1];
  }
}

/** Whom the person blocked, by number, with the name they had. */
export class Blocked {
  people: readonly (readonly [PlayerId, string])[] = $state.raw(
    readKept("blocked", (kept) =>
      Array.isArray(kept)
        ? kept.filter(
            (one): one is [PlayerId, string] => Array.isArray(one) && typeof one[0] === "number" && typeof one[1] === "string",
          )
        : [],
    ),
  );

  set(player: PlayerId, name: string, blocked: boolean): void {
    const others = this.people.filter(([other]) => other !== player);
    this.people = blocked ? [...others, [player, name] as const] : others;
    writeKept("blocked", this.people);
  }
}
