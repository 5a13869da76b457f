import type { LoopLayer, Loops, NewRecording } from '@roomtone/sdk/extras';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoopRecordingRequest } from '../contract/loop-messages.ts';
import { LoopRecorder, type RecorderEvent } from './loop-recorder.ts';

/** 120 bpm in bars of four: a bar takes 2 s. The service clock begins with bar 1. */
const transport = { bpm: 120, beatsPerBar: 4, running: true, startTimeUs: 0, beatsBefore: 0 };
const request: LoopRecordingRequest = {
  ...{ slot: 3, kind: 'record', participant: 7, program: 33, name: 'Bass', bars: 1, gridTicks: 0 },
};

let sent: unknown[];
let events: RecorderEvent[];
let failures: unknown[];
let recorder: LoopRecorder;
let startedMs: number;

/** A room's loops, of which only what a recorder uses is there. */
const loops = {
  all: new Map(),
  record: (slot: number, recording: NewRecording) => {
    sent.push({ slot, ...recording, layers: recording.layers.map(plain) });
    return Promise.resolve();
  },
  overdub: (slot: number, layer: LoopLayer) => {
    sent.push({ slot, overdub: plain(layer) });
    return Promise.resolve();
  },
} as unknown as Loops;

const plain = ({ channel, program, events: played }: LoopLayer) => ({
  ...{ channel, program },
  events: played.map(({ tick, data }) => [tick, ...data]),
});
const nowUs = () => Math.round((performance.now() - startedMs) * 1_000);
const passUntil = (us: number) => vi.advanceTimersByTime((us - nowUs()) / 1_000);
const play = (key: number, status = 0x90) => recorder.hear(7, Uint8Array.of(status, key, 90), nowUs());

beforeEach(() => {
  vi.useFakeTimers();
  startedMs = performance.now();
  sent = [];
  events = [];
  failures = [];
  recorder = new LoopRecorder(
    (event) => events.push(event),
    (error) => failures.push(error),
  );
  recorder.resetMetronome(transport);
});
afterEach(() => vi.useRealTimers());

it('records from the next bar line, sends the loop before it ends, and then what was played last', () => {
  passUntil(500_000);
  recorder.start(request, loops, nowUs);
  expect(events.at(-1)?.recording).toMatchObject({ slot: 3, barUs: 2_000_000, bars: 1 });
  passUntil(1_000_000);
  play(40);
  play(40, 0x80);
  passUntil(2_000_000);
  play(48);
  passUntil(2_500_000);
  play(48, 0x80);
  passUntil(3_500_000);
  const first = {
    channel: 0,
    program: 33,
    events: [
      [0, 0x90, 48, 90],
      [480, 0x80, 48, 64],
    ],
  };
  const loop = { slot: 3, name: 'Bass', bars: 1, beatsPerBar: 4, start: { originTimeUs: 2_000_000 } };
  expect(sent).toEqual([{ ...loop, replace: false, layers: [first] }]);
  passUntil(3_750_000);
  play(50);
  passUntil(4_100_000);
  play(50, 0x80);
  passUntil(4_200_000);
  const whole = { ...first, events: [...first.events, [1680, 0x90, 50, 90], [1920, 0x80, 50, 64]] };
  expect(sent.slice(1)).toEqual([{ ...loop, replace: true, layers: [whole] }]);
  expect(events.at(-1)).toEqual({ recording: undefined, end: 'kept' });
});

it('gives each channel a layer with its own program, and drums channel 10', () => {
  recorder.hear(7, Uint8Array.of(0xc1, 5), nowUs());
  recorder.start({ ...request, program: 128 }, loops, nowUs);
  passUntil(2_000_000);
  play(36);
  play(60, 0x91);
  passUntil(2_100_000);
  play(36, 0x80);
  play(60, 0x81);
  passUntil(4_200_000);
  expect(sent).toMatchObject([
    {
      layers: [
        { channel: 9, program: 0 },
        { channel: 1, program: 5 },
      ],
    },
  ]);
});

it('ends by hand with the nearest bar, and says where a loop comes in that has ended already', () => {
  recorder.start({ ...request, bars: 0 }, loops, nowUs);
  passUntil(2_000_000);
  play(48);
  passUntil(3_000_000);
  play(48, 0x80);
  passUntil(4_300_000);
  recorder.finish();
  passUntil(4_500_000);
  expect(sent).toMatchObject([{ bars: 1, start: { originTimeUs: 2_000_000 } }]);
});

it('adds a layer to a loop in its place, wherever in the loop the recording began', () => {
  const plan = [{ startTimeUs: 0, playing: true, tick: 0, bpm: 120, pattern: 0 }];
  const under = { plan, content: { kind: 'recorded', bars: 2, beatsPerBar: 4, layers: [] } };
  const playing = { ...loops, all: new Map([[3, under]]) } as unknown as Loops;
  recorder.start({ ...request, kind: 'overdub' }, playing, nowUs);
  passUntil(2_500_000);
  play(60);
  passUntil(2_600_000);
  play(60, 0x80);
  passUntil(4_000_000);
  play(62);
  passUntil(4_250_000);
  play(62, 0x80);
  passUntil(6_300_000);
  expect(sent).toEqual([
    {
      slot: 3,
      overdub: {
        channel: 0,
        program: 33,
        events: [
          [2400, 0x90, 60, 90],
          [2496, 0x80, 60, 64],
          [0, 0x90, 62, 90],
          [240, 0x80, 62, 64],
        ],
      },
    },
  ]);
});

it('drops a recording without notes, one that is cancelled, and one whose metronome stops', () => {
  recorder.start(request, loops, nowUs);
  passUntil(4_300_000);
  expect(events.at(-1)?.end).toBe('empty');
  recorder.start(request, loops, nowUs);
  recorder.cancel();
  expect(events.at(-1)?.end).toBe('cancelled');
  recorder.start(request, loops, nowUs);
  recorder.setMetronome({ ...transport, running: false, startTimeUs: 6_000_000 }, nowUs());
  expect(events.at(-1)?.end).toBe('metronome');
  recorder.start(request, loops, () => 7_000_000);
  expect(events.at(-1)).toEqual({ recording: undefined, end: 'metronome' });
  expect(sent).toEqual([]);
});

it('says why a loop is refused, and ends', async () => {
  const refusal = new Error('not yours');
  const refusing = { ...loops, record: () => Promise.reject(refusal) } as unknown as Loops;
  recorder.start(request, refusing, nowUs);
  passUntil(2_000_000);
  play(40);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(failures).toEqual([refusal]);
  expect(events.at(-1)).toEqual({ recording: undefined, end: 'refused' });
});

it('an instrument that is chosen ends the programs that were chosen before', () => {
  recorder.setInstrument(7, 'Grand piano');
  recorder.hear(7, Uint8Array.of(0xc0, 5), nowUs());
  recorder.setInstrument(7, 'Upright bass');
  recorder.start(request, loops, nowUs);
  passUntil(2_000_000);
  play(40);
  passUntil(4_200_000);
  expect(sent).toMatchObject([{ layers: [{ program: 33 }] }]);
});
