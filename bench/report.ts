import { basename } from 'node:path';
import type { Figures } from './measurement.ts';
import { median, medianInterval } from './statistics.ts';

/** One figure of one server under one kind of load. */
export interface Row {
  readonly shape: string;
  readonly peer: string;
  readonly figure: FigureName;
  /** Median over the repeats. */
  readonly value: number;
  /** Relative to the reference in the same repeat: lower end of the 95% interval, median, upper end. */
  readonly ratio?: readonly [low: number, middle: number, high: number];
}

/** How one kind of load was measured. */
export interface Run {
  readonly date: string;
  readonly commit: string;
  readonly repeats: number;
}

export interface Report {
  /** By kind of load. */
  readonly runs: Record<string, Run>;
  readonly rows: Row[];
}

export type FigureName = keyof Figures;

export const figureTitles: Readonly<Record<FigureName, string>> = {
  cpu: 'server CPU a delivery, µs',
  p50: 'latency p50, µs',
  p99: 'latency p99, µs',
  last: 'last of the fan-out, µs',
  throughput: 'deliveries per second',
  memory: 'memory per connection, bytes',
};

/** Roomtone's targets, as ratios to the reference; lower is better. */
const targets: readonly { readonly shape: RegExp; readonly figure: FigureName; readonly most: number }[] = [
  { shape: /^one to 500$/, figure: 'cpu', most: 0.9 },
  { shape: /^(10×8 at 100|60×8)/, figure: 'cpu', most: 0.95 },
  { shape: /^flood$/, figure: 'cpu', most: 0.25 },
  { shape: /./, figure: 'p50', most: 1.1 },
  { shape: /./, figure: 'p99', most: 1.2 },
  { shape: /./, figure: 'last', most: 0.92 },
  { shape: /./, figure: 'memory', most: 1.3 },
];
/** How far the upper end of the interval may exceed the target. */
const slack = 0.05;

/** The rows of one kind of load: medians, and ratios to the reference repeat by repeat. */
export function compare<P extends string>(
  shape: string,
  seen: ReadonlyMap<P, readonly Figures[]>,
  reference: P,
): Row[] {
  const rows: Row[] = [];
  for (const figure of Object.keys(figureTitles) as FigureName[]) {
    const base = seen.get(reference)?.map((figures) => figures[figure]);
    for (const [peer, repeats] of seen) {
      const values = repeats.map((figures) => figures[figure]).filter((value) => value !== undefined);
      if (values.length === 0) continue;
      const ratios = repeats.flatMap((figures, repeat) => {
        const [own, other] = [figures[figure], base?.[repeat]];
        return own === undefined || other === undefined ? [] : [own / other];
      });
      const [low, high] = medianInterval(ratios);
      const ratio = peer === reference || base === undefined ? {} : { ratio: [low, median(ratios), high] as const };
      rows.push({ shape, peer, figure, value: median(values), ...ratio });
    }
  }
  return rows;
}

/** The report as a text table. @param reference the server that ratios are to */
export function reportText(report: Report, reference: string): string {
  const column = Math.max(...report.rows.map(({ peer }) => basename(peer).length));
  const lines = [`Ratios to ${reference} with their 95% interval.`];
  let shape = '';
  for (const row of report.rows) {
    if (row.shape !== shape) lines.push('', `${row.shape} ${runText(report.runs[row.shape])}`);
    shape = row.shape;
    const value = row.value >= 100 ? row.value.toFixed(0) : row.value.toFixed(2);
    const ratio = row.ratio === undefined ? '' : row.ratio.map((end) => end.toFixed(2)).join(' · ');
    lines.push(
      `  ${figureTitles[row.figure].padEnd(28)} ${basename(row.peer).padEnd(column)} ${value.padStart(9)}  ${ratio.padEnd(20)} ${verdict(row)}`.trimEnd(),
    );
  }
  return `${lines.join('\n')}\n`;
}

function runText(run: Run | undefined): string {
  return run === undefined ? '' : `(${run.repeats} repeats, commit ${run.commit})`;
}

function verdict({ shape, peer, figure, ratio }: Row): string {
  const target = targets.find((other) => other.figure === figure && other.shape.test(shape));
  if (peer !== 'roomtone' || ratio === undefined || target === undefined) return '';
  return ratio[2] < target.most + slack ? `reaches ${target.most}` : `misses ${target.most}`;
}
