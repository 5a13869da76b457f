import type { status as english } from '../english/status.ts';

export const status: typeof english = {
  connectMidi: 'MIDI-Keyboard verbinden',
  askingMidi: 'Erlaube MIDI in deinem Browser',
  noMidi: 'Kein MIDI-Keyboard angeschlossen',
  midiDenied: 'MIDI wurde nicht erlaubt. Noch einmal fragen',
  midiFailed: 'MIDI antwortet hier nicht. Noch einmal versuchen',
  midiUnsupported: 'Kein MIDI in diesem Browser',
  clickToHear: 'Klick, um zu hören',
  startingAudio: 'Ton startet',
  audioOn: 'Ton an',
  audioSimple: 'Einfacher Ton',
  openByHttps: 'Über https öffnen, um alles zu haben',
  audioFailed: 'Dieser Browser gibt hier keinen Ton',
  latency: (ms) => `${ms} ms`,
  computerKeys: (note) => `A spielt ${note}, Z und X wechseln die Oktave`,
  pianoComing: (percent) => `Klavier ${percent} %`,
  pianoFailed: 'Das Klavier kam nicht. Noch einmal versuchen',
  instrumentComing: (name) => `${name} wird geholt`,
  load: (part) => `Audio ${Math.round(part * 100)} %`,
  dropouts: (count) => (count === 1 ? '1 Aussetzer' : `${count} Aussetzer`),
  voices: (count) => (count === 1 ? '1 Stimme' : `${count} Stimmen`),
};
