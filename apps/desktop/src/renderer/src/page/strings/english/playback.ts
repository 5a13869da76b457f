import { counted, figure, percent } from './numbers.ts';

export const playback = {
  title: 'Playback',
  drop: 'Drop a MIDI file here to play it',
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
  close: 'Close file',
};
