import type { status as english } from '../english/status.ts';
import { counted, figure, percent } from './numbers.ts';

export const status: typeof english = {
  connectMidi: 'MIDI-Keyboard verbinden',
  askingMidi: 'Erlaube MIDI in deinem Browser',
  noMidi: 'Kein MIDI-Keyboard angeschlossen',
  midiAbsent: 'Kein MIDI auf diesem Computer. Spiel mit Tastatur oder Maus',
  midiDenied: 'MIDI wurde nicht erlaubt. Noch einmal fragen',
  midiFailed: 'MIDI antwortet nicht. Erneut versuchen',
  midiUnsupported: 'Kein MIDI in diesem Browser',
  clickToHear: 'Ton einschalten',
  startingAudio: 'Ton wird gestartet',
  audioOn: 'Ton an',
  audioSimple: 'Einfacher Ton',
  openByHttps: 'Für vollen Klang https benutzen',
  audioFailed: 'Kein Ton in diesem Browser',
  latency: (ms) => `${figure(ms)} ms`,
  computerKeys: (key, note) => `${key} spielt ${note}`,
  pianoComing: (percentage) => `Lädt: Klavier, ${percent(percentage / 100)}`,
  pianoFailed: 'Klavier nicht geladen. Erneut versuchen',
  instrumentComing: (name) => `Lädt: ${name}`,
  lateSound: (ms) => `${figure(ms)} ms Verzögerung`,
  heavyLoad: 'Der Ton kann aussetzen',
  closePrograms: 'Schließ andere Tabs und Programme.',
  dropouts: (count) => counted(count, { other: 'Aussetzer' }),
};
