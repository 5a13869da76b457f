import { figure } from '../formats.ts';

export const timing = {
  title: 'Timing',
  wholeMs: (ms: number) => (ms < 0.5 ? 'under 1 ms' : `${Math.round(ms)} ms`),
  ms: (ms: number) => `${figure(ms, Math.abs(ms) < 10 ? 1 : 0)} ms`,
  heard: (name: string, ms: string) => `You hear ${name} ${ms} after the key goes down`,
  notHeard: 'Nobody else has played in the last minute',
  notHeardHint: 'As soon as somebody plays, this shows how long their notes are on the way to you.',
  feel: {
    close: (metres: number) => `As if you stood ${metres} m apart: side by side.`,
    stage: (metres: number) => `As if you stood ${metres} m apart: across a stage.`,
    hall: (metres: number) =>
      `As if you stood ${metres} m apart, across a hall. Play to the metronome rather than to each other.`,
    far: (metres: number) => `As if you stood ${metres} m apart. Slow pieces work; for fast ones try matched.`,
  },
  parts: {
    network: 'Network',
    networkHint: 'on its way from their hand to this computer',
    held: 'Playout',
    heldHint: 'held back here, so that they sound even',
    audio: 'Sound',
    audioHint: 'from this computer to your ear',
    jitter: 'Jitter',
    jitterHint: 'how unevenly they arrive',
  },
  ownWay: 'Your way to the server',
  roundTrip: 'There and back',
  clockError: 'Clocks agree within',
  audio: 'Sound to your ear',
  mode: 'How you hear the others',
  choices: {
    auto: { name: 'Auto', hint: 'Holds notes just long enough that nearly none comes late.' },
    quick: {
      name: 'Low latency',
      hint: 'Sooner, but about one note in four comes a little late and loses its place.',
    },
    matched: {
      name: 'Matched',
      hint: 'Everybody hears the same at the same moment, yourself included: your own sound waits for the slowest way.',
    },
  },
  matchedNow: (ms: string) => `Everything sounds ${ms} after it was played, for everybody.`,
  setter: (owner: string) => `Matched is for everybody in the room: ${owner} and the moderators decide on it.`,
  setterUnknown: 'Matched is for everybody in the room: its host and the moderators decide on it.',
  setterOwner: (owner: string) => `Matched is for everybody in the room: ${owner} decides on it.`,
  players: 'Each player',
  playersWindow: (samples: number, seconds: number) =>
    `hand to ear, of ${samples === 1 ? '1 note' : `${samples} notes`} in the last ${seconds} s`,
  noNotes: 'no notes in the last 60 s',
  unknown: 'not known yet',
  percentiles: { p50: 'half within', p95: '95 % within', p99: '99 % within' },
  figures: {
    roundTrip: 'There and back',
    oneWay: 'One way to you, estimated',
    jitter: 'Jitter here',
    late: 'Late here',
    dropped: 'Lost on their side',
  },
  nobody: 'Nobody else is here.',
};
