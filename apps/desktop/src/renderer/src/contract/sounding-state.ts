import { forEachEvent, isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { ChannelSettings } from './channel-settings.ts';

interface ParticipantState {
  readonly settings: ChannelSettings;
  /** Note-ons by channel and key. */
  readonly notes: Map<number, readonly number[]>;
}

/**
 * Tracks keys, pedals and other controllers, programs and bends of each participant, so that an instrument that is
 * switched on later can catch up.
 */
export class SoundingState {
  readonly #participants = new Map<number, ParticipantState>();

  /** Updates the state with raw MIDI. */
  feed(participant: number, data: Uint8Array): void {
    let state = this.#participants.get(participant);
    if (state === undefined) {
      state = { settings: new ChannelSettings(), notes: new Map() };
      this.#participants.set(participant, state);
    }
    const { settings, notes } = state;
    forEachEvent(data, (status, first, second) => {
      const channel = status & 0x0f;
      const key = (channel << 7) | first;
      if (isNoteOn(status, second)) notes.set(key, [status, first, second]);
      else if (isNoteOff(status, second)) notes.delete(key);
      else settings.take(status, first, second);
      if ((status & 0xf0) !== midiStatus.controlChange || first < midiController.allSoundOff) return;
      if (first === midiController.resetControllers || first === midiController.resetControllers + 1) return;
      for (const note of [...notes.keys()]) if (note >> 7 === channel) notes.delete(note);
    });
  }

  /** Forgets one participant, or all. */
  drop(participant: number | 'everybody'): void {
    if (participant === 'everybody') this.#participants.clear();
    else this.#participants.delete(participant);
  }

  /** Raw MIDI that restores the state of every participant: settings first, then notes. */
  *all(): Generator<readonly [participant: number, data: Uint8Array]> {
    for (const [participant, { settings, notes }] of this.#participants) {
      const events = [...settings.messages(), ...notes.values()];
      if (events.length > 0) yield [participant, Uint8Array.from(events.flat())];
    }
  }
}
