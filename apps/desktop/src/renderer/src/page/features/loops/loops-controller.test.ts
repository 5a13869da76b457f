import type { Loop } from '@roomtone/sdk/extras';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../../contract/call-error.ts';
import { loopParticipant } from '../../../contract/loop-messages.ts';
import type { WorkerClient } from '../../app/worker-client.ts';
import { emptyBeat } from './beats.ts';
import { LoopsController } from './loops-controller.ts';
import { stepKey, useLoops } from './loops-store.ts';

const loop: Loop = {
  ...{
    slot: 4,
    revision: 1,
    userId: 'u',
    username: 'Mara',
    displayName: 'Mara',
    name: 'Beat',
    volume: 100,
    muted: false,
    plan: [],
  },
  content: emptyBeat(4),
};
let calls: unknown[];
let mixes: Map<number, number>;
let answer: () => Promise<null>;
let controller: LoopsController;

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  mixes = new Map();
  answer = () => Promise.resolve(null);
  const client = {
    call: (_name: string, takes: unknown) => {
      calls.push(takes);
      return answer();
    },
  } as unknown as Pick<WorkerClient, 'call'>;
  controller = new LoopsController(client, { setMix: (participant, { gain }) => mixes.set(participant, gain) });
  controller.receive({ type: 'loops', loops: [loop], toLocalUs: 0 });
});
afterEach(() => {
  controller.clear();
  vi.useRealTimers();
});

it('steps of one stroke are shown at once, sent together, and no longer waited for once they are confirmed', async () => {
  controller.setStep(4, 0, { key: 36, step: 0, velocity: 95 });
  controller.setStep(4, 0, { key: 36, step: 1, velocity: 95 });
  controller.setStep(4, 0, { key: 36, step: 1, velocity: 0 });
  expect(useLoops.getState().unconfirmed.get(stepKey(4, 0, 36, 1))).toBe(0);
  await vi.advanceTimersByTimeAsync(100);
  const edits = [
    { key: 36, step: 0, velocity: 95 },
    { key: 36, step: 1, velocity: 0 },
  ];
  expect(calls).toEqual([{ act: 'setSteps', slot: 4, pattern: 0, edits }]);
  expect(useLoops.getState().unconfirmed.size).toBe(0);
});

it('a volume is heard while the slider moves, and sent no more often than the others need it', async () => {
  for (const volume of [90, 70, 50]) controller.setVolume(4, volume);
  expect(mixes.get(loopParticipant(4, 0))).toBeCloseTo(0.25);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(calls).toEqual([{ act: 'set', slot: 4, settings: { volume: 50 } }]);
});

it('a refusal is shown in words, until something else is done', async () => {
  answer = () =>
    Promise.reject(new CallError({ code: 'AUTHORIZATION_ERROR', message: '', details: { reason: 'loop_owner' } }));
  controller.undo(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(useLoops.getState().failure).toMatch(/Only the person who made it/);
  answer = () => Promise.resolve(null);
  controller.start(4);
  expect(useLoops.getState().failure).toBeUndefined();
});

it('the editor closes when its loop is removed', () => {
  useLoops.setState({ edited: 4 });
  controller.receive({ type: 'loop', slot: 4, loop: undefined, toLocalUs: 0 });
  expect(useLoops.getState().edited).toBeUndefined();
});
