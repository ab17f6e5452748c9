// What is seen of each seat, looked up once for all seats with every message: the plate of a seat nothing has happened to is
// the same thing as before, and nothing that draws it has to look.
import type { Game, Marks, Speech } from "../games/game.ts";
import type { Clock, Seat, SeatView, TableView } from "../protocol.ts";
import type { Spoken } from "../speak/lines.ts";
import type { Layout, Place } from "../stage/ring.ts";
import { remember, steady } from "../stage/steady.ts";
import type { PageClock } from "./open.svelte.ts";

/** Everything that is seen of a seat. */
export type Plate = {
  place: Place;
  /** There is room for a face beside name and stack. */
  wide: boolean;
  /** So many letters of what is said there have room. */
  letters: number;
  /** Which edge of the table it is at: there is room towards the other side. */
  edge: "left" | "right" | null;
  /** Who sits there, if anybody. */
  seat: SeatView | undefined;
  /** Nobody does, and the person may. */
  takes: boolean;
  marks: Marks;
  clock: PageClock | null;
  spoken: Spoken | undefined;
};

/** A plate this wide, at the size of a phone, has room for a face beside the name. */
const WIDE_PX = 132;

/** The smallest type, how wide its letters are, and what a tab's own edges take of a plate. */
const TYPE_PX = 13;
const LETTER = 0.57;
const EDGES = 0.4;

/** What was said without its amount: where both have no room, the chips that lie there say it. */
export const withoutAmount = (text: string): string =>
  text.replace(/[\s\u00a0\u202f][\d.,\s\u00a0\u202f]+(?:\s?\p{L}{2})?$/u, "");

/** A word at the edge of the table may be so many letters longer than its plate. */
const BEYOND = 4;

/** As much of what was said as has room: without its amount, then without what it was said to or along with. */
export function inRoom(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const bare = withoutAmount(text);
  return bare.length > letters + BEYOND ? bare.replace(/(?::| ·)\s.+$/u, "") : bare;
}

/** The word at a plate. While a hand runs it is what was just done; once it is over, what they hold: that is why it ended so. */
export function wordAt(running: boolean, said: string, holds: string, lasts: string): string {
  return (running ? said || holds : holds || said) || lasts;
}

type Seen = {
  lies: Layout;
  view: TableView;
  game: Pick<Game, "marks">;
  speech: Speech;
  said: ReadonlyMap<Seat, Spoken>;
  /** The seats the person may take. */
  takes: readonly Seat[];
  clockOf: (clock: Clock | undefined) => PageClock | null;
};

/** Remembers the plates of one table. */
export function plates(): (seen: Seen) => Plate[] {
  const keepMarks = steady<Marks>();
  const keepClock = steady<PageClock | null>();
  const keep = remember<Plate>();
  return ({ lies, view, game, speech, said, takes, clockOf }) =>
    lies.places.map((place) => {
      const { seat: at } = place;
      const seat = view.seats[at];
      const wide = place.plate.width >= WIDE_PX * lies.scale;
      const letters = Math.floor((place.plate.width / (TYPE_PX * Math.max(1, lies.scale)) - EDGES) / LETTER);
      const aside = place.plate.x - lies.middle.x;
      const edge = Math.abs(aside) < place.plate.width ? null : aside < 0 ? "left" : "right";
      const marks = keepMarks(at, game.marks(view, at, speech));
      const clock = keepClock(at, clockOf(view.clocks[at]));
      const spoken = said.get(at);
      const free = seat === undefined && takes.includes(at);
      return keep(at, [place, wide, seat, marks, clock, spoken, free], () => ({
        place,
        wide,
        letters,
        edge,
        seat,
        takes: free,
        marks,
        clock,
        spoken,
      }));
    });
}
