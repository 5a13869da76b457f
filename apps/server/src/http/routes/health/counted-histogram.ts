import type { Metric } from 'prom-client';
import type { DurationCounts } from '../../../application/realtime-counters.ts';

/**
 * A histogram in seconds of durations that were counted elsewhere. prom-client's own makes objects for each value, and the
 * note path, where these are counted, makes none.
 */
export function countedHistogram(name: string, help: string, durations: DurationCounts): Metric {
  const histogram = {
    name,
    async get() {
      return { name, help, type: 'histogram', values: samplesOf(name, durations), aggregator: 'sum' };
    },
  };
  // The registry uses only the name and get(), although its type asks for more.
  return histogram as unknown as Metric;
}

function samplesOf(name: string, { counts, boundsUs, sumUs }: DurationCounts): object[] {
  const samples: object[] = [];
  let total = 0;
  for (const [index, count] of counts.entries()) {
    total += count;
    const boundUs = boundsUs[index];
    const le = boundUs === undefined ? '+Inf' : boundUs / 1_000_000;
    samples.push({ labels: { le }, value: total, metricName: `${name}_bucket` });
  }
  samples.push({ labels: {}, value: sumUs / 1_000_000, metricName: `${name}_sum` });
  samples.push({ labels: {}, value: total, metricName: `${name}_count` });
  return samples;
}
