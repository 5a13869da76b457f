import { serviceLimits } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueuedLines } from '../../src/adapters/log/line-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** QueuedLines over a sink that accepts or refuses bytes when the test says so. */
function output() {
  const taken: Uint8Array[] = [];
  let offer: { bytes: Uint8Array; done: (error: Error | null, written: number) => void } | undefined;
  const sink = {
    batchBytes: 4_096,
    offer(bytes: Uint8Array, done: (error: Error | null, written: number) => void) {
      if (offer !== undefined) throw new Error('another offer is under way');
      offer = { bytes, done };
    },
  };
  const take = (count = Number.POSITIVE_INFINITY) => {
    const given = offer;
    if (given === undefined) return false;
    offer = undefined;
    const some = given.bytes.subarray(0, count);
    taken.push(some);
    given.done(null, some.byteLength);
    return true;
  };
  const refuse = (code: string) => {
    const refused = offer;
    offer = undefined;
    refused?.done(Object.assign(new Error(code), { code }), 0);
  };
  const lines = new QueuedLines(sink, (count) => `${count} dropped\n`);
  return { lines, take, refuse, isOffered: () => offer !== undefined, text: () => Buffer.concat(taken).toString() };
}

test('lines arrive complete and in order, however few bytes are accepted at a time', () => {
  const { lines, take, text } = output();
  for (const line of ['one\n', 'zwölf\n', 'three\n']) lines.write(line);
  while (take(3));
  expect(text()).toBe('one\nzwölf\nthree\n');
  expect(lines.dropped).toBe(0);
});

test('a full backlog drops and counts new lines, keeps what it has, and reports the loss once lines are accepted again', () => {
  const { lines, take, text } = output();
  const line = `${'x'.repeat(1023)}\n`;
  const fits = serviceLimits.logBacklogBytes / line.length;
  for (let count = 0; count < fits; count++) lines.write(line);
  expect(lines.dropped).toBe(0);
  lines.write('\n');
  lines.write(line);
  expect(lines.dropped).toBe(2);
  while (take());
  expect(text()).toBe(`${line.repeat(fits)}2 dropped\n`);
  lines.write('again\n');
  while (take());
  expect(text().endsWith('2 dropped\nagain\n')).toBe(true);
  expect(lines.dropped).toBe(2);
});

test.each(['ENOSPC', 'EAGAIN', 'EPIPE', 'EIO'])(
  'after %s writing is retried at growing intervals, with nothing lost',
  (code) => {
    const { lines, take, refuse, isOffered, text } = output();
    lines.write('one\n');
    let tries = 0;
    for (let ms = 0; ms < 60_000; ms++) {
      if (isOffered()) {
        tries++;
        refuse(code);
      }
      vi.advanceTimersByTime(1);
    }
    expect(tries).toBeGreaterThan(50);
    expect(tries).toBeLessThan(80);
    lines.write('two\n');
    vi.advanceTimersByTime(1_000);
    while (take());
    expect(text()).toBe('one\ntwo\n');
  },
);

test('the last lines are waited for, but only for a limited time', async () => {
  const { lines, take } = output();
  await lines.flushed(500);
  lines.write('last\n');
  let isFlushed = false;
  const waiting = lines.flushed(500).then(() => {
    isFlushed = true;
  });
  await vi.advanceTimersByTimeAsync(499);
  expect(isFlushed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isFlushed).toBe(true);
  await waiting;
  const written = lines.flushed(500);
  take();
  await written;
});

test('the last lines are not waited for if the disk is full', async () => {
  const { lines, refuse } = output();
  lines.write('last\n');
  const waiting = lines.flushed(500);
  refuse('ENOSPC');
  await expect(waiting).resolves.toBeUndefined();
});
