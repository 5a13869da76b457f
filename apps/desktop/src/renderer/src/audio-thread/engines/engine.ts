import type { Mix } from '../../contract/instruments.ts';

/**
 * Something that plays instruments, in the audio thread. Each note is struck in one engine; whatever else happens on a
 * channel is told to every engine, so that a note ends wherever it was struck.
 */
export interface Engine {
  /** How many voices sound, fading ones included. */
  readonly voices: number;
  /** Whether this program can be played now. */
  plays(program: number): boolean;
  /** @param velocity 1 to 127. */
  noteOn(participant: number, channel: number, key: number, velocity: number, program: number): void;
  /** Performs one MIDI event that is neither a note-on nor a program or bank change. */
  perform(participant: number, status: number, first: number, second: number): void;
  setMix(participant: number, mix: Mix): void;
  /** Ends whatever sounds for a participant, or for all, and forgets what they set. */
  silence(participant: number | 'everybody'): void;
  /** Adds what sounds to samples `from` to `to` of one block. */
  render(left: Float32Array, right: Float32Array, from: number, to: number): void;
}

/** The gains of both sides for a mix: the middle leaves both alone, and a turn to one side takes from the other. */
export function sides({ gain, pan }: Mix): { left: number; right: number } {
  return { left: gain * Math.min(1, 1 - pan), right: gain * Math.min(1, 1 + pan) };
}
