import type { Finding } from '../line.ts';
import type { Beats } from './places.ts';

/** The data by which the machines' playing is judged. */
export interface Measure {
  /** The service clock minus the shared clock, µs, and how much that may be wrong. */
  readonly truth: { readonly offsetUs: number; readonly doubtUs: number };
  /** How long the busy machine made a process wait at the worst, µs. */
  readonly stallUs: number;
  readonly beats: Beats;
}

const goalUs = 1_000;

export const ms = (us: number) => `${(us / 1000).toFixed(2)} ms`;

/**
 * A goal for how far something is from its place at the worst. A miss may be due to a busy machine if it is no larger than half of what
 * processes had to wait: a message that waits in one direction alone moves a clock by half of that.
 */
export function placeFinding(
  goal: string,
  offUs: ReadonlyMap<string, number>,
  { truth, stallUs, detail = '' }: Measure & { readonly detail?: string },
): Finding {
  const worstUs = Math.max(...offUs.values()) + truth.doubtUs;
  const each = [...offUs].map(([name, us]) => `${name} ${ms(us)}`).join(', ');
  return {
    goal,
    measured: [each, `known to within ${ms(truth.doubtUs)}`, `a process had to wait up to ${ms(stallUs)}`, detail]
      .filter((part) => part !== '')
      .join('; '),
    held: worstUs <= goalUs,
    isTiming: worstUs <= goalUs + stallUs / 2,
  };
}

/** A goal that no single thing may miss. */
export function countFinding(
  goal: string,
  { count, what, missed, detail = '' }: { count: number; what: string; missed: readonly string[]; detail?: string },
): Finding {
  const shown = missed.slice(0, 3).join('; ');
  const counted = missed.length === 0 ? `${count} ${what}` : `not ${missed.length} of ${count} ${what}: ${shown}`;
  return {
    goal,
    measured: detail === '' ? counted : `${counted}; ${detail}`,
    held: missed.length === 0 && count > 0,
  };
}
