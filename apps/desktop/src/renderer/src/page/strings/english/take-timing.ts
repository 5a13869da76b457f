import { counted, figure } from './numbers.ts';

export const takeTiming = {
  title: (name: string) => `Timing of ${name}`,
  early: (ms: number, spread: number) =>
    `You play ${figure(ms)} ms early. Half of your notes are within ${figure(spread)} ms of that.`,
  late: (ms: number, spread: number) =>
    `You play ${figure(ms)} ms late. Half of your notes are within ${figure(spread)} ms of that.`,
  onTime: (spread: number) => `You play on the click. Half of your notes are within ${figure(spread)} ms of it.`,
  details: (notes: number, grid: string) =>
    `${counted(notes, { one: 'note', other: 'notes' })} against the click, mostly ${grid}; a chord counts once.`,
  subdivisions: { 1: 'quarters', 2: 'eighths', 3: 'triplets', 4: 'sixteenths' },
  leftOut: (count: number) =>
    `${counted(count, { one: 'note is', other: 'notes are' })} too far from any beat and left out.`,
  steady: 'Your timing stays steady.',
  slower: (ms: number) => `Towards the end you are ${figure(ms)} ms later than at the beginning.`,
  faster: (ms: number) => `Towards the end you are ${figure(ms)} ms earlier than at the beginning.`,
  tooFew: (least: number) =>
    `Too few of your notes were near a beat. Record again while the metronome runs, and play at least ${figure(least)}.`,
  histogram: 'How many of your notes are how early or late',
  trend: 'How early or late you are over the recording',
  earlyEnd: '60 ms early',
  lateEnd: '60 ms late',
  begin: 'Beginning',
  end: 'End, later above the line',
  limits:
    'This compares when your keys went down with the click. It can’t know how late you hear the click or yourself, and takes swing for late eighths.',
  isPrivate: 'Only you see this. It stays on this device unless you share it.',
  share: 'Share in the chat',
  shared: 'Shared in the chat.',
  chatLine: (summary: string) => `My timing: ${summary}`,
};
