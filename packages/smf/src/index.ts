// The whole public surface of the package. chunks.ts stays private: it protects the readers from damaged files.
export { MidiFileError } from './chunks.ts';
export { type DescribedTrack, describeMidiFile, type MidiDescription } from './describe.ts';
export type { MusicalKey } from './key-finding.ts';
export type { LyricLine, LyricSyllable } from './lyrics.ts';
export { type MidiFile, type MidiTrack, readMidiFile } from './read.ts';
export { recordingTime, type TempoStep, type TimeBase, type TrackToWrite, writeMidiFile } from './write.ts';
