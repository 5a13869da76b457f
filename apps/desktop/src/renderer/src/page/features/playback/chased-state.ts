import { forEachEvent, midiController, midiStatus } from '@roomtone/protocol';
import type { ScoreEvent } from './score.ts';

/**
 * The programs, controllers, pitch bends and pressures in effect after these events, as raw MIDI, so that playback can
 * start here and sound right. Notes that began earlier are left out.
 */
export function chasedState(events: Iterable<ScoreEvent>): Uint8Array[] {
  const set = new Map<string, number[]>();
  const parameters = new Map<number, { msb: number; lsb: number }>();
  const put = (key: string, bytes: number[]) => {
    // Deleting first moves the key to the end, which keeps the order of events.
    set.delete(key);
    set.set(key, bytes);
  };
  for (const { data } of events) {
    forEachEvent(data, (status, first, second) => {
      const kind = status & 0xf0;
      if (kind === midiStatus.programChange || kind === midiStatus.channelPressure) put(`${status}`, [status, first]);
      else if (kind === midiStatus.pitchBend) put(`${status}`, [status, first, second]);
      else if (kind === midiStatus.controlChange) control(status, first, second);
    });
  }
  function control(status: number, controller: number, value: number): void {
    const { rpnMsb, rpnLsb, dataEntryMsb, dataEntryLsb } = midiController;
    const parameter = parameters.get(status) ?? { msb: 127, lsb: 127 };
    if (controller === rpnMsb) parameters.set(status, { ...parameter, msb: value });
    else if (controller === rpnLsb) parameters.set(status, { ...parameter, lsb: value });
    else if (controller === dataEntryMsb || controller === dataEntryLsb) {
      // A data entry value applies to the parameter selected before it.
      const chosen = [status, rpnMsb, parameter.msb, status, rpnLsb, parameter.lsb];
      put(`${status} ${parameter.msb} ${parameter.lsb} ${controller}`, [...chosen, status, controller, value]);
    } else if (controller === midiController.resetControllers) {
      for (const key of [...set.keys()]) if (key.startsWith(`${status}:`)) set.delete(key);
    } else if (controller < midiController.allSoundOff) put(`${status}:${controller}`, [status, controller, value]);
  }
  return [...set.values()].map((bytes) => Uint8Array.from(bytes));
}
