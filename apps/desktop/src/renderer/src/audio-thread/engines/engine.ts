import type { Mix } from '../../contract/instruments.ts';

/**
 * Plays instruments on the audio thread. Each note starts in one engine; every other event of a channel goes to all
 * engines, so that a note ends wherever it started.
 */
export interface Engine {
  /** The number of sounding voices, including fading ones. */
  readonly voices: number;
  /** True if the engine can play this program now. */
  plays(program: number): boolean;
  /** @param velocity 1 to 127. */
  noteOn(participant: number, channel: number, key: number, velocity: number, program: number): void;
  /** Performs one MIDI event that is neither a note-on nor a program or bank change. */
  perform(participant: number, status: number, first: number, second: number): void;
  setMix(participant: number, mix: Mix): void;
  /** Ends everything that sounds for a participant, or for all, and resets their channels. */
  silence(participant: number | 'everybody'): void;
  /** Adds the sound to samples `from` to `to` of one block. */
  render(left: Float32Array, right: Float32Array, from: number, to: number): void;
}

/** The left and right gains of a mix: full on both sides at the centre; panning lowers the other side. */
export function sides({ gain, pan }: Mix): { left: number; right: number } {
  return { left: gain * Math.min(1, 1 - pan), right: gain * Math.min(1, 1 + pan) };
}
