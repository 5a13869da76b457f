import { Counter, Registry } from 'prom-client';

/** Counts dropped log lines. @param dropped the number so far. */
export function logMetrics(dropped: () => number): Registry {
  const registry = new Registry();
  const metric: Counter = new Counter({
    name: 'roomtone_log_lines_dropped_total',
    help: 'Log lines dropped because the log file or pipe took none.',
    registers: [registry],
    collect: () => {
      metric.reset();
      metric.inc(dropped());
    },
  });
  return registry;
}
