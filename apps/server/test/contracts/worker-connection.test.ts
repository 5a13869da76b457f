import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { serviceLimits } from '@roomtone/protocol';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteStorage } from '../../src/adapters/sqlite/sqlite-storage.ts';
import { HangingStorage } from '../../src/ports/hanging-storage.ts';
import type { ServingStorage } from '../../src/ports/storage.ts';
import { userRecord } from '../support/records.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const tickMs = 500;

afterEach(() => {
  vi.useRealTimers();
});

/** Storage whose worker runs `onCall` for each call. Its time stands still until the test advances it. */
async function openWith(onCall: string): Promise<{ storage: ServingStorage; onFailure: ReturnType<typeof vi.fn> }> {
  const worker = join(temporaryDirectory(), 'worker.mjs');
  writeFileSync(
    worker,
    `import { parentPort } from 'node:worker_threads';
     const answer = (message) => parentPort.postMessage(message);
     answer({ kind: 'ready' });
     parentPort.on('message', ({ kind, id, name }) => { if (kind === 'close') process.exit(); ${onCall} });`,
  );
  const onFailure = vi.fn();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const storage = await openSqliteStorage({ path: 'here.sqlite', onFailure, worker: pathToFileURL(worker) });
  onTestFinished(() => storage.close());
  return { storage, onFailure };
}

/** The promise's result so far. */
function watch(promise: Promise<unknown>) {
  const seen: { settled?: unknown } = {};
  promise.then(
    () => {
      seen.settled = 'resolved';
    },
    (error: unknown) => {
      seen.settled = error;
    },
  );
  return seen;
}

test('storage: an operation that is not answered within 10 s is rejected; for a write the message leaves open whether it was stored', async () => {
  const { storage } = await openWith('');
  const reading = watch(storage.userById('a'));
  const writing = watch(storage.createUser(userRecord('ada')));
  await vi.advanceTimersByTimeAsync(serviceLimits.storage.answerMs);
  expect([reading.settled, writing.settled]).toEqual([undefined, undefined]);
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(reading.settled).toMatchObject({ message: 'The storage did not answer userById within 10 s.' });
  expect(writing.settled).toMatchObject({ code: 'SERVER_ERROR', message: expect.stringMatching(/It may have been/) });
});

test('storage: once the thread has answered nothing for 10 s, all calls are rejected and no more are posted', async () => {
  const { storage } = await openWith('');
  watch(storage.userById('a'));
  await vi.advanceTimersByTimeAsync(serviceLimits.storage.answerMs - tickMs);
  const later = watch(storage.userById('b'));
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(later.settled).toBeUndefined();
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(later.settled).toMatchObject({ message: 'The storage did not answer userById within 10 s.' });
  await expect(storage.createUser(userRecord('ada'))).rejects.toThrow('The storage does not answer: here.sqlite');
});

test('storage: a thread that answers nothing for 30 s is reported as failed, once', async () => {
  const { storage, onFailure } = await openWith('');
  watch(storage.userById('a'));
  await vi.advanceTimersByTimeAsync(serviceLimits.storage.stalledMs);
  expect(onFailure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringMatching(/answered nothing for 30 s: here\.sqlite/) }),
  );
  await expect(storage.userById('b')).rejects.toThrow(/answered nothing/);
  await vi.advanceTimersByTimeAsync(2 * serviceLimits.storage.stalledMs);
  expect(onFailure).toHaveBeenCalledOnce();
});

test('storage: a slow thread that still answers is not reported as failed', async () => {
  const { storage, onFailure } = await openWith(
    "if (name === 'roomById') answer({ kind: 'done', id, value: undefined });",
  );
  watch(storage.userById('a'));
  for (let seconds = 0; seconds < 60; seconds += 9) {
    await vi.advanceTimersByTimeAsync(9_000);
    await storage.roomById('r');
  }
  expect(onFailure).not.toHaveBeenCalled();
});

test('storage: it is not ready while an operation has waited for more than a second', async () => {
  const { storage } = await openWith(
    "if (name === 'roomById') { answer({ kind: 'done', id: id - 1, value: undefined }); answer({ kind: 'done', id, value: undefined }); }",
  );
  expect(storage.condition()).toEqual({ answers: true, writes: true });
  watch(storage.userById('a'));
  await vi.advanceTimersByTimeAsync(serviceLimits.storage.unreadyMs);
  expect(storage.condition().answers).toBe(true);
  await vi.advanceTimersByTimeAsync(tickMs);
  expect(storage.condition().answers).toBe(false);
  await storage.roomById('r');
  expect(storage.condition().answers).toBe(true);
});

/** Opens storage whose worker posts these messages, and then echoes the messages that the test posts to it. */
async function startWorker(...messages: readonly { readonly kind: string }[]) {
  const file = join(temporaryDirectory(), 'worker.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     for (const message of ${JSON.stringify(messages)}) parentPort.postMessage(message);
     parentPort.on('message', (message) => message.kind === 'close' ? process.exit() : parentPort.postMessage(message));`,
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const opening = openSqliteStorage({ path: 'here.sqlite', onFailure: vi.fn(), worker: pathToFileURL(file) });
  const worker = await started;
  onTestFinished(async () => {
    await worker.terminate();
  });
  // Registered after the storage's own listener.
  const received: unknown[] = [];
  worker.on('message', (message) => received.push(message));
  return { opening, opened: watch(opening), worker, received };
}

test('storage: opening is rejected after 30 s without an answer from the disk, and its thread ends', async () => {
  const { opening, opened, worker } = await startWorker();
  const ended = once(worker, 'exit');
  await vi.advanceTimersByTimeAsync(serviceLimits.storage.stalledMs);
  expect(opened.settled).toBeUndefined();
  const refused = expect(opening).rejects.toThrow(HangingStorage);
  await vi.advanceTimersByTimeAsync(tickMs);
  await refused;
  expect(String(opened.settled)).toContain('here.sqlite could not be opened: its disk did not answer for 30 s.');
  await ended;
});

test('storage: checking and migrating a database that has been opened has no time limit', async () => {
  const { opening, opened, worker, received } = await startWorker({ kind: 'opened' });
  await expect.poll(() => received).toEqual([{ kind: 'opened' }]);
  await vi.advanceTimersByTimeAsync(100 * serviceLimits.storage.stalledMs);
  expect(opened.settled).toBeUndefined();
  worker.postMessage({ kind: 'ready' });
  await (await opening).close();
});

test('storage: its condition shows immediately whether writes fail', async () => {
  const { storage } = await openWith(
    "answer({ kind: 'writes', failure: name === 'roomById' ? undefined : 'full' }); answer({ kind: 'done', id, value: undefined });",
  );
  await storage.userById('a');
  expect(storage.condition()).toEqual({ answers: true, writes: false });
  await storage.roomById('r');
  expect(storage.condition()).toEqual({ answers: true, writes: true });
});

test('storage: when the thread has lost its files, pending and later calls are rejected', async () => {
  const { storage, onFailure } = await openWith("answer({ kind: 'fatal', message: 'here.sqlite was deleted' });");
  const acts = await Promise.allSettled([storage.userById('a'), storage.createUser(userRecord('ada'))]);
  expect(acts.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'here.sqlite was deleted' }));
  expect(storage.condition().answers).toBe(false);
});
