/** The program that the recorded piano plays. */
export const pianoProgram = 0;

/** The melodic programs of General MIDI are 0 to 127; this one more is the drum kit. */
export const drumProgram = 128;

/** How a participant is heard here. */
export interface Mix {
  /** 1 for as played; 0 is silent. */
  readonly gain: number;
  /** −1 left to 1 right. */
  readonly pan: number;
}

/** One recorded note, as the audio thread keeps it. */
export interface PianoSample {
  readonly key: number;
  /** Which of the recorded strengths. */
  readonly layer: number;
  /** 16 bit: half the memory of what the browser decodes, and all that the recording has. */
  readonly left: Int16Array;
  readonly right: Int16Array;
  readonly sampleRate: number;
}

/** One instrument of a sound bank: a SoundFont that holds nothing else. */
export interface BankPreset {
  readonly program: number;
  /** SF2 or SF3. */
  readonly file: ArrayBuffer;
  /** What was compressed in it, decoded, by the sample's place in the file: nothing is decoded in the audio thread. */
  readonly decoded: ReadonlyMap<number, Float32Array>;
}
