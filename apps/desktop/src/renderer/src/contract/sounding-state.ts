import { forEachEvent, isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

/**
 * Tracks keys, pedals and other controllers, programs and bends of each participant, so that an instrument that is
 * switched on later can catch up.
 */
export class SoundingState {
  readonly #participants = new Map<number, Map<number, readonly number[]>>();

  /** Updates the state with raw MIDI. */
  feed(participant: number, data: Uint8Array): void {
    let state = this.#participants.get(participant);
    if (state === undefined) {
      state = new Map();
      this.#participants.set(participant, state);
    }
    const events = state;
    forEachEvent(data, (status, first, second) => {
      const kind = status & 0xf0;
      const noteKey = ((midiStatus.noteOn | (status & 0x0f)) << 8) | first;
      if (isNoteOn(status, second)) events.set(noteKey, [status, first, second]);
      else if (isNoteOff(status, second)) events.delete(noteKey);
      else if (kind === midiStatus.controlChange && first >= midiController.allSoundOff) events.clear();
      else if (kind === midiStatus.programChange) events.set(status << 8, [status, first]);
      else if (kind === midiStatus.controlChange) events.set((status << 8) | first, [status, first, second]);
      else if (kind === midiStatus.pitchBend) events.set(status << 8, [status, first, second]);
    });
  }

  /** Forgets one participant, or all. */
  drop(participant: number | 'everybody'): void {
    if (participant === 'everybody') this.#participants.clear();
    else this.#participants.delete(participant);
  }

  /** Raw MIDI that restores the state of every participant: settings first, then notes. */
  *all(): Generator<readonly [participant: number, data: Uint8Array]> {
    for (const [participant, events] of this.#participants) {
      const isKey = (event: readonly number[]) => ((event[0] ?? 0) & 0xf0) === midiStatus.noteOn;
      const all = [...events.values()];
      const ordered = [...all.filter((event) => !isKey(event)), ...all.filter(isKey)];
      if (ordered.length > 0) yield [participant, Uint8Array.from(ordered.flat())];
    }
  }
}
