/** How a participant is heard here. */
export interface Mix {
  /** 1 for as played; 0 is silent. */
  readonly gain: number;
  /** −1 left to 1 right. */
  readonly pan: number;
}

/** The melodic programs of General MIDI are 0 to 127; this one more is the drum kit. */
export const drumProgram = 128;

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
