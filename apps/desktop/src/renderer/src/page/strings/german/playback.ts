import type { playback as english } from '../english/playback.ts';
import { counted, figure, percent } from './numbers.ts';

export const playback: typeof english = {
  title: 'Wiedergabe',
  drop: 'MIDI-Datei oder Noten hier ablegen',
  unreadable: 'Diese Datei lässt sich nicht lesen. Wähl eine andere.',
  notMidi: 'Das ist keine gültige MIDI-Datei. Wähl eine andere.',
  tooLarge: (mebibytes) => `Diese Datei ist zu groß zum Abspielen. Höchstens ${figure(mebibytes)} MiB sind möglich.`,
  play: 'Abspielen',
  pause: 'Pause',
  position: 'Position',
  tempo: 'Tempo',
  percent: (speed) => percent(speed),
  tracks: (on, all) =>
    on === all
      ? counted(all, { one: 'Spur', other: 'Spuren' })
      : `${figure(on)} von ${counted(all, { one: 'Spur', other: 'Spuren' })}`,
  whichTracks: 'Spuren zum Abspielen',
  track: (number) => `Spur ${figure(number)}`,
  notes: (count) => counted(count, { one: 'Ton', other: 'Töne' }),
  roomHears: 'Für alle abspielen',
  practice: {
    title: 'Üben',
    part: 'Du spielst',
    parts: { none: 'Nichts, nur zuhören', right: 'Rechte Hand', left: 'Linke Hand', both: 'Beide Hände' },
    waits: 'Auf mich warten',
    waitsHint: 'Die Datei hält bei deinen Noten an, bis du sie gespielt hast',
    ahead: 'Noten im Voraus zeigen',
    metronome: 'Metronom folgt der Datei',
    metronomeHint: 'Wo du es einstellen darfst',
    share: 'Mit dem Raum teilen',
    shared: 'Im Chat geteilt.',
    loop: 'Loop',
    loopFrom: 'Loop ab hier',
    loopTo: 'Loop bis hier',
    loopOff: 'Loop beenden',
  },
  lyrics: 'Liedtext',
  close: 'Datei schließen',
};
