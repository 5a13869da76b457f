import type { Participant } from '@roomtone/room';
import { expect, test } from 'vitest';
import type { UserActivity } from '../../ports/account-storage.ts';
import { Activity } from '../social/activity.ts';
import { sharePlaying } from './shared-playing.ts';
import type { Sharing } from './sharing.ts';

/** Processes that hear one another at once, with what each has stored of the time in rooms. */
function processes(...ids: string[]) {
  let nowUs = 0;
  const listeners = new Map<string, (message: Uint8Array) => void>();
  const all = ids.map((id) => {
    let stored = 0;
    let gone: (id: string) => void = () => {};
    let back = () => {};
    const link = { isReady: true };
    const bus = {
      get isReady() {
        return link.isReady;
      },
      publish(_: string, message: Uint8Array) {
        for (const listener of listeners.values()) listener(message);
      },
      subscribe(_: string, listener: (message: Uint8Array) => void) {
        listeners.set(id, (message) => {
          if (link.isReady) listener(message);
        });
        return () => listeners.delete(id);
      },
      onReconnect(listener: () => void) {
        back = listener;
      },
    };
    const registry = {
      id,
      onGone(listener: (other: string) => void) {
        gone = listener;
      },
      onArrival() {},
      onReturn() {},
    };
    const storage = {
      addActivity: async (batch: readonly UserActivity[]) => {
        for (const { playedMs } of batch) stored += playedMs;
      },
    };
    const clock = { serviceUs: () => nowUs, nowMs: () => nowUs / 1000, monotonicMs: () => nowUs / 1000 };
    const activity = new Activity({ storage, clock, log: { warn() {} } });
    sharePlaying({ bus, processes: registry } as unknown as Sharing, activity);
    const player = { played: { noteOns: 0 } } as unknown as Participant;
    return {
      join: () => activity.joinedRoom('ada', player),
      leave: () => activity.leftRoom('ada', player),
      gone: (other: string) => gone(other),
      setUp(isUp: boolean) {
        link.isReady = isUp;
        if (isUp) back();
      },
      async stored() {
        await activity.flush();
        return stored;
      },
    };
  });
  return { all, pass: (ms: number) => (nowUs += ms * 1000) };
}

test('S15.2: time in rooms at several processes counts once, at the first of them', async () => {
  const { all, pass } = processes('a', 'b', 'c');
  const [a, b, c] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  c.join();
  pass(1_000);
  b.join();
  pass(2_000);
  a.join();
  pass(4_000);
  a.leave();
  pass(8_000);
  b.leave();
  pass(16_000);
  c.leave();
  pass(32_000);
  expect(await Promise.all(all.map((each) => each.stored()))).toEqual([4_000, 2_000 + 8_000, 1_000 + 16_000]);
});

test('S15.2: when the process that counts is gone, another goes on, and both know again after a cut', async () => {
  const { all, pass } = processes('a', 'b');
  const [a, b] = all as [(typeof all)[0], (typeof all)[0]];
  a.join();
  b.join();
  pass(1_000);
  b.gone('a');
  pass(2_000);
  expect(await b.stored()).toBe(2_000);
  a.setUp(false);
  a.setUp(true);
  pass(4_000);
  expect(await b.stored()).toBe(2_000);
  a.setUp(false);
  a.leave();
  a.setUp(true);
  pass(8_000);
  expect([await a.stored(), await b.stored()]).toEqual([7_000, 10_000]);
});
