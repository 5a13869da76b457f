import { counted, percent } from './numbers.ts';

export const sound = {
  title: 'Sound',
  output: 'Output device',
  systemOutput: 'System default',
  chooseOutput: 'Choose another device',
  chooseOutputHint:
    'The browser may ask for microphone access, because it only lists devices then. The microphone stays off.',
  outputAway: 'Sound goes to the system default until this device is connected again.',
  room: 'Reverb',
  latency: 'Output latency',
  lateHint:
    'Your sound is late. Wireless headphones and speakers add most of it: use a cable, or another output device.',
  load: 'Audio load',
  loadOf: (part: number, voices: number) => `${percent(part)}, ${counted(voices, { one: 'voice', other: 'voices' })}`,
  dropouts: 'Dropouts in the last 30 s',
  unknown: 'not known yet',
  bank: 'Instruments',
  roomtoneBank: 'Roomtone instruments',
  loadBank: 'Load a SoundFont',
  dropBank: 'Use Roomtone instruments',
  bankUnreadable: 'This file isn’t a SoundFont. Choose an SF2 or SF3 file.',
  bankNotKept: 'It plays, but this browser has no space left to keep it.',
  missing: (names: string) => `Not available, replaced by a simple sound: ${names}`,
  simple:
    'This page was opened over http, so the browser only allows basic sound: the piano, and simple voices for everything else.',
  openByHttps: 'Open this page over https',
  credits: 'Piano: Salamander Grand Piano by Alexander Holm, CC BY 3.0. Instruments: MuseScore General, MIT.',
};
