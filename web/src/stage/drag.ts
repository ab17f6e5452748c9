// Dragging by mouse, pen or finger. What is dropped where, the one who drags decides: zones are elements with `data-drop`.
import type { Attachment } from "svelte/attachments";

export type Drag = {
  /** May it be picked up now? */
  enabled: () => boolean;
  /** Let go over a zone. */
  dropped: (zone: string) => void;
  /** Over which zone it is held; `null` over none. */
  over?: (zone: string | null) => void;
};

/** A tap that trembles is still a tap. */
const TREMBLE = 6;

/** The zone below a point. */
function zoneAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const zone = element.closest<HTMLElement>("[data-drop]")?.dataset["drop"];
    if (zone !== undefined) return zone;
  }
  return null;
}

/** Lets an element be dragged. Taps and keys work as before. */
export function draggable(drag: Drag): Attachment<HTMLElement> {
  return (element) => {
    let start: { id: number; x: number; y: number } | null = null;
    let lifted = false;

    function end(event: PointerEvent, drop: boolean) {
      if (event.pointerId !== start?.id) return;
      start = null;
      if (!lifted) return;
      lifted = false;
      element.style.translate = "";
      element.classList.remove("lifted");
      drag.over?.(null);
      // The click that follows a drag is none.
      const swallow = (click: Event) => click.stopImmediatePropagation();
      element.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
      const zone = drop ? zoneAt(event.clientX, event.clientY) : null;
      if (zone !== null) drag.dropped(zone);
    }
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !drag.enabled()) return;
      start = { id: event.pointerId, x: event.clientX, y: event.clientY };
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== start?.id) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!lifted && Math.hypot(dx, dy) < TREMBLE) return;
      if (!lifted) element.setPointerCapture(event.pointerId);
      lifted = true;
      element.classList.add("lifted");
      element.style.translate = `${dx}px ${dy}px`;
      drag.over?.(zoneAt(event.clientX, event.clientY));
    };
    const up = (event: PointerEvent) => end(event, true);
    const cancel = (event: PointerEvent) => end(event, false);
    element.style.touchAction = "none";
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", cancel);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", cancel);
    };
  };
}
