/** One component of a sound: a sine with its own decay. */
interface Partial {
  /** Frequency as a multiple of the note's. */
  readonly ratio: number;
  readonly gain: number;
  /** Seconds until it has fallen by 60 dB; Infinity sustains. */
  readonly decayS: number;
}

/** The definition of an instrument's sound. Gains are relative, because the voice normalizes their sum. */
export interface Timbre {
  readonly attackS: number;
  /** Seconds to fall by 60 dB after the key is up. */
  readonly releaseS: number;
  /** The level of the knock of hammer or finger, 0 to 1. */
  readonly knock: number;
  /** How much softer a soft touch is; 0 ignores velocity, as an organ does. */
  readonly touch: number;
  readonly level: number;
  /** @param velocity 0 to 1. */
  readonly partials: (key: number, frequency: number, velocity: number) => Partial[];
}

type TimbreName = 'piano' | 'electricPiano' | 'vibraphone' | 'bass' | 'organ';

const timbres: Readonly<Record<TimbreName, Timbre>> = {
  piano: {
    attackS: 0.0016,
    releaseS: 0.34,
    knock: 0.5,
    touch: 1.45,
    level: 1,
    partials: pianoPartials,
  },
  electricPiano: {
    attackS: 0.0022,
    releaseS: 0.26,
    knock: 0.25,
    touch: 1.5,
    level: 0.95,
    partials: (key, _frequency, velocity) => {
      const decayS = 7 * 2 ** ((48 - key) / 26);
      // The tine rings high and short, and only a firm touch brings out its bite.
      return [
        { ratio: 1, gain: 1, decayS },
        { ratio: 1.0015, gain: 0.25, decayS: decayS * 1.2 },
        { ratio: 2, gain: 0.1 + 0.3 * velocity ** 2, decayS: decayS * 0.5 },
        { ratio: 3, gain: 0.02 + 0.16 * velocity ** 2, decayS: decayS * 0.3 },
        { ratio: 4, gain: 0.16 * velocity ** 3, decayS: decayS * 0.2 },
        { ratio: 14.2, gain: 0.05 * velocity, decayS: 0.18 },
      ];
    },
  },
  vibraphone: {
    attackS: 0.001,
    releaseS: 0.5,
    knock: 0.3,
    touch: 1.4,
    level: 0.95,
    partials: (key, _frequency, velocity) => {
      const decayS = 6 * 2 ** ((60 - key) / 30);
      return [
        { ratio: 1, gain: 1, decayS },
        { ratio: 1.002, gain: 0.2, decayS },
        { ratio: 4, gain: 0.12 + 0.2 * velocity, decayS: decayS * 0.25 },
        { ratio: 9.9, gain: 0.02 + 0.1 * velocity ** 2, decayS: decayS * 0.06 },
      ];
    },
  },
  bass: {
    attackS: 0.004,
    releaseS: 0.18,
    knock: 0.8,
    touch: 1.4,
    level: 1.25,
    partials: (key, frequency, velocity) => {
      const decayS = 3.4 * 2 ** ((36 - key) / 30);
      const count = Math.min(10, Math.floor(4000 / frequency));
      return harmonics(Math.max(1, count), (n) => ({
        ratio: n,
        gain: n ** -1.1 * Math.exp(-(n - 1) * (0.62 - 0.34 * velocity)),
        decayS: decayS / (1 + 0.35 * (n - 1)),
      }));
    },
  },
  organ: {
    attackS: 0.012,
    releaseS: 0.12,
    knock: 0,
    touch: 0,
    level: 0.5,
    partials: () =>
      [
        [0.5, 0.5],
        [1, 1],
        [1.5, 0.24],
        [2, 0.5],
        [3, 0.2],
        [4, 0.24],
        [6, 0.08],
        [8, 0.1],
      ].map(([ratio = 1, gain = 0]) => ({ ratio, gain, decayS: Number.POSITIVE_INFINITY })),
  },
};

/** The first program of each range of General MIDI, and the timbre that stands in for the instruments in it. */
const ranges: readonly (readonly [firstProgram: number, timbre: TimbreName])[] = [
  [0, 'piano'],
  [4, 'electricPiano'],
  [6, 'piano'],
  [8, 'vibraphone'],
  [16, 'organ'],
  [24, 'piano'],
  [32, 'bass'],
  [40, 'organ'],
  [45, 'piano'],
  [48, 'organ'],
  [104, 'piano'],
  [108, 'vibraphone'],
  [128, 'bass'],
];

/** The closest timbre for a General MIDI program. */
export function timbreOf(program: number): Timbre {
  const name = ranges.findLast(([first]) => program >= first)?.[1] ?? 'piano';
  return timbres[name];
}

/**
 * Models a piano string: stiffness makes upper partials slightly sharp; the hammer strikes at about an eighth of the
 * length and so suppresses every eighth partial; a hard touch brings out the upper ones; each note has a fast and a slow
 * string, and their beating keeps it alive.
 */
function pianoPartials(key: number, frequency: number, velocity: number): Partial[] {
  const stiffness = 0.00016 * (frequency / 262) ** 1.25;
  const decayS = Math.min(20, 17 * 2 ** ((42 - key) / 20));
  const darkness = (0.5 - 0.4 * velocity) * (frequency / 262) ** 0.42;
  const count = Math.max(2, Math.min(15, Math.floor(9500 / frequency)));
  return harmonics(count, (n) => ({
    ratio: n * Math.sqrt((1 + stiffness * n * n) / (1 + stiffness)),
    gain: (0.1 + Math.abs(Math.sin(Math.PI * n * 0.122))) * n ** -0.95 * Math.exp(-(n - 1) * darkness),
    decayS: (decayS * 0.85) / (1 + 0.24 * (n - 1)),
  })).flatMap((partial, index) =>
    index > 4
      ? [partial]
      : [
          { ...partial, gain: partial.gain * 0.68 },
          { ratio: partial.ratio * 1.0004, gain: partial.gain * 0.32, decayS: partial.decayS * 1.9 },
        ],
  );
}

function harmonics(count: number, partial: (n: number) => Partial): Partial[] {
  return Array.from({ length: count }, (_, index) => partial(index + 1));
}
