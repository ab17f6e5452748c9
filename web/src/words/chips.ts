// Chips as people write them. Always whole minor units; never a float.
import type { Chips, Language } from "../protocol.ts";

const NO_BREAK = "\u00a0";

/** Writes `amount` with `scale` decimals: 125000 at scale 2 is "1,250.00", in Russian "1 250,00". */
export function chipsText(amount: Chips, scale: number, language: Language): string {
  const digits = Math.abs(amount)
    .toString()
    .padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === "ru" ? NO_BREAK : ",");
  const sign = amount < 0 ? "\u2212" : "";
  if (scale === 0) return sign + grouped;
  return `${sign}${grouped}${language === "ru" ? "," : "."}${fraction}`;
}

/** Reads what somebody typed; `null` when it is no amount. Spaces and group marks are let pass. */
export function readChips(text: string, scale: number): Chips | null {
  const bare = text.replace(/[\s\u00a0\u202f]/g, "");
  // With decimals either mark ends the whole part; without them both can only be group marks.
  const match = scale === 0 ? /^(\d{1,3}(?:[.,]\d{3})+|\d+)$/.exec(bare) : /^(\d+)(?:[.,](\d*))?$/.exec(bare);
  if (!match) return null;
  const whole = (match[1] ?? "").replace(/[.,]/g, "");
  const fraction = match[2] ?? "";
  if (fraction.length > scale) return null;
  const amount = Number(whole + fraction.padEnd(scale, "0"));
  return Number.isSafeInteger(amount) ? amount : null;
}

/** An amount in big blinds, with one decimal where it needs one: 45 at a blind of 20 is "2.3". */
export function blindsText(amount: Chips, blind: Chips, language: Language): string {
  const tenths = Math.round((amount * 10) / blind);
  return tenths % 10 === 0 ? chipsText(tenths / 10, 0, language) : chipsText(tenths, 1, language);
}
