// The whole public surface of the package. The walk over a file's events stays private: it is told what a file holds event by event.
export { type DescribedTrack, describeMidiFile, type MidiDescription } from './describe.ts';
export { detectTextEncoding } from './detect-encoding.ts';
export type { MusicalKey } from './key-finding.ts';
export type { LyricLine, LyricSyllable } from './lyrics.ts';
export { type Metre, metreOf } from './meta.ts';
export { MidiFileError, type MidiRepair } from './midi-file-error.ts';
export { type MidiFile, type MidiTrack, readMidiFile } from './read.ts';
export { type TextEncoding, textEncodings } from './text.ts';
export {
  type Marker,
  recordingTime,
  type TempoStep,
  type TimeBase,
  type TrackToWrite,
  writeMidiFile,
} from './write.ts';
