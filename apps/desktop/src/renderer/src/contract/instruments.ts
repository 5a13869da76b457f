/** The program of the recorded piano. */
export const pianoProgram = 0;

/** MIDI channel 10 plays drums, whatever the player's instrument is (General MIDI); channels are counted from 0. */
export const drumChannel = 9;
/** The melodic programs of General MIDI are 0 to 127; one more stands for the drum kit. */
export const drumProgram = 128;

/** The volume and panning of a participant here. */
export interface Mix {
  /** 1 is unchanged; 0 is silent. */
  readonly gain: number;
  /** −1 left to 1 right. */
  readonly pan: number;
}

/** One recorded note, as the audio thread stores it. */
export interface PianoSample {
  readonly key: number;
  /** The index of the velocity layer. */
  readonly layer: number;
  /** 16 bit, which is half the memory of decoded audio and all the precision of the recording. */
  readonly left: Int16Array;
  readonly right: Int16Array;
  readonly sampleRate: number;
}

/** One instrument of a sound bank: a SoundFont with nothing else in it. */
export interface BankPreset {
  readonly program: number;
  /** SF2 or SF3. */
  readonly file: ArrayBuffer;
  /** Makes it as loud as the piano. */
  readonly gain: number;
  /** The decoded samples by their index in the file, because the audio thread does not decode. */
  readonly decoded: ReadonlyMap<number, Float32Array>;
}
