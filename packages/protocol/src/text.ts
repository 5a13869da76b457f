import { type Issue, issues } from './issues.ts';
import { limits } from './limits.ts';

/**
 * Control characters except line feed, and the bidirectional overrides and isolates that can make text misleading.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const forbidden = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/**
 * Returns what is wrong with a name or message, or undefined (S18.2, R4.1). The length is in code points; trim the
 * text before.
 */
export function textIssue(
  text: string,
  bounds: { readonly min?: number; readonly max: number },
  lineFeeds: 'lineFeeds' | 'oneLine' = 'oneLine',
): Issue | undefined {
  const min = bounds.min ?? 0;
  // A code point takes one or two units, so most text need not be counted.
  const surelyFits = text.length <= bounds.max && text.length >= 2 * min;
  const length = surelyFits ? text.length : [...text].length;
  if (length < min) return min === 1 ? issues.empty : issues.tooShort(min);
  if (length > bounds.max) return issues.tooLong(bounds.max);
  if (forbidden.test(text) || (lineFeeds === 'oneLine' && text.includes('\n'))) {
    return issues.controlCharacters;
  }
  return undefined;
}

/**
 * Makes a name from an untrusted source safe to show: on one line, without invisible or misleading characters
 * (controls, formats, fillers, unassigned and private ones), cut to `max` code points. May be empty.
 */
export function shownText(text: string, max: number): string {
  const plain = text
    .slice(0, 4 * max)
    .replace(/(?!\s)[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\s\p{Z}\u2800]+/gu, ' ')
    .trim();
  return [...plain].slice(0, max).join('').trim();
}

/** The valid username nearest to a person's name, with room for a number behind it; "" if too little is left. */
export function nearestUsername(name: string): string {
  const { min, max } = limits.username;
  const username = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, max - '-999'.length);
  return username.length < min ? '' : username;
}
