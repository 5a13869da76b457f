import { expect, test } from 'vitest';
import { flowBetween, readMetrics } from './metrics.ts';

function text(notesIn: number): string {
  return `# HELP roomtone_rooms Rooms with somebody inside.
# TYPE roomtone_rooms gauge
roomtone_rooms 3
roomtone_notes_in_total ${notesIn}
roomtone_notes_delivered_total ${notesIn * 2}
roomtone_notes_dropped_total{reason="quota"} 4
roomtone_notes_dropped_total{reason="slow_reader"} 1
roomtone_relay_latency_seconds_bucket{le="0.0001"} 50
roomtone_relay_latency_seconds_bucket{le="0.0005"} 99
roomtone_relay_latency_seconds_bucket{le="+Inf"} 100
roomtone_relay_latency_seconds_sum 0.01
process_cpu_seconds_total 12
`;
}

test('S21.6: the hosting page reads rooms, notes and relay latency from the metrics', () => {
  const first = flowBetween(undefined, readMetrics(text(100), 1_000));
  expect(first).toEqual({ rooms: 3, notesIn: undefined, notesOut: undefined, notesDropped: 5, relayMs: 0.5 });
  const second = flowBetween(readMetrics(text(100), 1_000), readMetrics(text(150), 6_000));
  expect(second).toMatchObject({ notesIn: 10, notesOut: 20 });
});

test('a restarted server shows no negative flow, and one that relayed nothing shows no latency', () => {
  const anew = flowBetween(readMetrics(text(100), 1_000), readMetrics(text(5), 6_000));
  expect(anew).toMatchObject({ notesIn: 0, notesOut: 0 });
  expect(flowBetween(undefined, readMetrics('', 0)).relayMs).toBeUndefined();
});
