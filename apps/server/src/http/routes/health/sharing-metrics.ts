import { Gauge, Registry } from 'prom-client';

export interface SharingFigures {
  readonly redisAnswers: () => boolean;
  readonly clockOffsetUs: () => number;
}

/** How well this process is connected to the others of its service. */
export function sharingMetrics({ redisAnswers, clockOffsetUs }: SharingFigures): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => number) => {
    const metric: Gauge = new Gauge({ name, help, registers: [registry], collect: () => metric.set(read()) });
  };
  gauge('roomtone_redis_up', '1 while Redis can be reached.', () => Number(redisAnswers()));
  gauge(
    'roomtone_clock_offset_seconds',
    'How far the time that the processes share was ahead of this process’s service clock, when last compared.',
    () => clockOffsetUs() / 1_000_000,
  );
  return registry;
}
