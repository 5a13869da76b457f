import type { MidiRepair, TextEncoding } from '@roomtone/smf';
import { counted, figure, percent } from './numbers.ts';

const repairWords: Record<MidiRepair, string> = {
  header: 'its header is wrong',
  'track-count': 'tracks are missing',
  'track-length': 'a track has a wrong length',
  'cut-short': 'it ends too early',
  'stray-bytes': 'it has bytes that mean nothing',
  'invalid-values': 'it has invalid values',
  tempo: 'it has a tempo of zero',
};

export type PracticeCount = 'asked' | 'right' | 'early' | 'late' | 'missed' | 'wrong';

export const playback = {
  title: 'Playback',
  drop: 'Drop a MIDI file or a sheet here',
  unreadable: 'This file can’t be read. Choose another one.',
  notMidi: 'This is not a valid MIDI file. Choose another one.',
  tooLarge: (mebibytes: number) => `This file is too large to play. The limit is ${figure(mebibytes)} MiB.`,
  play: 'Play',
  pause: 'Pause',
  position: 'Position',
  tempo: 'Tempo',
  percent: (speed: number) => percent(speed),
  tracks: (on: number, all: number) =>
    on === all
      ? counted(all, { one: 'track', other: 'tracks' })
      : `${figure(on)} of ${counted(all, { one: 'track', other: 'tracks' })}`,
  whichTracks: 'Tracks to play',
  track: (number: number) => `Track ${figure(number)}`,
  notes: (count: number) => counted(count, { one: 'note', other: 'notes' }),
  roomHears: 'Play for everyone',
  practice: {
    title: 'Practice',
    part: 'You play',
    parts: { none: 'Nothing, just listen', right: 'Right hand', left: 'Left hand', both: 'Both hands' },
    waits: 'Wait for me',
    waitsHint: 'The file stops at your notes until you have played them',
    ahead: 'Show notes ahead',
    metronome: 'Metronome follows the file',
    metronomeHint: 'Where you may set it',
    share: 'Share with the room',
    shared: 'Shared in the chat.',
    loop: 'Loop',
    loopFrom: 'Loop from here',
    loopTo: 'Loop to here',
    loopOff: 'Stop looping',
    loopBars: (from: number, to: number | undefined) => {
      if (to === undefined) return `Bar ${figure(from)} – ?`;
      return from === to ? `Bar ${figure(from)}` : `Bars ${figure(from)} – ${figure(to)}`;
    },
    result: ({ asked, right, early, late, missed, wrong }: Readonly<Record<PracticeCount, number>>) =>
      [
        `${figure(right)} of ${counted(asked, { one: 'note', other: 'notes' })} in time`,
        ...(early > 0 ? [`${figure(early)} early`] : []),
        ...(late > 0 ? [`${figure(late)} late`] : []),
        ...(missed > 0 ? [`${figure(missed)} missed`] : []),
        ...(wrong > 0 ? [counted(wrong, { one: 'wrong note', other: 'wrong notes' })] : []),
      ].join(' · '),
  },
  mended: (repairs: readonly MidiRepair[]) =>
    `This file is damaged. What could be read is played: ${repairs.map((repair) => repairWords[repair]).join(', ')}.`,
  encoding: 'Text encoding',
  encodings: {
    'utf-8': 'Unicode (UTF-8)',
    'windows-1252': 'Western European (Latin-1)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    'koi8-r': 'Cyrillic (KOI8-R)',
    shift_jis: 'Japanese (Shift-JIS)',
    'euc-jp': 'Japanese (EUC-JP)',
    gb18030: 'Simplified Chinese (GBK)',
    big5: 'Traditional Chinese (Big5)',
    'euc-kr': 'Korean (EUC-KR)',
  } satisfies Record<TextEncoding, string>,
  lyrics: 'Lyrics',
  close: 'Close file',
};
