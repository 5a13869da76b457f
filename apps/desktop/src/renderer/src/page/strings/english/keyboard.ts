import { formFor, signed } from './numbers.ts';

export const keyboard = {
  view: 'Visible keys',
  lower: 'Lower keys',
  higher: 'Higher keys',
  fewer: 'Fewer, larger keys',
  more: 'More keys',
  pedal: 'Pedal',
  input: 'MIDI input settings',
  channel: 'MIDI channel',
  allChannels: 'All',
  touch: 'Velocity curve',
  curves: { soft: 'Light', natural: 'Natural', firm: 'Heavy', even: 'Fixed' },
  transpose: 'Transpose',
  semitones: (steps: number) =>
    steps === 0 ? 'Off' : `${signed(steps)} ${formFor(Math.abs(steps), { one: 'semitone', other: 'semitones' })}`,
  monitor: 'MIDI monitor',
  nothingArrived: 'Nothing yet. Press a key on your MIDI keyboard.',
  panic: 'All notes off',
  panicHint: 'Ends your notes for everyone, and everyone’s notes for you',
};
