import type { sound as english } from '../english/sound.ts';

export const sound: typeof english = {
  title: 'Ton',
  output: 'Spielt auf',
  systemOutput: 'Was dieses System vorgibt',
  chooseOutput: 'Anderes Gerät wählen',
  chooseOutputHint:
    'Der Browser fragt vielleicht nach dem Mikrofon, weil er erst dann die Geräte nennt. Es bleibt aus.',
  room: 'Raum ringsum',
  latency: 'Vom Klangerzeuger bis ans Ohr',
  unknown: 'noch nicht bekannt',
  bank: 'Instrumente',
  roomtoneBank: 'Die von Roomtone',
  loadBank: 'Eine SoundFont verwenden',
  dropBank: 'Zurück zu denen von Roomtone',
  bankUnreadable: 'Diese Datei ist keine SoundFont. SF2 und SF3 gehen.',
  bankNotKept: 'Sie spielt, aber dieser Browser hat keinen Platz, sie zu behalten.',
  missing: (names) => `Nicht zu bekommen, es spielt eine einfache Stimme: ${names}`,
  simple:
    'Diese Seite kam über http ohne Verschlüsselung, deshalb lässt der Browser sie nur einfach klingen: das Klavier, und für alles andere leichte Stimmen.',
  openByHttps: 'Diese Seite über https öffnen',
  credits: 'Klavier: Salamander Grand Piano von Alexander Holm, CC BY 3.0. Instrumente: MuseScore General, MIT.',
};
