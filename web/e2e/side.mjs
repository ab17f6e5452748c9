// Things that do not depend on each other, a few at a time.

/**
 * Does something with each of these, so many at a time, in their order. Those that failed come back with their errors.
 * @template T
 * @param {number} most
 * @param {readonly T[]} all
 * @param {(one: T) => Promise<void>} doing
 * @returns {Promise<[T, unknown][]>}
 */
export async function tryAll(most, all, doing) {
  const waiting = [...all];
  /** @type {[T, unknown][]} */
  const failures = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const one = next;
      await doing(one).catch((error) => failures.push([one, error]));
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
  return failures;
}

/**
 * The same, where none may fail: fails with the first that does, once all are over.
 * @template T
 * @param {number} most
 * @param {readonly T[]} all
 * @param {(one: T) => Promise<void>} doing
 */
export async function sideBySide(most, all, doing) {
  const [first] = await tryAll(most, all, doing);
  if (first) throw first[1];
}

/** Says what has been seen, with the name of the part and the seconds since it began. @param {string} name */
export function teller(name) {
  const startedAt = Date.now();
  return (/** @type {string} */ text) =>
    console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${name}: ${text}`);
}
