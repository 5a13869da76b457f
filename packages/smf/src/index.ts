// The package's only public surface. chunks.ts stays private: it guards read.ts against damaged files.
export { MidiFileError } from './chunks.ts';
export { type MidiFile, type MidiTrack, readMidiFile } from './read.ts';
export { recordingTime, type TempoStep, type TimeBase, type TrackToWrite, writeMidiFile } from './write.ts';
