import type { Metric } from 'prom-client';
import type { DurationCounts } from '../../application/realtime-counters.ts';

/** What was counted under some labels. */
export interface LabelledCounts {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly counts: DurationCounts;
}

/** A histogram in seconds whose counting is done elsewhere: prom-client's own makes objects for each value. */
export function countedHistogram(name: string, help: string, read: () => Iterable<LabelledCounts>): Metric {
  const histogram = {
    name,
    async get() {
      const values = Array.from(read(), (counted) => samplesOf(name, counted)).flat();
      return { name, help, type: 'histogram', values, aggregator: 'sum' };
    },
  };
  // The registry asks for no more than a name and get(), whatever its types say.
  return histogram as unknown as Metric;
}

function samplesOf(name: string, { labels, counts }: LabelledCounts): object[] {
  const samples: object[] = [];
  let total = 0;
  for (const [index, count] of counts.counts.entries()) {
    total += count;
    const boundUs = counts.boundsUs[index];
    const le = boundUs === undefined ? '+Inf' : boundUs / 1_000_000;
    samples.push({ labels: { le, ...labels }, value: total, metricName: `${name}_bucket` });
  }
  samples.push({ labels, value: counts.sumUs / 1_000_000, metricName: `${name}_sum` });
  samples.push({ labels, value: total, metricName: `${name}_count` });
  return samples;
}
