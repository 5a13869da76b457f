import { collectDefaultMetrics, Registry } from 'prom-client';

/** What Node and the system know of this process, for /metrics. One a process: it observes the garbage collector. */
export function createProcessMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
