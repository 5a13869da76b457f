import type { MidiRepair } from '@roomtone/smf';
import type { playback as english } from '../english/playback.ts';
import { counted, figure, percent } from './numbers.ts';

const repairWords: Record<MidiRepair, string> = {
  header: 'der Dateikopf stimmt nicht',
  'track-count': 'Spuren fehlen',
  'track-length': 'die Länge einer Spur stimmt nicht',
  'cut-short': 'sie endet zu früh',
  'stray-bytes': 'sie enthält Bytes ohne Bedeutung',
  'invalid-values': 'sie enthält ungültige Werte',
  tempo: 'ein Tempo ist null',
};

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
    loopBars: (from, to) => {
      if (to === undefined) return `Takt ${figure(from)} – ?`;
      return from === to ? `Takt ${figure(from)}` : `Takte ${figure(from)} – ${figure(to)}`;
    },
    result: ({ asked, right, early, late, missed, wrong }) =>
      [
        `${figure(right)} von ${counted(asked, { one: 'Ton', other: 'Tönen' })} im Takt`,
        ...(early > 0 ? [`${figure(early)} zu früh`] : []),
        ...(late > 0 ? [`${figure(late)} zu spät`] : []),
        ...(missed > 0 ? [`${figure(missed)} ausgelassen`] : []),
        ...(wrong > 0 ? [counted(wrong, { one: 'falscher Ton', other: 'falsche Töne' })] : []),
      ].join(' · '),
  },
  mended: (repairs) =>
    `Diese Datei ist beschädigt. Was sich lesen ließ, wird gespielt: ${repairs.map((repair) => repairWords[repair]).join(', ')}.`,
  encoding: 'Zeichensatz',
  encodings: {
    'utf-8': 'Unicode (UTF-8)',
    'windows-1252': 'Westeuropäisch (Latin-1)',
    'windows-1251': 'Kyrillisch (Windows-1251)',
    'koi8-r': 'Kyrillisch (KOI8-R)',
    shift_jis: 'Japanisch (Shift-JIS)',
    'euc-jp': 'Japanisch (EUC-JP)',
    gb18030: 'Chinesisch, vereinfacht (GBK)',
    big5: 'Chinesisch, traditionell (Big5)',
    'euc-kr': 'Koreanisch (EUC-KR)',
  },
  lyrics: 'Liedtext',
  close: 'Datei schließen',
};
