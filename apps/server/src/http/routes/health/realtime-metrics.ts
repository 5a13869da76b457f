import type { Server } from 'node:http';
import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import type { DurationCounts, RealtimeCounters } from '../../../application/realtime-counters.ts';
import type { LiveRooms } from '../../../ports/live-rooms.ts';

/**
 * The figures of realtime/, read when /metrics is requested.
 * @param server the HTTP server on whose connections the WebSockets run.
 */
export function realtimeMetrics(
  counters: RealtimeCounters,
  rooms: Pick<LiveRooms, 'occupiedRoomIds'>,
  server: Server,
): Registry {
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
  gauge(
    'roomtone_rooms',
    'Rooms with somebody inside, at whichever process of the service.',
    () => rooms.occupiedRoomIds().length,
  );
  gauge(
    'roomtone_tcp_nodelay',
    '1 where connections send at once (TCP_NODELAY); 0 where Nagle’s algorithm makes small packets wait.',
    // A property of Node's servers that their types do not have.
    () => Number(Reflect.get(server, 'noDelay') === true),
  );
  counter('roomtone_notes_in_total', 'MIDI events that players sent.', () => counters.notesIn);
  counter('roomtone_notes_delivered_total', 'MIDI events handed to readers.', () => counters.notesDelivered);
  counter(
    'roomtone_slow_consumers_closed_total',
    'Connections closed because their reader could not keep up.',
    () => counters.slowConsumersClosed,
  );
  counter('roomtone_ticket_failures_total', 'Upgrades refused for their ticket.', () => counters.ticketFailures);
  gauge('roomtone_datagram_channels', 'Data channels that are open or being opened.', () => counters.datagramChannels);
  counter('roomtone_datagrams_sent_total', 'Datagrams with notes sent.', () => counters.datagramsSent);
  counter('roomtone_datagrams_received_total', 'Datagrams with notes received.', () => counters.datagramsReceived);
  counter(
    'roomtone_datagrams_lost_total',
    'Datagrams with notes that did not arrive, as far as later ones show.',
    () => counters.datagramsLost,
  );
  counter(
    'roomtone_notes_sooner_total',
    'Messages of notes that a datagram brought before the WebSocket did.',
    () => counters.notesSooner,
  );
  counter(
    'roomtone_notes_repaired_total',
    'Messages of notes that the WebSocket brought and no datagram did while datagrams were in use.',
    () => counters.notesRepaired,
  );
  registry.registerMetric(droppedNotes(counters));
  counter(
    'roomtone_direct_signals_total',
    'Sides of direct channels passed on from participant to participant.',
    () => counters.directSignals,
  );
  counter('roomtone_stun_answers_total', 'Participants told their own address (STUN).', () => counters.stunAnswered);
  counter(
    'roomtone_stun_refused_total',
    'Requests for an address (STUN) from others than participants, too many, or malformed.',
    () => counters.stunRefused,
  );
  registry.registerMetric(refusedDatagrams(counters));
  gauge('roomtone_voice_connections', 'Participants who hear voices.', () => counters.voiceConnections);
  counter('roomtone_voice_packets_received_total', 'Packets of voices received.', () => counters.voicePacketsReceived);
  counter('roomtone_voice_packets_sent_total', 'Packets of voices sent to listeners.', () => counters.voicePacketsSent);
  registry.registerMetric(
    countedByReason(
      'roomtone_voice_packets_refused_total',
      'Packets of voices that went to nobody: their speaker may not talk, or they were too many or too late.',
      () => ({ may_not_talk: counters.voicePacketsRefused, quota: counters.voicePacketsDropped }),
    ),
  );
  registry.registerMetric(
    countedHistogram(
      'roomtone_relay_latency_seconds',
      'Time from a message of notes coming in to its last reader’s socket.',
      counters.relayLatency,
    ),
  );
  registry.registerMetric(
    countedHistogram(
      'roomtone_event_loop_delay_seconds',
      'How late the event loop came to what was due, looked at four times a second.',
      counters.eventLoopDelay,
    ),
  );
  return registry;
}

function droppedNotes(counters: RealtimeCounters): Metric {
  return countedByReason(
    'roomtone_notes_dropped_total',
    'MIDI events left out: over a player’s quota, or for a reader too far behind.',
    () => ({ quota: counters.notesOverQuota, slow_reader: counters.notesMissed }),
  );
}

function refusedDatagrams(counters: RealtimeCounters): Metric {
  return countedByReason(
    'roomtone_datagrams_refused_total',
    'Datagrams refused: invalid, or over the quota of their channel, which ended with them.',
    () => ({ invalid: counters.datagramsInvalid, quota: counters.datagramsOverQuota }),
  );
}

function countedByReason(name: string, help: string, read: () => Readonly<Record<string, number>>): Metric {
  const metric = new Counter({
    name,
    help,
    labelNames: ['reason'],
    registers: [],
    collect: () => {
      metric.reset();
      for (const [reason, count] of Object.entries(read())) metric.inc({ reason }, count);
    },
  });
  return metric as Metric;
}

/**
 * A histogram in seconds of durations that were counted elsewhere. prom-client's own makes objects for each value, and the
 * note path, where these are counted, makes none.
 */
function countedHistogram(name: string, help: string, durations: DurationCounts): Metric {
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
