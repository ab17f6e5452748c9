// Things that do not depend on each other, a few at a time.

/**
 * Does something with each of these, so many at a time, in their order; fails with the first that does, once those that had
 * begun are over.
 * @template T
 * @param {number} most
 * @param {readonly T[]} all
 * @param {(one: T) => Promise<void>} doing
 */
export async function sideBySide(most, all, doing) {
  const waiting = [...all];
  /** @type {unknown[]} */
  const failures = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined && failures.length === 0; next = waiting.shift())
      await doing(next).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: most }, lane));
  if (failures.length > 0) throw failures[0];
}

/** Says what has been seen, with the name of the part and the seconds since it began. @param {string} name */
export function teller(name) {
  const startedAt = Date.now();
  return (/** @type {string} */ text) =>
    console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${name}: ${text}`);
}
