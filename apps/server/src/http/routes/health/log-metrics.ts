import { Counter, Registry } from 'prom-client';

/** How many log lines were lost. @param dropped how many so far. */
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
