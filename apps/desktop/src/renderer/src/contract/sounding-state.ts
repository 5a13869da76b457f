import { forEachEvent, isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

/**
 * What each participant holds and has set, so that an instrument that is switched on in the middle of a room can catch
 * up: keys down, pedals and other controllers, programs, bends.
 */
export class SoundingState {
  readonly #participants = new Map<number, Map<number, readonly number[]>>();

  /** Takes in raw MIDI. */
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

  /** Raw MIDI for everybody who has anything: what is set first, then what sounds. */
  *all(): Generator<readonly [participant: number, data: Uint8Array]> {
    for (const [participant, events] of this.#participants) {
      const isKey = (event: readonly number[]) => ((event[0] ?? 0) & 0xf0) === midiStatus.noteOn;
      const all = [...events.values()];
      const ordered = [...all.filter((event) => !isKey(event)), ...all.filter(isKey)];
      if (ordered.length > 0) yield [participant, Uint8Array.from(ordered.flat())];
    }
  }
}
