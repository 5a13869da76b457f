import type { TimedEvent } from '@roomtone/protocol';

/** Result of comparing two streams of one player. */
export interface Comparison {
  /** The same events in the same order. */
  readonly isSame: boolean;
  /** The first difference. */
  readonly firstDifference?: { readonly index: number; readonly sent: string; readonly heard: string };
  /** Events that were sent but not received, anywhere in the stream. */
  readonly missing: number;
  /** Events that were received but not sent. */
  readonly surplus: number;
  /** Received minus sent time of each event, µs; empty if the streams differ. */
  readonly differencesUs: readonly number[];
}

/** Median, 99th percentile and maximum of absolute values. */
export interface Spread {
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/** Compares what one player sent with what was received: channel voice messages event for event, and their times. */
export function compareStreams(sent: readonly TimedEvent[], heard: readonly TimedEvent[]): Comparison {
  const sentText = sent.map(textOf);
  const heardText = heard.map(textOf);
  const longer = Math.max(sent.length, heard.length);
  let index = 0;
  while (index < longer && sentText[index] === heardText[index]) index++;
  if (index < longer) {
    const firstDifference = { index, sent: sentText[index] ?? 'nothing', heard: heardText[index] ?? 'nothing' };
    const missing = surplusOf(sentText, heardText);
    return { isSame: false, firstDifference, missing, surplus: surplusOf(heardText, sentText), differencesUs: [] };
  }
  const differencesUs = heard.map((event, at) => event.timeUs - (sent[at]?.timeUs ?? 0));
  return { isSame: true, missing: 0, surplus: 0, differencesUs };
}

/** All zero if there are no numbers. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.map(Math.abs).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

function textOf({ data }: TimedEvent): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** The number of texts left in the first list after each text of the second has removed an equal one. */
function surplusOf(first: readonly string[], second: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of second) counts.set(text, (counts.get(text) ?? 0) + 1);
  let surplus = 0;
  for (const text of first) {
    const count = counts.get(text) ?? 0;
    if (count === 0) surplus++;
    else counts.set(text, count - 1);
  }
  return surplus;
}
