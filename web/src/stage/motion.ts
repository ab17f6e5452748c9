// What moved, moves: from where it was to where it is, in 200 ms. Nothing moves for those who asked for calm.
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

export const MOVE_MS = 200;

const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
let still = false;

/** The person's own setting, beside the device's. */
export function setStill(wanted: boolean): void {
  still = wanted;
}

/** Does the person want nothing to move? */
export const isCalm = (): boolean => still || (calm?.matches ?? false);

/** From where, in pixels from the resting place, and after how long. */
export type Path = { dx: number; dy: number; delay?: number };

/** A Svelte transition along a straight line, fading at the far end. */
export function move(_: Element, { dx, dy, delay = 0 }: Path): TransitionConfig {
  if (isCalm()) return { duration: 0 };
  return {
    delay,
    duration: MOVE_MS,
    easing: cubicOut,
    css: (t, u) => `translate: ${u * dx}px ${u * dy}px; opacity: ${Math.min(1, t * 2)}`,
  };
}

/** Glides an element that is in its new place already from where it was. */
export function glide(element: Element, { dx, dy }: Path): void {
  if (isCalm() || (dx === 0 && dy === 0)) return;
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: MOVE_MS, easing: "ease-out" });
}
