// What the device does for whoever plays: the screen stays on at a table, and a turn is told when the page is out of sight.
// Browsers allow both over https and on the machine itself only.
import type { Session } from "../session/session.svelte.ts";
import { sentence } from "../speak/speak.ts";
import type { OpenTable } from "../table/open.svelte.ts";

export const canStayAwake = (): boolean => "wakeLock" in navigator;
export const canNotify = (): boolean => "Notification" in window && isSecureContext && Notification.permission !== "denied";

/** Turns telling on or off; the browser asks the person first. Says whether it is on now. */
export async function wantNotices(want: boolean): Promise<boolean> {
  return want && canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Keeps the screen on until it is called off; a page that comes back into sight asks again. */
function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = async () => {
    if (document.hidden || over) return;
    // A low battery may refuse: then the screen goes dark as it always did.
    const given = await navigator.wakeLock.request("screen").catch(() => null);
    if (over) void given?.release();
    else lock = given;
  };
  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}

/** The sentence a listener has just heard of one's turn, as a notice of the device's. */
function tellTurn(table: OpenTable, session: Session): void {
  const told = table.log.at(-1);
  const body = [table.title, told ? sentence(told, table.speaker) : ""].filter(Boolean).join("\n");
  try {
    const notice = new Notification(session.words.table.yourTurn, { body, tag: "kozyr-turn", icon: "/icon.svg" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some phones allow it to workers only, and the page has none.
  }
}

/** For the component that lives as long as the page. */
export function useDevice(session: Session): void {
  const seated = $derived(session.table?.view?.own?.seat !== undefined);
  $effect(() => {
    if (seated && session.settings.keepAwake && canStayAwake()) return stayAwake();
  });
  const waiting = $derived(session.table?.myTurn ? session.table : session.calls);
  $effect(() => {
    if (!waiting || !document.hidden || !session.settings.notify || !canNotify()) return;
    if (Notification.permission === "granted") tellTurn(waiting, session);
  });
}
