/** The types of meta events that are read or written, and what holds in a file without them. */
export const meta = {
  text: 0x01,
  trackName: 0x03,
  instrumentName: 0x04,
  lyric: 0x05,
  marker: 0x06,
  port: 0x21,
  endOfTrack: 0x2f,
  setTempo: 0x51,
  timeSignature: 0x58,
  keySignature: 0x59,
  /** 500,000 µs to a quarter note. */
  defaultTempo: Uint8Array.of(0x07, 0xa1, 0x20),
  /** 4/4, 24 MIDI clocks to a click and 8 notes of a 32nd to a quarter note. */
  defaultSignature: Uint8Array.of(4, 2, 24, 8),
} as const;

/** µs to a quarter note; undefined if the event is not valid, or has no length. */
export function tempoOf(payload: Uint8Array): number | undefined {
  const [high = 0, middle = 0, low = 0] = payload;
  const usPerQuarter = (high << 16) | (middle << 8) | low;
  return payload.length === 3 && usPerQuarter > 0 ? usPerQuarter : undefined;
}

export interface TimeSignature {
  readonly beats: number;
  /** The note that they are: 4 for a quarter. */
  readonly unit: number;
}

/** Undefined if the event is not valid. */
export function signatureOf(payload: Uint8Array): TimeSignature | undefined {
  const [beats = 0, power = 7] = payload;
  return payload.length < 2 || beats === 0 || power > 6 ? undefined : { beats, unit: 2 ** power };
}

/** The beats of a bar as musicians count them: the two of 6/8 are dotted quarters. */
export interface Metre {
  readonly beatsPerBar: number;
  readonly quartersPerBeat: number;
}

/** Signatures of at least six eighths, or shorter notes, in threes are compound. */
export function metreOf({ beats, unit }: TimeSignature): Metre {
  const isCompound = unit >= 8 && beats >= 6 && beats % 3 === 0;
  return isCompound
    ? { beatsPerBar: beats / 3, quartersPerBeat: 12 / unit }
    : { beatsPerBar: beats, quartersPerBeat: 4 / unit };
}

/** The time signature of a metre. */
export function signatureOfMetre({ beatsPerBar, quartersPerBeat }: Metre): TimeSignature {
  const isCompound = !Number.isInteger(Math.log2(quartersPerBeat));
  return isCompound
    ? { beats: beatsPerBar * 3, unit: 12 / quartersPerBeat }
    : { beats: beatsPerBar, unit: 4 / quartersPerBeat };
}
