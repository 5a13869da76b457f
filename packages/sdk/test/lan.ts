import { ClockSync } from '../src/clock/clock-sync.ts';

export interface LanClock {
  readonly sync: ClockSync;
  /** The time on this machine's clock at a true time, µs. */
  localUs(trueUs: number): number;
  /** The true time when the clock shows this time. */
  trueUsAt(localUs: number): number;
}

export const machineStartUs = 1_700_000_000_000_000;

/**
 * A machine on a LAN whose clock drifts. Its heartbeats (eight in the first 2 s, then one every 2 s) take 250 µs each
 * way plus queueing, five times longer on the way back than on the way there, and sometimes 30 ms. True time is the
 * service clock's. `each` is called between heartbeats, every 250 ms of true time.
 */
export function runOnLan(
  machine: { readonly driftPpm: number; readonly offsetUs: number; readonly forUs: number },
  random: () => number,
  each: (trueUs: number, clock: LanClock) => void,
): LanClock {
  const queue = (meanUs: number) => 250 - Math.log(1 - random()) * meanUs + (random() < 0.02 ? 30_000 : 0);
  const pace = 1 + machine.driftPpm * 1e-6;
  const clock = {
    sync: new ClockSync(),
    localUs: (trueUs: number) => Math.round(machineStartUs + machine.offsetUs + (trueUs - machineStartUs) * pace),
    trueUsAt: (local: number) => machineStartUs + (local - machineStartUs - machine.offsetUs) / pace,
  };
  const { localUs } = clock;
  for (let tick = 0; tick * 250_000 < machine.forUs; tick++) {
    const trueUs = machineStartUs + tick * 250_000;
    if (tick < 8 || tick % 8 === 0) {
      const receivedUs = trueUs + queue(100);
      const sentUs = receivedUs + 40;
      clock.sync.add({
        clientSendUs: localUs(trueUs),
        serverReceiveUs: Math.round(receivedUs),
        serverSendUs: Math.round(sentUs),
        clientReceiveUs: localUs(sentUs + queue(500)),
      });
    }
    each(trueUs + 249_000, clock);
  }
  return clock;
}
