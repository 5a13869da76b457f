import { Counter, Registry } from 'prom-client';

/** Counts what was not logged. @param dropped the numbers so far. */
export function logMetrics(dropped: { readonly lines: () => number; readonly auditEntries: () => number }): Registry {
  const registry = new Registry();
  const count = (name: string, help: string, soFar: () => number) => {
    const metric: Counter = new Counter({
      name,
      help,
      registers: [registry],
      collect: () => {
        metric.reset();
        metric.inc(soFar());
      },
    });
  };
  count('roomtone_log_lines_dropped_total', 'Log lines dropped because the log file or pipe took none.', dropped.lines);
  count(
    'roomtone_audit_entries_dropped_total',
    'Entries of the audit log dropped because the storage took none.',
    dropped.auditEntries,
  );
  return registry;
}
