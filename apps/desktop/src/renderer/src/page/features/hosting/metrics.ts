/** The metrics that the hosting page uses. */
export interface MetricsReading {
  /** When they were read, ms. */
  readonly atMs: number;
  readonly rooms: number;
  readonly notesIn: number;
  readonly notesDelivered: number;
  readonly notesDropped: number;
  /** The number of note messages relayed within each upper bound, s. */
  readonly relayed: readonly { readonly boundS: number; readonly count: number }[];
}

/** Rates between two readings. */
export interface Flow {
  readonly rooms: number;
  /** Per second; undefined until there are two readings. */
  readonly notesIn: number | undefined;
  readonly notesOut: number | undefined;
  /** Since the server started. */
  readonly notesDropped: number;
  /**
   * The 99th percentile of the time to relay a note message, ms, since the server started; undefined before the first.
   */
  readonly relayMs: number | undefined;
}

/** @param text Prometheus text format. */
export function readMetrics(text: string, atMs: number): MetricsReading {
  const samples = text.split('\n').flatMap((line) => {
    const match = /^(roomtone_[a-z_]+)(\{[^}]*\})? (\S+)$/.exec(line);
    return match === null ? [] : [{ name: match[1], labels: match[2] ?? '', value: Number(match[3]) }];
  });
  const sum = (name: string) =>
    samples.filter((sample) => sample.name === name).reduce((total, { value }) => total + value, 0);
  const relayed = samples
    .filter(({ name }) => name === 'roomtone_relay_latency_seconds_bucket')
    .map(({ labels, value }) => ({ boundS: boundOf(labels), count: value }))
    .sort((a, b) => a.boundS - b.boundS);
  return {
    atMs,
    rooms: sum('roomtone_rooms'),
    notesIn: sum('roomtone_notes_in_total'),
    notesDelivered: sum('roomtone_notes_delivered_total'),
    notesDropped: sum('roomtone_notes_dropped_total'),
    relayed,
  };
}

export function flowBetween(before: MetricsReading | undefined, now: MetricsReading): Flow {
  const seconds = before === undefined ? 0 : (now.atMs - before.atMs) / 1_000;
  // After a restart the server's counters begin at zero.
  const rate = (was: number, is: number) => (seconds > 0 ? Math.max(0, is - was) / seconds : undefined);
  const all = now.relayed.at(-1)?.count ?? 0;
  const within = now.relayed.find(({ count }) => count >= all * 0.99);
  return {
    rooms: now.rooms,
    notesIn: rate(before?.notesIn ?? 0, now.notesIn),
    notesOut: rate(before?.notesDelivered ?? 0, now.notesDelivered),
    notesDropped: now.notesDropped,
    relayMs: all === 0 || within === undefined || within.boundS === Infinity ? undefined : within.boundS * 1_000,
  };
}

function boundOf(labels: string): number {
  const bound = /le="([^"]+)"/.exec(labels)?.[1] ?? '';
  return bound === '+Inf' ? Infinity : Number(bound);
}
