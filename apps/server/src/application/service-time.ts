import type { Clock } from '../ports/clock.ts';

/** What other processes of the service can read: ms on the service clock in so long. */
export function serviceMsIn(clock: Pick<Clock, 'serviceUs'>, ms: number): number {
  return Math.ceil(clock.serviceUs() / 1000) + ms;
}

/** A moment of the service clock, ms, as people read it: Unix seconds by the wall clock of now. */
export function unixSecondsAt(clock: Clock, serviceMs: number): number {
  return Math.ceil((clock.nowMs() + Math.round(serviceMs - clock.serviceUs() / 1000)) / 1000);
}
