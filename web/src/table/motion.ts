// What moved, moves: from where it was to where it is, in 200 ms. Nothing moves for those who asked for calm.
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { isCalm, MOVE_MS } from "../room/pace.ts";

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
