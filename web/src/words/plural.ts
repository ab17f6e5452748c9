// Which form of a word goes with a number, as Intl knows it.

const russian = new Intl.PluralRules("ru");
const english = new Intl.PluralRules("en");

/** Russian: 1, 21 стол; 2, 3, 4 стола; 5, 11 столов. */
export function pluralRu(count: number, one: string, few: string, many: string): string {
  const form = russian.select(count);
  return form === "one" ? one : form === "few" ? few : many;
}

/** English: 1 table; 0, 2 tables. */
export const pluralEn = (count: number, one: string, more: string): string => (english.select(count) === "one" ? one : more);
