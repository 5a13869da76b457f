import type { Clock } from '../ports/clock.ts';

/** The time on the service clock in `ms` from now, in ms: other processes of the service can read it. */
export function serviceMsIn(clock: Pick<Clock, 'serviceUs'>, ms: number): number {
  return Math.ceil(clock.serviceUs() / 1000) + ms;
}

/** Converts ms on the service clock to Unix seconds by the current wall clock. */
export function unixSecondsAt(clock: Clock, serviceMs: number): number {
  return Math.ceil((clock.nowMs() + Math.round(serviceMs - clock.serviceUs() / 1000)) / 1000);
}
