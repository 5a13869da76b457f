import { collectDefaultMetrics, Registry } from 'prom-client';

/** The longest time that a timer takes, ms. */
const never = 2 ** 31 - 1;

/** What Node and the system know of this process, for /metrics. One a process: it observes the garbage collector. */
export function createProcessMetrics(): Registry {
  const registry = new Registry();
  // Its look at the event loop is a timer every 10 ms, which is most of what a server at rest does; and it counts those
  // 10 ms as delay. The sweep of connections counts how late it is instead (roomtone_event_loop_delay_seconds).
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: never });
  for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);
  }
  return registry;
}
