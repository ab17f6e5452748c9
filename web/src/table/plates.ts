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
  /** There is room for more than a name. */
  wide: boolean;
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
      const marks = keepMarks(at, game.marks(view, at, speech));
      const clock = keepClock(at, clockOf(view.clocks[at]));
      const spoken = said.get(at);
      const free = seat === undefined && takes.includes(at);
      return keep(at, [place, wide, seat, marks, clock, spoken, free], () => ({
        place,
        wide,
        seat,
        takes: free,
        marks,
        clock,
        spoken,
      }));
    });
}
