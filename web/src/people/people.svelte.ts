// The person's own screen: what the room says about them over HTTP, and what went wrong with the last wish.
import type { Me, Problem, SessionInfo } from "../api.ts";
import type { Session } from "../session/session.svelte.ts";
import { type Asked, ask } from "./api.ts";
import { loadWords } from "./words/load.ts";
import type { PeopleWords } from "./words/words.ts";

export class People {
  words: PeopleWords | null = $state.raw(null);
  /** Who the person is; `undefined` until the room has said. */
  me: Me | null | undefined = $state.raw(undefined);
  sessions: SessionInfo[] = $state.raw([]);
  /** What was refused last, and which form it belongs to. */
  problem: { form: string; code: Problem["code"] } | null = $state.raw(null);
  /** The form whose answer is awaited. */
  busy: string | null = $state(null);
  /** A code or a token that is shown once. */
  secret: { kind: "code" | "token"; text: string } | null = $state.raw(null);
  /** Another session takes the place of this one when the secret was read. */
  #reload = false;

  constructor(readonly session: Session) {
    void this.load(session.settings.language);
  }

  async load(language: Session["settings"]["language"]): Promise<void> {
    const words = await loadWords(language);
    if (this.session.settings.language === language) this.words = words;
  }

  async refresh(): Promise<void> {
    // The socket says first whether the person is anybody at all.
    if (this.session.state.you === undefined) return;
    if (this.session.state.you === null) {
      this.me = null;
      return;
    }
    const known = await ask<Me>("GET", "/people/me", this.session.token);
    this.me = known.ok ? known.value : null;
    if (this.me?.kind !== "account") return;
    const listed = await ask<{ sessions: SessionInfo[] }>("GET", "/people/me/sessions", this.session.token);
    if (listed.ok) this.sessions = listed.value.sessions;
  }

  text(form: string): string {
    if (this.problem?.form !== form || !this.words) return "";
    // A newer room may know more than this page.
    return (this.words.problem[this.problem.code] as string | undefined) ?? this.words.unknownProblem;
  }

  /** Asks for something a form wants; what was refused is shown at that form. */
  async wish<T>(form: string, method: "POST" | "DELETE", path: string, body?: unknown): Promise<Asked<T>> {
    this.busy = form;
    this.problem = null;
    const answer = await ask<T>(method, path, this.session.token, body);
    this.busy = null;
    if (!answer.ok) this.problem = { form, code: answer.problem.code };
    return answer;
  }

  /** Signs in as somebody: the page starts anew as them. */
  async come(form: string, path: string, body: object): Promise<void> {
    const answer = await this.wish<{ recoveryCode?: string }>(form, "POST", path, { ...body, keep: "cookie" });
    if (!answer.ok) return;
    const known = this.me?.kind === "guest" && path === "/people/sign-up";
    const code = answer.value.recoveryCode;
    if (!known) this.session.forgetToken();
    if (code === undefined) return location.assign("/people");
    this.secret = { kind: "code", text: code };
    this.#reload = !known;
    if (known) await this.refresh();
  }

  /** The secret was read. */
  kept(): void {
    this.secret = null;
    if (this.#reload) location.assign("/people");
  }

  /** Ends this session: the page starts anew as nobody. */
  async signOut(): Promise<void> {
    await this.wish("signOut", "POST", "/people/sign-out", {});
    this.session.forgetToken();
    location.assign("/people");
  }
}
