import { counted, figure, percent } from './numbers.ts';

export const timing = {
  title: 'Timing',
  wholeMs: (ms: number) => (ms < 0.5 ? 'under 1 ms' : `${figure(ms)} ms`),
  ms: (ms: number) => `${figure(ms, Math.abs(ms) < 10 ? 1 : 0)} ms`,
  heard: (name: string, ms: string) => `You hear ${name} in ${ms}`,
  /** Before the figure. */
  heardName: (name: string) => `You hear ${name} in`,
  levels: { good: 'tight', fair: 'noticeable delay', poor: 'long delay' },
  notHeard: 'No one else has played in the last minute',
  notHeardHint: 'When someone plays, this shows how long their notes take to reach you.',
  feel: {
    close: (metres: number) => `Like standing ${figure(metres)} m apart: side by side.`,
    stage: (metres: number) => `Like standing ${figure(metres)} m apart: across a stage.`,
    hall: (metres: number) =>
      `Like standing ${figure(metres)} m apart, across a hall. Play to the metronome rather than to each other.`,
    far: (metres: number) =>
      `Like standing ${figure(metres)} m apart. Slow pieces work; for fast ones, try “In sync for everyone”.`,
  },
  largest: {
    network: (ms: string) => `Most of it is the way through the network: ${ms}. A cable instead of Wi-Fi often helps.`,
    held: (ms: string) => `Most of it, ${ms}, evens out an unsteady network. A cable instead of Wi-Fi often helps.`,
    audio: (ms: string) => `Most of it is your own output: ${ms}. Bluetooth? Use a cable, or another output device.`,
  },
  parts: {
    network: 'Network',
    networkHint: 'from their hands to this computer',
    held: 'Playout delay',
    heldHint: 'added here to keep the rhythm even',
    audio: 'Sound',
    audioHint: 'from this computer to your ears',
    jitter: 'Jitter',
    jitterHint: 'how much arrival times vary',
  },
  ownWay: 'Your connection',
  roundTrip: 'Round trip',
  clockError: 'Clocks agree within',
  audio: 'Sound to your ears',
  secondPath: {
    name: 'Second path for notes',
    states: { used: 'in use', ready: 'ready', none: 'none' },
    lost: 'Packets lost on it',
    share: (share: number) => percent(share, 1),
    faster: 'Times it was faster',
    repaired: 'Repaired by the first path',
  },
  path: {
    name: 'Path of the notes',
    direct: (ms: string) => `directly, ${ms}`,
    server: (ms: string) => `through the server, ${ms}`,
  },
  direct: {
    label: 'Direct paths between players',
    hint: 'The shortest way for notes. Players on a direct path can see each other’s internet address.',
    choices: { private: 'In private rooms and in my network', everywhere: 'In all rooms', never: 'Never' },
  },
  mode: 'How you hear the others',
  choices: {
    auto: { name: 'Auto', hint: 'Adds just enough delay that almost no note is late.' },
    quick: { name: 'Low latency', hint: 'Faster, but about one note in four is a little late and off the beat.' },
    matched: {
      name: 'In sync for everyone',
      hint: 'Everyone hears the same thing at the same moment. Your own sound waits for the slowest connection, too.',
    },
    interval: {
      name: 'An interval later',
      hint: 'Everyone hears the others some bars later, so that you can play together over any distance. Your own sound stays immediate.',
    },
  },
  interval: 'Interval',
  bars: (bars: number) => counted(bars, { one: 'bar', other: 'bars' }),
  barsLater: (bars: number) => `${counted(bars, { one: 'bar', other: 'bars' })} later`,
  heardLater: (bars: number) => `You hear the others ${counted(bars, { one: 'bar', other: 'bars' })} later`,
  heardLaterHint:
    'Play to the metronome, over what the others played before. They hear you the same number of bars later.',
  matchedNow: (ms: string) => `Everyone hears each note ${ms} after it was played.`,
  setter: (owner: string) =>
    `“In sync for everyone” and “An interval later” apply to the whole room. Only ${owner} and moderators can change that.`,
  setterUnknown:
    '“In sync for everyone” and “An interval later” apply to the whole room. Only the owner and moderators can change that.',
  setterOwner: (owner: string) =>
    `“In sync for everyone” and “An interval later” apply to the whole room. Only ${owner} can change that.`,
  players: 'Each player',
  playersWindow: (samples: number, seconds: number) =>
    `from key to ear, ${counted(samples, { one: 'note', other: 'notes' })} in the last ${figure(seconds)} s`,
  noNotes: 'no notes in the last 60 s',
  unknown: 'not known yet',
  percentiles: { p50: 'half within', p95: `${percent(0.95)} within`, p99: `${percent(0.99)} within` },
  figures: {
    roundTrip: 'Round trip',
    oneWay: 'One way to you (estimated)',
    jitter: 'Jitter',
    late: 'Late notes',
    dropped: 'Lost at their end',
  },
  nobody: 'No one else is here.',
};
