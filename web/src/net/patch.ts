// From one view to the next, as the room says: `null` means gone, an object is merged into what is there, anything else
// is put in its place (RFC 7396). What does not change stays the same object.

export type Tree = { [name: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/** The view after the patch; the one before is not touched. */
export function apply<T extends object>(view: T, patch: Tree): T {
  const names = Object.keys(patch);
  if (names.length === 0) return view;
  const next: Tree = { ...(view as Tree) };
  for (const name of names) {
    const change = patch[name];
    if (change === null) delete next[name];
    else if (isTree(change)) {
      const before = next[name];
      next[name] = apply(isTree(before) ? before : {}, change);
    } else next[name] = change;
  }
  return next as T;
}
