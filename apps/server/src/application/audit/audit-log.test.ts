import { serviceLimits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import type { NewAuditEntry } from '../../ports/audit-log.ts';
import { AuditLog } from './audit-log.ts';

/** An audit log whose storage fails while `isFull`, and whose retries run when the test says so. */
function setUp() {
  const written: NewAuditEntry[] = [];
  const retries: { delayMs: number; run: () => void }[] = [];
  const lines: object[] = [];
  const state = { isFull: false, calls: 0, nowMs: 1_700_000_000_000 };
  const log = new AuditLog({
    storage: {
      async addAuditEntries(entries) {
        state.calls++;
        if (state.isFull) throw new Error('database or disk is full');
        written.push(...entries);
      },
    },
    clock: { nowMs: () => state.nowMs },
    log: { info: (line) => lines.push(line), warn: () => {} },
    after: (delayMs, run) => retries.push({ delayMs, run }),
  });
  return { log, written, retries, lines, state };
}

test('S25.5: recording waits for nothing, and entries keep their order, also within a millisecond', async () => {
  const { log, written, state } = setUp();
  for (let entry = 0; entry < 250; entry++) log.record({ kind: 'sign_in', userId: `user-${entry}` });
  expect(state.calls).toBe(1);
  await log.flushed();
  expect(written.map(({ userId }) => userId)).toEqual(Array.from({ length: 250 }, (_, entry) => `user-${entry}`));
  const ids = written.map(({ entryId }) => entryId);
  expect(ids.toSorted()).toEqual(ids);
  // One entry at once, then as many as were waiting, up to 100 together.
  expect(state.calls).toBe(4);
});

test('S25.8: each entry is also a line of the log, with the ids and without address and details', async () => {
  const { log, written, lines } = setUp();
  log.record({ kind: 'sign_in', userId: 'ada', address: '192.0.2.1' });
  log.record({ kind: 'roles_changed', userId: 'ada', byUserId: 'root', details: { roles: ['member'] } });
  await log.flushed();
  const [first, second] = written.map(({ entryId }) => entryId);
  expect(lines).toEqual([
    { entry_id: first, kind: 'sign_in', user_id: 'ada', by_user_id: '' },
    { entry_id: second, kind: 'roles_changed', user_id: 'ada', by_user_id: 'root' },
  ]);
});

test('S25.5: on a full disk entries wait up to a limit, and are then dropped and counted', async () => {
  const { log, written, retries, state } = setUp();
  state.isFull = true;
  for (let entry = 0; entry < serviceLimits.auditLog.waiting + 3; entry++) log.record({ kind: 'sign_in' });
  expect(log.dropped).toBe(3);
  await log.flushed();
  expect([written.length, retries.length]).toEqual([0, 1]);
  retries[0]?.run();
  await log.flushed();
  expect(retries.map(({ delayMs }) => delayMs)).toEqual([1_000, 2_000]);

  state.isFull = false;
  retries[1]?.run();
  await log.flushed();
  expect([written.length, log.dropped]).toEqual([serviceLimits.auditLog.waiting, 3]);
  log.record({ kind: 'sign_in' });
  await log.flushed();
  expect(written).toHaveLength(serviceLimits.auditLog.waiting + 1);
});
