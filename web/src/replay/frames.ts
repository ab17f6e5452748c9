// A hand as a row of frames: what is shown after each step. Nothing is computed here but the patches of the room.
import type { HandStory, Seat, Step, TableView } from "../protocol.ts";
import { type Followed, follow, shown } from "../table/follow.ts";

export type Frame = {
  followed: Followed;
  /** What led here; nothing at the beginning. */
  step: Step | null;
  /** Parts of the pot in thousandths, of those still in. */
  equity: { [seat: Seat]: number };
};

/** So many thousandths are all of a pot. */
export const WHOLE = 1000;

/** The frames of a hand. */
export function framesOf(story: HandStory): Frame[] {
  const start: Followed = {
    ...follow(story.hand.table),
    seen: { info: story.info, sequence: story.updates[0]?.steps[0]?.sequence ?? 0, view: still(story.view) },
  };
  const frames: Frame[] = [{ followed: start, step: null, equity: {} }];
  // Patches are of the views as they were sent; what is shown is the same without clocks and offers.
  let sent: Followed = { ...start, seen: start.seen && { ...start.seen, view: story.view } };
  for (const { steps, equity } of story.updates) {
    for (const step of steps) {
      sent = shown(sent, step);
      const { seen } = sent;
      if (seen === null) continue;
      frames.push({ followed: { ...sent, seen: { ...seen, view: still(seen.view) } }, step, equity: equity ?? {} });
    }
  }
  return frames.filter(worthSeeing);
}

/** Time does not run in a picture, and nobody is asked anything. */
function still(view: TableView): TableView {
  const { stage: _stage, rest: _rest, take: _take, own, ...rest } = view;
  if (!own) return { ...rest, clocks: {} };
  const { turn: _turn, chair: _chair, take: _own, afterTimeout: _after, ...mine } = own;
  return { ...rest, clocks: {}, own: mine };
}

/** The first frame, and those in which something happened. */
function worthSeeing({ step }: Frame, place: number): boolean {
  return place === 0 || (step?.events ?? []).some(({ kind }) => kind !== "shuffled");
}
