import type { sound as english } from '../english/sound.ts';
import { counted, percent } from './numbers.ts';

export const sound: typeof english = {
  title: 'Ton',
  output: 'Ausgabegerät',
  systemOutput: 'Systemstandard',
  chooseOutput: 'Anderes Gerät wählen',
  chooseOutputHint:
    'Der Browser fragt vielleicht nach dem Mikrofon, weil er die Geräte erst dann nennt. Das Mikrofon bleibt aus.',
  outputAway: 'Bis das Gerät wieder angeschlossen ist, kommt der Ton aus dem Systemstandard.',
  room: 'Hall',
  latency: 'Ausgabelatenz',
  lateHint:
    'Dein Ton kommt spät. Das liegt meist an Funkkopfhörern oder Funkboxen: Nimm ein Kabel oder ein anderes Ausgabegerät.',
  load: 'Audiolast',
  loadOf: (part, voices) => `${percent(part)}, ${counted(voices, { one: 'Stimme', other: 'Stimmen' })}`,
  dropouts: 'Aussetzer in den letzten 30 s',
  unknown: 'noch nicht bekannt',
  bank: 'Instrumente',
  roomtoneBank: 'Roomtone-Instrumente',
  loadBank: 'SoundFont laden',
  dropBank: 'Roomtone-Instrumente verwenden',
  bankUnreadable: 'Diese Datei ist kein SoundFont. Wähl eine SF2- oder SF3-Datei.',
  bankNotKept: 'Er spielt, aber dieser Browser hat keinen Platz, ihn zu behalten.',
  missing: (names) => `Nicht verfügbar, ersetzt durch einen einfachen Klang: ${names}`,
  simple:
    'Diese Seite wurde über http geöffnet, deshalb erlaubt der Browser nur einfachen Klang: das Klavier und schlichte Stimmen für alles andere.',
  openByHttps: 'Diese Seite über https öffnen',
  credits: 'Klavier: Salamander Grand Piano von Alexander Holm, CC BY 3.0. Instrumente: MuseScore General, MIT.',
};
