// A finger drawn across the felt from left to right. Cards that can be dragged, buttons and fields keep their own gestures.
import type { Attachment } from "svelte/attachments";

/** So far across, and no further up or down. */
const ACROSS_PX = 90;
const ASIDE_PX = 50;
const WITHIN_MS = 700;
/** The edge of a phone belongs to its own way back. */
const EDGE_PX = 24;

export type Stroke = { fromX: number; fromY: number; toX: number; toY: number; ms: number };

export const isSwipe = ({ fromX, fromY, toX, toY, ms }: Stroke): boolean =>
  fromX >= EDGE_PX && toX - fromX >= ACROSS_PX && Math.abs(toY - fromY) <= ASIDE_PX && ms <= WITHIN_MS;

export function swipes(done: () => void): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number; at: number } | null = null;
    const down = ({ pointerType, isPrimary, target, clientX, clientY, timeStamp }: PointerEvent) => {
      const taken = target instanceof Element && target.closest("button, input, a, .bar") !== null;
      from = pointerType === "touch" && isPrimary && !taken ? { x: clientX, y: clientY, at: timeStamp } : null;
    };
    const up = ({ clientX, clientY, timeStamp }: PointerEvent) => {
      const stroke = from && { fromX: from.x, fromY: from.y, toX: clientX, toY: clientY, ms: timeStamp - from.at };
      from = null;
      if (stroke && isSwipe(stroke)) done();
    };
    const off = () => (from = null);
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", off);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", off);
    };
  };
}
