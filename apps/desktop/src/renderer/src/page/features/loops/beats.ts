import type { StepPattern, StepPatterns } from '@roomtone/sdk/extras';

/** General MIDI's drums that a new beat has a lane for, low ones first. */
const lanes = {
  kick: 36,
  snare: 38,
  clap: 39,
  closedHat: 42,
  pedalHat: 44,
  openHat: 46,
  lowTom: 45,
  highTom: 50,
  crash: 49,
  ride: 51,
};
type Drum = keyof typeof lanes;

const velocities: Readonly<Record<string, number>> = { x: 100, X: 120, o: 60 };
const stepsPerBeat = 4;

/** One beat in sixteenths: `x` is a stroke, `X` an accent, `o` a soft one. */
interface Rhythm {
  readonly swing: number;
  readonly patterns: readonly Readonly<Partial<Record<Drum, string>>>[];
}

export const beatNames = ['easy', 'four', 'swing', 'bossa'] as const;
export type BeatName = (typeof beatNames)[number];

const rhythms: Readonly<Record<BeatName, Rhythm>> = {
  easy: {
    swing: 50,
    patterns: [
      { kick: 'X.......x.......', snare: '....X.......X...', closedHat: 'x.o.x.o.x.o.x.o.' },
      {
        kick: 'X..x....x.x.....',
        snare: '....X.......X.xX',
        closedHat: 'x.o.x.o.x.o.....',
        openHat: '..............x.',
      },
    ],
  },
  four: {
    swing: 50,
    patterns: [
      {
        kick: 'X...X...X...X...',
        clap: '....x.......x...',
        openHat: '..x...x...x...x.',
        closedHat: 'x.......o.......',
      },
      {
        kick: 'X...X...X...X.x.',
        clap: '....x.......x..x',
        openHat: '..x...x...x...x.',
        closedHat: 'xooooooooooooooo',
      },
    ],
  },
  swing: {
    swing: 64,
    patterns: [
      { kick: 'X.......x.x.....', snare: '....X..o.o..X...', closedHat: 'xoxoxoxoxoxoxoxo' },
      {
        kick: 'X..x....x.x...x.',
        snare: '....X..o.o..X.oo',
        closedHat: 'xoxoxoxoxoxoxo..',
        openHat: '..............x.',
      },
    ],
  },
  bossa: {
    swing: 50,
    patterns: [
      { kick: 'X..xX..xX..xX..x', pedalHat: '....x.......x...', ride: 'x.x.x.x.x.x.x.x.', snare: 'x..x..x...x..x..' },
      { kick: 'X..xX..xX..xX..x', pedalHat: '....x.......x...', ride: 'x.x.x.x.x.x.x.x.', snare: '..x...x..x..x...' },
    ],
  },
};

/** A beat to begin with: one bar of this many beats, in two versions. */
export function beatOf(name: BeatName, beatsPerBar: number): StepPatterns {
  const { swing, patterns } = rhythms[name];
  const keys = Object.entries(lanes)
    .filter(([drum]) => isWanted(drum as Drum, patterns))
    .map(([, key]) => key);
  return withPatterns(
    swing,
    keys,
    patterns.map((strokes) => {
      const steps = Math.min(64, beatsPerBar * stepsPerBeat);
      const rows = Object.entries(lanes).filter(([, key]) => keys.includes(key));
      return { steps, lanes: rows.map(([drum]) => rowOf(strokes[drum as Drum] ?? '', steps)) };
    }),
  );
}

/** A grid without a stroke: the usual drums over one bar. */
export function emptyBeat(beatsPerBar: number): StepPatterns {
  const keys = [
    lanes.kick,
    lanes.snare,
    lanes.clap,
    lanes.closedHat,
    lanes.openHat,
    lanes.lowTom,
    lanes.highTom,
    lanes.crash,
  ];
  const steps = Math.min(64, beatsPerBar * stepsPerBeat);
  return withPatterns(
    50,
    keys.toSorted((a, b) => a - b),
    [{ steps, lanes: keys.map(() => rowOf('', steps)) }],
  );
}

function withPatterns(swing: number, keys: readonly number[], patterns: readonly StepPattern[]): StepPatterns {
  return { kind: 'patterns', channel: 9, bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat, swing, keys, patterns };
}

/** The drums that are struck, and some that invite to be. */
function isWanted(drum: Drum, patterns: Rhythm['patterns']): boolean {
  return (
    patterns.some((strokes) => strokes[drum] !== undefined) || ['clap', 'lowTom', 'highTom', 'crash'].includes(drum)
  );
}

/** A bar of other than four beats is cut, or begins again. */
function rowOf(strokes: string, steps: number): number[] {
  return Array.from({ length: steps }, (_, step) => velocities[strokes[step % (strokes.length || 1)] ?? ''] ?? 0);
}
