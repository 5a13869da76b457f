/** The file is not a Standard MIDI File, or it is too large; the message says how. */
export class MidiFileError extends Error {
  /** excessive: it has more than a file may have. */
  readonly kind: 'not-midi' | 'excessive';

  constructor(kind: MidiFileError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * How a damaged file was mended:
 * header: its header has no usable length or no length of a tick; 480 ticks are a quarter note then.
 * track-count: it has fewer tracks than its header says.
 * track-length: a track is longer or shorter than it says.
 * cut-short: it ends within a track; notes that sound there end there.
 * stray-bytes: bytes that belong to no chunk or no event were skipped.
 * invalid-values: values beyond 127 became 127, and events with such a key, controller or program were left out.
 * tempo: a tempo without length was left out.
 */
export type MidiRepair =
  | 'header'
  | 'track-count'
  | 'track-length'
  | 'cut-short'
  | 'stray-bytes'
  | 'invalid-values'
  | 'tempo';

export type Mend = (repair: MidiRepair) => void;

export function tooLarge(limit: string): MidiFileError {
  return new MidiFileError('excessive', `This MIDI file is too large: it has more than ${limit}.`);
}
