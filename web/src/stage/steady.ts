// Whatever is made anew with every message and says the same is the same: then nothing that shows it has to look again.

/** Are two plain values the same, all the way down? */
export function alike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => key in right && alike(left[key], right[key]));
}

/** Remembers the last value under each name, and gives it back as long as a new one is like it. */
export function steady<T>(): (name: string | number, value: T) => T {
  const kept = new Map<string | number, T>();
  return (name, value) => {
    const last = kept.get(name);
    if (last !== undefined && alike(last, value)) return last;
    kept.set(name, value);
    return value;
  };
}

/** Makes something under a name, and not again as long as what it is made of is the same. */
export function remember<T>(): (name: string | number, of: readonly unknown[], make: () => T) => T {
  const kept = new Map<string | number, { of: readonly unknown[]; made: T }>();
  return (name, of, make) => {
    const last = kept.get(name);
    if (last && last.of.length === of.length && last.of.every((part, at) => Object.is(part, of[at]))) return last.made;
    const made = make();
    kept.set(name, { of, made });
    return made;
  };
}
