/** A summary of measured times; all in µs. */
export interface Figures {
  readonly count: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** How far the slow ones are from the usual: p95 less the median. */
  readonly jitter: number;
}

/** Undefined for no times at all. */
export function figuresOf(times: readonly number[]): Figures | undefined {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  if (sorted.length === 0) return undefined;
  const [median, p95] = [at(0.5), at(0.95)];
  return {
    count: sorted.length,
    min: at(0),
    median,
    p95,
    p99: at(0.99),
    max: sorted.at(-1) ?? 0,
    jitter: p95 - median,
  };
}

/** µs as milliseconds: `1.2 ms`, `28 ms`. */
export function msText(us: number): string {
  const ms = us / 1_000;
  return `${Math.abs(ms) < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

const bars = '▁▂▃▄▅▆▇█';

/** A plot of times in one line, the newest last; it begins at 0, so that twice as high is twice as long. */
export function plot(times: readonly number[], columns: number): string {
  const shown = grouped(times, columns);
  const top = Math.max(...shown, 1);
  return shown.map((time) => bars[Math.min(bars.length - 1, Math.floor((time / top) * bars.length))]).join('');
}

/** At most so many values: where there are more, the worst of each group, because that is what is heard. */
function grouped(times: readonly number[], most: number): readonly number[] {
  if (times.length <= most) return times;
  return Array.from({ length: most }, (_, index) => {
    const group = times.slice(
      Math.floor((index * times.length) / most),
      Math.floor(((index + 1) * times.length) / most),
    );
    return Math.max(...group);
  });
}
