import { ClockSync } from '../src/clock/clock-sync.ts';
import { heartbeatPauseMs } from '../src/connection/heartbeats.ts';

export interface LanClock {
  readonly sync: ClockSync;
  /** The time on this machine's clock at a true time, µs. */
  localUs(trueUs: number): number;
  /** The true time when the clock shows this time. */
  trueUsAt(localUs: number): number;
}

export const machineStartUs = 1_700_000_000_000_000;

/**
 * A machine on a LAN whose clock drifts. Its heartbeats take 250 µs each way plus queueing, five times longer on the way
 * back than on the way there, and sometimes 30 ms. True time is the service clock's. `each` is called every 250 ms of true
 * time.
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
  let dueUs = machineStartUs;
  for (let sent = 0, nextUs = machineStartUs; nextUs - machineStartUs < machine.forUs; ) {
    for (; dueUs < nextUs + 250_000; sent++) {
      const receivedUs = dueUs + queue(100);
      const sentUs = receivedUs + 40;
      clock.sync.add({
        clientSendUs: localUs(dueUs),
        serverReceiveUs: Math.round(receivedUs),
        serverSendUs: Math.round(sentUs),
        clientReceiveUs: localUs(sentUs + queue(500)),
      });
      dueUs += heartbeatPauseMs(sent + 1) * 1000;
    }
    nextUs += 250_000;
    each(nextUs, clock);
  }
  return clock;
}
