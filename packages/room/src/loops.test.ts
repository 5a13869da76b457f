import type { Loop, LoopCommand, LoopLayer, RecordLoop, StepPatterns, Transport } from '@roomtone/protocol';
import { loopLimits, RoomtoneError } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { decideLoop, noLoops, plansAfter, type RoomLoops, withNews } from './loops.ts';

const nowUs = 1_700_000_000_000_000;
const barUs = 2_000_000;
const transport: Transport = { tempo: 120_000, beatsPerBar: 4, running: true, startTime: nowUs, beatsBefore: 0 };
const ada = { userId: 'ada', username: 'Ada', moderates: false };

/** A layer with one note, or with these events. */
function layer(
  events: readonly (readonly [number, ...number[]])[] = [
    [0, 0x90, 60, 100],
    [240, 0x80, 60, 64],
  ],
): LoopLayer {
  const ticks = events.map(([tick]) => tick);
  const data = Uint8Array.from(events.flatMap(([, ...bytes]) => bytes));
  return { channel: 0, bankMsb: 0, bankLsb: 0, program: 0, ticks, data };
}

function recording(over: Partial<RecordLoop> = {}): LoopCommand {
  return { slot: 0, record: { name: 'Riff', bars: 1, beatsPerBar: 4, layers: [layer()], replace: true, ...over } };
}

const groove: StepPatterns = {
  ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat: 4, swing: 50, keys: [36] },
  patterns: [{ steps: 2, lanes: [Uint8Array.of(100, 0)] }],
};

function making(over: Partial<StepPatterns> = {}, name = 'Groove'): LoopCommand {
  return { slot: 0, makePatterns: { name, patterns: { ...groove, ...over }, replace: true } };
}

function after(loops: RoomLoops, command: LoopCommand, at = { transport, nowUs }): RoomLoops {
  return withNews(loops, decideLoop(loops, command, ada, at).news);
}

function loopOf(loops: RoomLoops, slot = 0): Loop {
  const loop = loops.bySlot.get(slot);
  if (loop === undefined) throw new Error('the slot is empty');
  return loop;
}

/** The field that a command is refused for; undefined if it is not. */
function refusedField(command: LoopCommand, loops: RoomLoops = noLoops): string | undefined {
  try {
    decideLoop(loops, command, ada, { transport, nowUs });
    return undefined;
  } catch (error) {
    if (!(error instanceof RoomtoneError) || error.code !== 'VALIDATION_ERROR') throw error;
    return error.details.field;
  }
}

const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const notes = (count: number) =>
  layer(repeated(count, [0, 0x80, 60, 64] as const).map(([...event]) => event as [number, ...number[]]));

describe('a recorded loop', () => {
  test.each<[string, Partial<RecordLoop>]>([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(33) }],
    ['bars', { bars: 0 }],
    ['bars', { bars: 33 }],
    ['beatsPerBar', { beatsPerBar: 33 }],
    ['layers', { layers: [] }],
    ['layers', { layers: repeated(9, layer()) }],
    ['layers.0.ticks', { layers: [layer([])] }],
    ['layers.0.ticks', { layers: [notes(2_001)] }],
    [
      'layers.0.ticks',
      {
        layers: [
          layer([
            [2, 0x90, 60, 1],
            [1, 0x80, 60, 1],
          ]),
        ],
      },
    ],
    ['layers.0.ticks', { layers: [layer([[1_921, 0x80, 60, 1]])] }],
    ['layers.0.channel', { layers: [{ ...layer(), channel: 16 }] }],
    ['layers.0.program', { layers: [{ ...layer(), program: 128 }] }],
    ['layers.0.data', { layers: [layer([[0, 0x91, 60, 100]])] }],
    ['layers.0.data', { layers: [layer([[0, 0xc0, 5]])] }],
    ['layers.0.data', { layers: [layer([[0, 0xb0, 32, 5]])] }],
    ['layers.0.data', { layers: [layer([[0, 0x90, 128, 5]])] }],
    ['layers.0.data', { layers: [layer([[0, 0x90, 60]])] }],
    ['layers.0.data', { layers: [layer([[0, 0xf8]])] }],
    ['layers.0.data', { layers: [layer([[0, 0x90, 60, 1, 0x80, 60, 1]])] }],
  ])('R21.9: is refused for its %s: %#', (field, over) => {
    expect(refusedField(recording(over))).toBe(field);
  });

  test('R21.9, R21.1: may have what the limits allow, and its name is trimmed', () => {
    const most = { bars: 32, beatsPerBar: 32, layers: [notes(2_000), ...repeated(7, layer())] };
    const loop = loopOf(after(noLoops, recording({ name: ` ${'x'.repeat(32)} `, ...most })));
    expect([loop.name, loop.recorded?.layers.length, loop.volume]).toEqual(['x'.repeat(32), 8, 100]);
    expect(refusedField({ ...recording(), slot: 16 })).toBe('slot');
    expect(refusedField({ ...recording(), slot: 15 })).toBeUndefined();
    const set = (volume: number): LoopCommand => ({ slot: 0, set: { volume } });
    const loops = after(noLoops, recording());
    expect([refusedField(set(128), loops), refusedField(set(127), loops)]).toEqual(['volume', undefined]);
    expect(refusedField({ slot: 0 }, loops)).toBe('action');
  });

  test('R21.9: a loop has at most 32 KiB, and all of a room 160 KiB', () => {
    const full = recording({ layers: repeated(4, notes(2_000)) });
    expect(refusedField(full)).toBeUndefined();
    expect(refusedField(recording({ layers: repeated(5, notes(2_000)) }))).toBe('slot');
    let loops = noLoops;
    for (let slot = 0; slot < 5; slot++) loops = after(loops, { ...full, slot });
    expect(refusedField({ ...full, slot: 6 }, loops)).toBe('slot');
    expect(refusedField({ ...full, slot: 4 }, loops), 'the loop before makes room').toBeUndefined();
    expect([loopLimits.loopBytes, loopLimits.roomBytes]).toEqual([32 * 1024, 160 * 1024]);
  });

  test('R21.10: what is held at the end is released there, and what is played there is left out', () => {
    const held = layer([
      [0, 0xb0, 64, 127],
      [1_900, 0x90, 60, 100],
      [1_920, 0x90, 62, 100],
      [1_920, 0x90, 60, 0],
    ]);
    const [kept] = loopOf(after(noLoops, recording({ layers: [held] }))).recorded?.layers ?? [];
    expect(kept?.ticks).toEqual([0, 1_900, 1_920, 1_920]);
    expect([...(kept?.data ?? [])]).toEqual([0xb0, 64, 127, 0x90, 60, 100, 0x90, 60, 0, 0xb0, 64, 0]);
    const open = loopOf(after(noLoops, recording({ layers: [layer([[7, 0x90, 60, 100]])] }))).recorded?.layers[0];
    expect([open?.ticks, [...(open?.data ?? [])]]).toEqual([
      [7, 1_920],
      [0x90, 60, 100, 0x80, 60, 64],
    ]);
  });

  test('R21.12: undo removes the last layer, and the loop with its only one', () => {
    const second = layer([[9, 0x80, 61, 64]]);
    const loops = after(after(noLoops, recording()), { slot: 0, overdub: second });
    expect(loopOf(loops).recorded?.layers[1]).toEqual(second);
    const before = after(loops, { slot: 0, undo: {} });
    expect(loopOf(before).recorded?.layers).toHaveLength(1);
    expect(after(before, { slot: 0, undo: {} }).bySlot.size).toBe(0);
    const full = after(noLoops, recording({ layers: repeated(8, layer()) }));
    expect(refusedField({ slot: 0, overdub: layer() }, full)).toBe('layers');
  });
});

describe('the plan of a loop', () => {
  const playing = after(noLoops, recording({ bars: 2, start: { originTime: 0 } }));

  test('R21.5: begins at the first bar line that is at least 250 ms away', () => {
    const start = (passedUs: number) => {
      const loops = after(noLoops, recording({ start: { originTime: 0 } }), { transport, nowUs: nowUs + passedUs });
      return (loopOf(loops).plan[0]?.startTime ?? 0) - nowUs;
    };
    expect([0, 1, barUs - 250_000, barUs - 249_999].map(start)).toEqual([barUs, barUs, barUs, 2 * barUs]);
  });

  test('R21.5: a loop comes in where it would be, counted from a bar line in the past', () => {
    const at = { transport, nowUs: nowUs + 5 * barUs + 1 };
    const tickFrom = (originTime: number) =>
      loopOf(after(noLoops, recording({ bars: 4, start: { originTime } }), at)).plan[0]?.tick;
    expect([0, nowUs + barUs, nowUs + 6 * barUs, nowUs - 1, nowUs + 7 * barUs].map(tickFrom)).toEqual([
      0,
      (5 % 4) * 1_920,
      0,
      0,
      0,
    ]);
  });

  test('R21.5: a metronome that is about to stop starts after that, and the loop with it', () => {
    const stops = { ...transport, running: false, startTime: nowUs + barUs };
    const decision = decideLoop(noLoops, recording({ start: { originTime: 0 } }), ada, { transport: stops, nowUs });
    expect(decision.transport).toEqual({ ...stops, running: true });
    expect(decision.news.loop?.plan[0]?.startTime).toBe(nowUs + barUs);
  });

  test('R21.6: goes on at its position when the metronome is set, also what is still to happen', () => {
    const stopping = after(playing, { slot: 0, stop: {} }, { transport, nowUs: nowUs + 3 * barUs - 300_000 });
    const next: Transport = { ...transport, tempo: 60_000, beatsPerBar: 3, startTime: nowUs + 2 * barUs };
    const [plan] = plansAfter(stopping, transport, next, nowUs + barUs + 1);
    expect(
      plan?.plan.map(({ startTime, playing: plays, tick, tempo }) => [startTime - nowUs, plays, tick, tempo]),
    ).toEqual([
      [barUs, true, 0, 120_000],
      [2 * barUs, true, 1_920, 60_000],
      [2 * barUs + 3_000_000, false, 0, 60_000],
    ]);
  });

  test('R21.6: ends with the metronome, and does not begin again with it', () => {
    const stop: Transport = { ...transport, running: false, startTime: nowUs + 4 * barUs };
    const [stopped] = plansAfter(playing, transport, stop, nowUs + barUs);
    expect(stopped?.plan.at(-1)).toMatchObject({ startTime: stop.startTime, playing: false });
    const still = withNews(playing, { revision: 9, plans: { plans: stopped === undefined ? [] : [stopped] } });
    const again = { ...stop, running: true, startTime: nowUs + 9 * barUs };
    expect(plansAfter(still, stop, again, nowUs + 8 * barUs)).toEqual([]);
    const sooner = { ...again, startTime: nowUs + 3 * barUs };
    expect(plansAfter(still, stop, sooner, nowUs + 2 * barUs)[0]?.plan.at(-1)).toMatchObject({
      startTime: sooner.startTime,
      playing: false,
    });
  });

  test('R21.5: stopping all leaves alone what stands still', () => {
    const both = after(playing, { ...recording(), slot: 1 });
    const { news } = decideLoop(both, { slot: 0, stopAll: {} }, ada, { transport, nowUs: nowUs + 2 * barUs });
    expect(news.plans?.plans.map(({ slot }) => slot)).toEqual([0]);
    const stopped = withNews(both, news);
    expect(decideLoop(stopped, { slot: 0, stopAll: {} }, ada, { transport, nowUs }).news.plans).toEqual({ plans: [] });
  });
});

describe('step patterns', () => {
  test.each<[string, Partial<StepPatterns>]>([
    ['stepsPerBeat', { stepsPerBeat: 5 }],
    ['swing', { swing: 49 }],
    ['swing', { swing: 76 }],
    ['keys', { keys: [36, 36] }],
    ['keys', { keys: [128] }],
    ['keys', { keys: Array.from({ length: 17 }, (_, key) => key) }],
    ['patterns', { patterns: [] }],
    ['patterns', { patterns: repeated(5, groove.patterns[0] ?? { steps: 0, lanes: [] }) }],
    ['patterns.0.steps', { patterns: [{ steps: 65, lanes: [new Uint8Array(65)] }] }],
    ['patterns.0.lanes', { patterns: [{ steps: 2, lanes: [] }] }],
    ['patterns.0.lanes', { patterns: [{ steps: 2, lanes: [Uint8Array.of(1)] }] }],
    ['patterns.0.lanes', { patterns: [{ steps: 1, lanes: [Uint8Array.of(128)] }] }],
    ['bankMsb', { bankMsb: 128 }],
  ])('R22.1: are refused for %s: %#', (field, over) => {
    expect(refusedField(making(over))).toBe(field);
  });

  test('R22.1: may have what the limits allow', () => {
    const keys = Array.from({ length: 16 }, (_, key) => key);
    const pattern = { steps: 64, lanes: keys.map(() => new Uint8Array(64).fill(127)) };
    const most = { keys, patterns: repeated(4, pattern), swing: 75, stepsPerBeat: 8 };
    expect(refusedField(making(most))).toBeUndefined();
    expect(refusedField({ slot: 0, makePatterns: { name: 'None', replace: false } })).toBe('patterns');
  });

  test('R22.2: a step is set by its key, which gets a lane, and the last one counts', () => {
    const loops = after(noLoops, making());
    const edits = [
      { key: 42, step: 1, velocity: 90 },
      { key: 36, step: 0, velocity: 0 },
      { key: 42, step: 1, velocity: 91 },
    ];
    const { keys = [], patterns = [] } =
      loopOf(after(loops, { slot: 0, setSteps: { pattern: 0, edits } })).patterns ?? {};
    expect([keys, patterns[0]?.lanes.map((lane) => [...lane])]).toEqual([
      [36, 42],
      [
        [0, 0],
        [0, 91],
      ],
    ]);
    const set = (over: object, pattern = 0): LoopCommand => ({
      slot: 0,
      setSteps: { pattern, edits: [{ key: 36, step: 0, velocity: 1, ...over }] },
    });
    const wrong = [set({ key: 128 }), set({ step: 2 }), set({ velocity: 128 }), set({}, 1)];
    expect(wrong.map((command) => refusedField(command, loops))).toEqual([
      'edits.0.key',
      'edits.0.step',
      'edits.0.velocity',
      'pattern',
    ]);
    const many = (count: number, keyOf: (edit: number) => number): LoopCommand => ({
      slot: 0,
      setSteps: {
        pattern: 0,
        edits: Array.from({ length: count }, (_, edit) => ({ key: keyOf(edit), step: 0, velocity: 1 })),
      },
    });
    expect(
      [0, 1_024, 1_025].map((count) =>
        refusedField(
          many(count, () => 36),
          loops,
        ),
      ),
    ).toEqual(['edits', undefined, 'edits']);
    expect(
      [15, 16].map((count) =>
        refusedField(
          many(count, (key) => key),
          loops,
        ),
      ),
    ).toEqual([undefined, 'keys']);
    expect(refusedField(set({}), after(noLoops, recording()))).toBe('slot');
  });

  test('R22.3: instrument, swing, lanes and lengths change, and a pattern is added behind the last', () => {
    const changes = {
      addKeys: [38, 38],
      removeKeys: [36],
      lengths: [
        { pattern: 0, steps: 3 },
        { pattern: 1, steps: 4 },
      ],
      swing: 60,
      program: 8,
    };
    const loop = loopOf(after(after(noLoops, making()), { slot: 0, changePatterns: changes }));
    expect(loop.patterns).toMatchObject({ keys: [38], swing: 60, program: 8, channel: 9, stepsPerBeat: 4 });
    expect(loop.patterns?.patterns.map(({ steps, lanes }) => [steps, ...lanes.map((lane) => lane.length)])).toEqual([
      [3, 3],
      [4, 4],
    ]);
    const none = { addKeys: [], removeKeys: [], lengths: [] };
    const longer = loopOf(
      after(after(noLoops, making()), { slot: 0, changePatterns: { ...none, lengths: [{ pattern: 0, steps: 4 }] } }),
    );
    expect([...(longer.patterns?.patterns[0]?.lanes[0] ?? [])]).toEqual([100, 0, 0, 0]);
    const wrong = [
      { lengths: [{ pattern: 2, steps: 1 }] },
      { lengths: [{ pattern: 0, steps: 0 }] },
      { swing: 80 },
      { channel: 16 },
    ];
    const loops = after(noLoops, making());
    expect(wrong.map((each) => refusedField({ slot: 0, changePatterns: { ...none, ...each } }, loops))).toEqual([
      'lengths.0.pattern',
      'lengths.0.steps',
      'swing',
      'channel',
    ]);
  });

  test('R22.4: another pattern begins at the next bar line, or is the one that will start', () => {
    const two = making({ patterns: repeated(2, groove.patterns[0] ?? { steps: 0, lanes: [] }) });
    const chosen = after(after(noLoops, two), { slot: 0, choosePattern: { pattern: 1 } });
    const started = after(chosen, { slot: 0, start: { originTime: 0 } });
    expect(loopOf(started).plan.at(-1)).toMatchObject({ startTime: nowUs + barUs, playing: true, pattern: 1 });
    const later = { transport, nowUs: nowUs + 2 * barUs };
    const back = loopOf(after(started, { slot: 0, choosePattern: { pattern: 0 } }, later)).plan;
    expect(back.map(({ startTime, pattern, tick }) => [startTime - nowUs, pattern, tick])).toEqual([
      [barUs, 1, 0],
      [3 * barUs, 0, 0],
    ]);
    expect(refusedField({ slot: 0, choosePattern: { pattern: 2 } }, chosen)).toBe('pattern');
    const fewer = loopOf(after(started, making()));
    expect(
      fewer.plan.map(({ pattern }) => pattern),
      'a pattern that is gone does not play',
    ).toEqual(fewer.plan.map(() => 0));
  });
});
