import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import { type LatencyCounts, latencyBoundsUs, type RealtimeCounters } from '../metrics.ts';
import type { LiveRooms } from '../ports.ts';

/** What realtime/ has counted, read when somebody asks for it: nothing is done for it in between. */
export function realtimeMetrics(counters: RealtimeCounters, rooms: Pick<LiveRooms, 'occupiedRoomIds'>): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => number) => {
    const metric: Gauge = new Gauge({ name, help, registers: [registry], collect: () => metric.set(read()) });
  };
  const counter = (name: string, help: string, read: () => number) => {
    const collect = () => {
      metric.reset();
      metric.inc(read());
    };
    const metric: Counter = new Counter({ name, help, registers: [registry], collect });
  };
  gauge('roomtone_connections', 'Open WebSocket connections.', () => counters.connections);
  gauge('roomtone_rooms', 'Rooms with somebody inside.', () => rooms.occupiedRoomIds().length);
  counter('roomtone_notes_in_total', 'MIDI events that players sent.', () => counters.notesIn);
  counter('roomtone_notes_delivered_total', 'MIDI events handed to readers.', () => counters.notesDelivered);
  counter(
    'roomtone_slow_consumers_closed_total',
    'Connections closed because their reader could not keep up.',
    () => counters.slowConsumersClosed,
  );
  counter('roomtone_ticket_failures_total', 'Upgrades refused for their ticket.', () => counters.ticketFailures);
  registry.registerMetric(droppedNotes(counters));
  registry.registerMetric(latencyHistogram(counters.relayLatency));
  return registry;
}

function droppedNotes(counters: RealtimeCounters): Metric {
  const metric = new Counter({
    name: 'roomtone_notes_dropped_total',
    help: 'MIDI events left out: over a player’s quota, or for a reader too far behind.',
    labelNames: ['reason'],
    registers: [],
    collect: () => {
      metric.reset();
      metric.inc({ reason: 'quota' }, counters.notesOverQuota);
      metric.inc({ reason: 'slow_reader' }, counters.notesMissed);
    },
  });
  return metric as Metric;
}

/** A histogram whose counting is done elsewhere; prom-client's own would make objects on the note path. */
function latencyHistogram(latency: LatencyCounts): Metric {
  const name = 'roomtone_relay_latency_seconds';
  const bucket = `${name}_bucket`;
  const histogram = {
    name,
    async get() {
      const values: object[] = [];
      let total = 0;
      for (const [index, count] of latency.counts.entries()) {
        total += count;
        const boundUs = latencyBoundsUs[index];
        const le = boundUs === undefined ? '+Inf' : boundUs / 1_000_000;
        values.push({ labels: { le }, value: total, metricName: bucket });
      }
      values.push({ labels: {}, value: latency.sumUs / 1_000_000, metricName: `${name}_sum` });
      values.push({ labels: {}, value: total, metricName: `${name}_count` });
      const help = 'Time from a message of notes coming in to its last reader’s socket.';
      return { name, help, type: 'histogram', values, aggregator: 'sum' };
    },
  };
  // The registry asks for no more than a name and get(), whatever its types say.
  return histogram as unknown as Metric;
}
