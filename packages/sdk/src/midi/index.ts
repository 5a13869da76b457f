// The subpath ./midi: between the raw MIDI that rooms carry and what it means.
export { midiController } from '@roomtone/protocol';
export { buildEvent } from './build-event.ts';
export type { MidiEvent } from './midi-event.ts';
export { readEvent } from './read-event.ts';
export { type SplitNote, splitNotes } from './split-notes.ts';
