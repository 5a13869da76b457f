// The loops of a room (room rules R21, R22, service rules S35).
import Type from 'typebox';
import { loopLimits } from '../limits.ts';
import { restNames } from './names.ts';

const closed = { additionalProperties: false } as const;
const top = 127;
const { bars, beatsPerBar, layers, eventsPerLayer, volume, stepsPerBeat, swing, lanes, patterns, steps } = loopLimits;
const longestTicks = bars.max * beatsPerBar.max * loopLimits.ticksPerBeat;

const channel = Type.Integer({ minimum: 0, maximum: 15, description: '9 for drums.' });
const midiNumber = Type.Integer({ minimum: 0, maximum: top });
const bank = {
  bank_msb: Type.Optional(midiNumber),
  bank_lsb: Type.Optional(midiNumber),
  program: Type.Optional(midiNumber),
};
const name = Type.String({
  description: `${loopLimits.name.min} to ${loopLimits.name.max} characters after trimming.`,
  examples: ['Kick'],
});
const replace = Type.Optional(
  Type.Boolean({ description: 'Replaces what is in the slot; without it the slot has to be empty.' }),
);
const originTime = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Service clock, µs: the bar line that the first bar counts from, as if the loop had played since then; 0 for the one at which it starts.',
  }),
);

/** One recording on one channel. Programs and banks are its fields, not among its events. */
export const LoopLayer = Type.Object(
  {
    channel,
    ...bank,
    ticks: Type.Array(Type.Integer({ minimum: 0, maximum: longestTicks }), {
      maxItems: eventsPerLayer.max,
      description: 'For each event its position, not decreasing; 480 are a beat.',
      examples: [[0, 240]],
    }),
    data: Type.String({
      description:
        'The events in base64: MIDI channel voice messages on the channel of the layer, each with its status byte.',
      examples: ['mSRkiSRA'],
    }),
  },
  closed,
);
export type LoopLayer = Type.Static<typeof LoopLayer>;

/** A recorded loop. */
export const LoopRecording = Type.Object(
  {
    bars: Type.Integer({ minimum: bars.min, maximum: bars.max }),
    beats_per_bar: Type.Integer({ minimum: beatsPerBar.min, maximum: beatsPerBar.max }),
    layers: Type.Array(LoopLayer, { maxItems: layers.max }),
  },
  closed,
);
export type LoopRecording = Type.Static<typeof LoopRecording>;

export const StepPattern = Type.Object(
  {
    steps: Type.Integer({ minimum: steps.min, maximum: steps.max }),
    lanes: Type.Array(Type.Array(midiNumber), {
      description: 'For each of the keys the velocities of its steps; 0 is a rest.',
      examples: [[[100, 0, 0, 0]]],
    }),
  },
  closed,
);
export type StepPattern = Type.Static<typeof StepPattern>;

const perBeat = Type.Enum(stepsPerBeat, { description: '4 makes a step a sixteenth.' });
const swingPart = Type.Integer({ minimum: swing.min, maximum: swing.max });

/** A set of step patterns. */
export const StepPatterns = Type.Object(
  {
    channel,
    ...bank,
    steps_per_beat: perBeat,
    swing: Type.Optional(swingPart),
    keys: Type.Array(midiNumber, { maxItems: lanes.max, examples: [[36]] }),
    patterns: Type.Array(StepPattern, { maxItems: patterns.max }),
  },
  closed,
);
export type StepPatterns = Type.Static<typeof StepPatterns>;

/** The content for a slot: either `recorded` or `patterns`. */
export const LoopBody = Type.Object(
  {
    name,
    replace,
    recorded: Type.Optional(LoopRecording),
    patterns: Type.Optional(StepPatterns),
    playing: Type.Optional(Type.Boolean({ description: 'Plays it at once, from the next bar line on.' })),
    origin_time: originTime,
  },
  closed,
);
export type LoopBody = Type.Static<typeof LoopBody>;

/** Absent fields keep their values. */
export const LoopChangeBody = Type.Object(
  {
    name: Type.Optional(name),
    volume: Type.Optional(Type.Integer({ minimum: 0, maximum: volume.max })),
    muted: Type.Optional(Type.Boolean()),
    pattern: Type.Optional(
      Type.Integer({ minimum: 0, maximum: patterns.max - 1, description: 'Which pattern plays, from 0.' }),
    ),
    playing: Type.Optional(Type.Boolean({ description: 'Starts or stops it at the next bar line.' })),
    origin_time: originTime,
  },
  closed,
);
export type LoopChangeBody = Type.Static<typeof LoopChangeBody>;

/** Absent fields keep their values. */
export const PatternsChangeBody = Type.Object(
  {
    channel: Type.Optional(channel),
    ...bank,
    steps_per_beat: Type.Optional(perBeat),
    swing: Type.Optional(swingPart),
    add_keys: Type.Optional(Type.Array(midiNumber, { maxItems: top + 1, description: 'Get an empty lane.' })),
    remove_keys: Type.Optional(Type.Array(midiNumber, { maxItems: top + 1, description: 'Lose their lane.' })),
    lengths: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pattern: Type.Integer({ minimum: 0, maximum: patterns.max - 1 }),
            steps: Type.Integer({ minimum: steps.min, maximum: steps.max }),
          },
          closed,
        ),
        { maxItems: patterns.max, description: 'The pattern after the last one is added.' },
      ),
    ),
  },
  closed,
);
export type PatternsChangeBody = Type.Static<typeof PatternsChangeBody>;

export const StepsBody = Type.Object(
  {
    pattern: Type.Integer({ minimum: 0, maximum: patterns.max - 1 }),
    edits: Type.Array(
      Type.Object(
        {
          key: midiNumber,
          step: Type.Integer({ minimum: 0, maximum: steps.max - 1 }),
          velocity: Type.Integer({ minimum: 0, maximum: top, description: '0 is a rest.' }),
        },
        closed,
      ),
      { maxItems: loopLimits.stepEdits.max },
    ),
  },
  closed,
);
export type StepsBody = Type.Static<typeof StepsBody>;

/** From its time on, up to that of the next one, a loop plays evenly or stands still. */
export const LoopSegment = Type.Object({
  /** Service clock, µs. */
  start_time: Type.Integer(),
  playing: Type.Boolean(),
  /** The position in the loop at that time. */
  tick: Type.Integer(),
  /** Thousandths of beats per minute. */
  tempo: Type.Integer(),
  /** The pattern that plays; 0 for a recorded loop. */
  pattern: Type.Integer(),
});
export type LoopSegment = Type.Static<typeof LoopSegment>;

const entry = {
  slot: Type.Integer(),
  /** "" once the account of its maker is deleted. */
  user_id: Type.String(),
  ...restNames,
  name: Type.String(),
  volume: Type.Integer(),
  muted: Type.Boolean(),
  kind: Type.Enum(['recorded', 'patterns']),
  /** True if it plays, or is to at the next bar line. */
  playing: Type.Boolean(),
  /** Its length, that of the chosen pattern; 480 are a beat. */
  ticks: Type.Integer(),
  plan: Type.Array(LoopSegment),
  /** Of a recorded loop. */
  bars: Type.Optional(Type.Integer()),
  beats_per_bar: Type.Optional(Type.Integer()),
  layers: Type.Optional(Type.Integer()),
  /** Of step patterns: the chosen one, from 0, and how many there are. */
  pattern: Type.Optional(Type.Integer()),
  pattern_count: Type.Optional(Type.Integer()),
};

/** A loop without its music. */
export const LoopEntry = Type.Object(entry);
export type LoopEntry = Type.Static<typeof LoopEntry>;

/** A loop with its music: `recorded` or `patterns`. */
export const LoopView = Type.Object({
  ...entry,
  /** As in the list. */
  revision: Type.Integer(),
  recorded: Type.Optional(LoopRecording),
  patterns: Type.Optional(StepPatterns),
});
export type LoopView = Type.Static<typeof LoopView>;

/** The loops of a room, by slot. */
export const LoopListView = Type.Object({
  /** Counts the changes of the loops and the metronome. */
  revision: Type.Integer(),
  /** Service clock, µs: the time of the answer. */
  server_time: Type.Integer(),
  loops: Type.Array(LoopEntry),
});
export type LoopListView = Type.Static<typeof LoopListView>;

/** A slot after a change; without `loop` it is empty. */
export const ChangedLoopView = Type.Object({
  slot: Type.Integer(),
  revision: Type.Integer(),
  loop: Type.Optional(LoopEntry),
});
export type ChangedLoopView = Type.Static<typeof ChangedLoopView>;

export const LoopFileQuery = Type.Object({
  slot: Type.Optional(
    Type.Integer({ minimum: 0, maximum: loopLimits.slots - 1, description: 'Only this loop; all unless given.' }),
  ),
});
export type LoopFileQuery = Type.Static<typeof LoopFileQuery>;

/** Loops as a Standard MIDI File: a track for each layer, and for each pattern with notes. */
export const LoopFileView = Type.Object({
  name: Type.String(),
  /** Base64. */
  data: Type.String(),
});
export type LoopFileView = Type.Static<typeof LoopFileView>;
