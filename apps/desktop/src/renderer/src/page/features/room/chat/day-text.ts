import { dateText } from '../../../strings/formats.ts';
import { locale } from '../../../strings/language.ts';

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const dayMs = 86_400_000;

/** The day in local time, as a number that identifies it. */
export function dayOf(atMs: number): number {
  const date = new Date(atMs);
  return Math.floor((atMs - date.getTimezoneOffset() * 60_000) / dayMs);
}

/** `Today`, `Yesterday`, or the date. */
export function dayText(atMs: number, nowMs: number = Date.now()): string {
  const days = dayOf(atMs) - dayOf(nowMs);
  if (days < -1 || days > 0) return dateText(atMs);
  const text = relative.format(days, 'day');
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
