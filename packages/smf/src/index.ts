// The whole public surface of the package. chunks.ts stays private: it protects read.ts from damaged files.
export { MidiFileError } from './chunks.ts';
export { type MidiFile, type MidiTrack, readMidiFile } from './read.ts';
export { recordingTime, type TempoStep, type TimeBase, type TrackToWrite, writeMidiFile } from './write.ts';
