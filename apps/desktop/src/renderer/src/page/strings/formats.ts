import { language, locale } from './language.ts';
import { numbersIn } from './numbers.ts';

// Numbers, dates and lists as the language of the page writes them.

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const enumeration = new Intl.ListFormat(locale, { type: 'conjunction' });

/** A point in time: ms since 1970, or ISO 8601. */
type Moment = number | string;

export const { figure, percent, signed } = numbersIn(language);

/** `20:04` */
export function timeText(at: Moment): string {
  return clock.format(new Date(at));
}

/** `21 Nov 2026` */
export function dateText(at: Moment): string {
  return day.format(new Date(at));
}

/** `21 Nov 2026, 20:04` */
export function momentText(at: Moment): string {
  return moment.format(new Date(at));
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** `3 minutes ago`, `in 2 days`; `now` within a second. */
export function agoText(at: Moment, nowMs: number = Date.now()): string {
  let amount = (new Date(at).getTime() - nowMs) / 1_000;
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return relative.format(Math.round(amount), unit);
    amount /= size;
  }
  return relative.format(Math.round(amount), 'year');
}

/** `Mara, Teo and Ines` */
export function listText(names: readonly string[]): string {
  return enumeration.format(names);
}

/** @param minorUnits such as cents. @param currency ISO 4217, in any case. */
export function priceText(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** decimals);
}

/** A name somebody gave, to stand in a sentence: one that is written from the right does not turn the words around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
