// The subpath ./midi: between the raw MIDI that rooms carry and what it means, and how fast a room takes it.
export { midiController } from '@roomtone/protocol';
export { Pacer, type PacerLimits } from '../notes/pacer.ts';
export { buildEvent } from './build-event.ts';
export type { MidiEvent } from './midi-event.ts';
export { readEvent } from './read-event.ts';
export { type SplitNote, splitNotes } from './split-notes.ts';
