import type { Loop } from '@roomtone/sdk/extras';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { localNowUs } from '../../../contract/local-time.ts';
import { loopParticipant } from '../../../contract/loop-messages.ts';
import { LoopTakes } from './loop-takes.ts';

let recorded: [participant: number, afterUs: number, ...data: number[]][];
let takes: LoopTakes;
let startUs: number;
const layer = { channel: 0, bankMsb: 0, bankLsb: 0, program: 32, events: [] };
const loop: Loop = {
  ...{
    slot: 2,
    revision: 1,
    userId: 'u',
    username: 'Mara',
    displayName: 'Mara',
    name: 'Bass',
    volume: 100,
    muted: false,
    plan: [],
  },
  content: { kind: 'recorded', bars: 1, beatsPerBar: 4, layers: [layer, { ...layer, channel: 9, program: 0 }] },
};
const bass = loopParticipant(2, 0);

beforeEach(() => {
  vi.useFakeTimers();
  startUs = localNowUs();
  recorded = [];
  takes = new LoopTakes(
    ({ participant, atUs, data }) => recorded.push([participant, atUs - startUs, ...data]),
    () => {},
  );
});
afterEach(() => {
  takes.clear();
  vi.useRealTimers();
});

it('each layer of a loop is a player with its instrument, and stays one after the loop has gone', () => {
  takes.put(loop);
  expect(takes.players.map(({ displayName, instrument }) => [displayName, instrument])).toEqual([
    ['Bass 1', 'Upright bass'],
    ['Bass 2', 'Drum kit'],
  ]);
});

it('records what has sounded at its time, and not what was taken back', () => {
  const times = [100_000, 400_000].map((us) => startUs + us);
  takes.receive({
    kind: 'loop',
    participant: bass,
    voidFromUs: undefined,
    timesUs: times,
    data: Uint8Array.of(0xc0, 32, 0x90, 40, 90),
  });
  vi.advanceTimersByTime(250);
  takes.receive({
    kind: 'loop',
    participant: bass,
    voidFromUs: startUs + 300_000,
    timesUs: [startUs + 450_000],
    data: Uint8Array.of(0x90, 41, 80),
  });
  vi.advanceTimersByTime(500);
  expect(recorded).toEqual([
    [bass, 100_000, 0xc0, 32],
    [bass, 450_000, 0x90, 41, 80],
  ]);
});
