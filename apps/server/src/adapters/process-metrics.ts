import { collectDefaultMetrics, Registry } from 'prom-client';

/** The longest delay that a timer accepts, ms. */
const never = 2 ** 31 - 1;

/** Collects what Node and the system report about this process, for /metrics. Once per process: it observes the GC. */
export function createProcessMetrics(): Registry {
  const registry = new Registry();
  // prom-client samples the event loop with a timer every 10 ms. That would be most of what an idle server does, and the
  // 10 ms count as delay. The sweep of connections measures the delay instead (roomtone_event_loop_delay_seconds).
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: never });
  for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);
  }
  return registry;
}
