// Numbers out of fields.

/** What was typed as a whole number that is not negative; nought for anything else. */
export function whole(event: Event): number {
  const { value } = event.currentTarget as HTMLInputElement;
  return Math.max(0, Math.trunc(Number(value) || 0));
}
