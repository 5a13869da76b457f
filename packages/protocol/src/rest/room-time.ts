// The metronome and the playout mode of a room (room rules R9, service rules S37).
import Type from 'typebox';
import { limits } from '../limits.ts';

const closed = { additionalProperties: false } as const;
const { tempo, beatsPerBar, click } = limits.metronome;

/** How a metronome clicks (R9.12). */
export const ClickView = Type.Object(
  {
    accents: Type.Array(Type.Integer({ minimum: click.accent.min, maximum: click.accent.max }), {
      maxItems: beatsPerBar.max,
      description:
        'Each beat of the bar: 0 is silent, 1 plain, 2 begins a group, 3 begins the bar. Those left out are 1, or 3 on the first.',
      examples: [[3, 1, 2, 1, 2, 1, 1]],
    }),
    subdivision: Type.Integer({
      minimum: click.subdivision.min,
      maximum: click.subdivision.max,
      description: 'Clicks in a beat.',
    }),
    swing: Type.Integer({
      minimum: click.swing.min,
      maximum: click.swing.max,
      description: 'Where the second of two clicks falls, in percent of both; for an even subdivision.',
    }),
    silent_every: Type.Integer({
      minimum: 0,
      maximum: click.silentEvery.max,
      description: `Every so many bars one is silent, ${click.silentEvery.min} or more; 0 for none.`,
    }),
  },
  closed,
);
export type ClickView = Type.Static<typeof ClickView>;

export const MetronomeView = Type.Object({
  /** Thousandths of beats per minute. */
  tempo: Type.Integer(),
  beats_per_bar: Type.Integer(),
  running: Type.Boolean(),
  /** Service clock, µs: when the first beat of bar 1 falls. */
  start_time: Type.Integer(),
  /** How many beats had been counted before that one, over all starts and changes. */
  beats_before: Type.Integer(),
  /** Service clock, µs: the time of the answer. */
  server_time: Type.Integer(),
  /** Absent for a click on each beat, the highest on the first. */
  click: Type.Optional(ClickView),
});
export type MetronomeView = Type.Static<typeof MetronomeView>;

/** Absent fields keep their values. */
export const MetronomeBody = Type.Object(
  {
    tempo: Type.Optional(
      Type.Integer({
        minimum: tempo.min,
        maximum: tempo.max,
        description: 'Thousandths of beats per minute.',
        examples: [120_000],
      }),
    ),
    beats_per_bar: Type.Optional(Type.Integer({ minimum: beatsPerBar.min, maximum: beatsPerBar.max })),
    running: Type.Optional(Type.Boolean()),
    click: Type.Optional(ClickView),
    start_time: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Service clock, µs; 0, which is the default, for 500 ms from now. While it runs, a change waits for the next bar.',
      }),
    ),
  },
  closed,
);
export type MetronomeBody = Type.Static<typeof MetronomeBody>;

export const PlayoutModeView = Type.Object({
  /** Everybody delays their own sound, so that all hear the same. */
  matched: Type.Boolean(),
  /** By how many bars everybody hears the others later; 0 for none. */
  interval_bars: Type.Integer(),
  /** The delay of matched playout, µs. */
  common_delay: Type.Integer(),
});
export type PlayoutModeView = Type.Static<typeof PlayoutModeView>;

/** Absent fields mean no. */
export const PlayoutModeBody = Type.Object(
  {
    matched: Type.Optional(Type.Boolean()),
    interval_bars: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.interval.bars.max,
        description: `How many bars later everybody hears the others, at most ${limits.interval.us / 1_000_000} s; 0 for none.`,
      }),
    ),
  },
  closed,
);
export type PlayoutModeBody = Type.Static<typeof PlayoutModeBody>;
