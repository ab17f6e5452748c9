import { expect, test } from "vitest";
import type { Speech } from "../games/game.ts";
import { apply } from "../net/patch.ts";
import { sits, view } from "../net/testing.ts";
import type { Clock, Seat, TableView } from "../protocol.ts";
import type { Spoken } from "../speak/lines.ts";
import { layout } from "../stage/ring.ts";
import { planFor } from "../games/holdem/plan.ts";
import { inRoom, plates, withoutAmount, wordAt } from "./plates.ts";

const lies = layout({ width: 390, height: 600 }, 6, 1, planFor(2));
if (!lies) throw new Error("no layout");
const at = view({ seats: { 1: sits(1), 2: sits(2), 3: sits(3), 4: sits(4) }, running: true });
/** Made anew with every look, as the games do. */
const game = { marks: ({ seats }: TableView, seat: Seat) => ({ out: seats[seat] === undefined }) };
const clockOf = (clock: Clock | undefined) => (clock ? { atMs: clock.until, totalMs: 1, bankMs: 0 } : null);
const common = { lies, game, speech: {} as Speech, said: new Map<Seat, Spoken>(), takes: [] as Seat[], clockOf };

/** Which seats have another plate after a look. */
function changed(first: Partial<Parameters<ReturnType<typeof plates>>[0]>, second: typeof first): Seat[] {
  const look = plates();
  const before = look({ ...common, view: at, ...first });
  const after = look({ ...common, view: at, ...second });
  return after.filter((plate, index) => plate !== before[index]).map(({ place }) => place.seat);
}

test.each([
  ["nothing", {}, []],
  ["a stack", { seats: { 2: { stack: 7 } } }, [2]],
  ["a turn that goes on", { clocks: { 3: { since: 0, until: 9 } } }, [3]],
  ["somebody who left", { seats: { 4: null } }, [4]],
  ["what lies in the middle", { game: { total: 90 } }, []],
])("%s changes only the plates it is about", (_, patch, seats) => {
  expect(changed({}, { view: apply(at, patch) }).toSorted()).toEqual(seats);
});

test("what was done comes before what they hold while a hand runs, and gives way to it once it is over", () => {
  expect(wordAt(true, "check", "pair", "all-in")).toBe("check");
  expect(wordAt(false, "check", "pair", "")).toBe("pair");
  expect(wordAt(false, "fold", "", "muck")).toBe("fold");
  expect(wordAt(true, "", "", "dark")).toBe("dark");
});

test("a word at a seat is seen there, and a free seat may be taken", () => {
  const spoken: Spoken = { id: 1, of: "game", line: { kind: "called", seat: 2 } };
  expect(changed({}, { said: new Map([[2, spoken]]) })).toEqual([2]);
  // Seats 1 to 4 are taken: whoever names them may not have them.
  expect(changed({}, { takes: [1, 2, 5, 6] }).toSorted()).toEqual([5, 6]);
});

test("another layout is another plate for everybody", () => {
  const other = layout({ width: 1000, height: 600 }, 6, 1, planFor(2));
  expect(other && changed({}, { lies: other })).toHaveLength(6);
});

test("a narrow plate says what was done, and leaves the amount to the chips", () => {
  const said = ["рейз 1 250,00", "raise 1,250.00", "колл 12,5 бб", "all-in 99 BB", "чек", "20 · за свару", "21: туз и его масть"];
  expect(said.map(withoutAmount)).toEqual(["рейз", "raise", "колл", "all-in", "чек", "20 · за свару", "21: туз и его масть"]);
  const small = layout({ width: 320, height: 450 }, 9, 3, planFor(2));
  const seen = plates()({ ...common, lies: small, view: at });
  expect(seen.map(({ edge }) => edge).filter((edge) => edge !== null)).toHaveLength(8);
  expect(Math.min(...seen.map(({ letters }) => letters))).toBeLessThan(12);
});

test("what has no room at a seat is said shorter, not cut", () => {
  expect(inRoom("рейз 1 200", 14)).toBe("рейз 1 200");
  expect(inRoom("рейз 1 200", 9)).toBe("рейз");
  expect(inRoom("вскрыл: Константин", 10)).toBe("вскрыл");
  expect(inRoom("20 · for a svara", 10)).toBe("20");
  expect(inRoom("20 · за свару", 10)).toBe("20 · за свару");
});
