import type { playback as english } from '../english/playback.ts';

export const playback: typeof english = {
  title: 'Stück auf dem Pult',
  drop: 'Leg eine MIDI-Datei ab, um sie zu spielen',
  unreadable: 'Diese Datei lässt sich nicht lesen.',
  tooLarge: (mebibytes) => `Diese Datei ist zu groß zum Spielen: Mehr als ${mebibytes} MiB dürfen es nicht sein.`,
  play: 'Abspielen',
  pause: 'Pause',
  position: 'Stelle',
  tempo: 'Tempo',
  percent: (speed) => `${Math.round(speed * 100)} %`,
  tracks: (on, all) => (on === all ? `${all} ${all === 1 ? 'Spur' : 'Spuren'}` : `${on} von ${all} Spuren`),
  whichTracks: 'Spuren, die spielen',
  track: (number) => `Spur ${number}`,
  notes: (count) => (count === 1 ? '1 Ton' : `${count} Töne`),
  roomHears: 'Der Raum hört es',
  close: 'Stück weglegen',
};
