import { DatagramState, limits, type Outgoing, type Quality } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { QualityReports } from '../../src/domain/quality.ts';
import { Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const figures = {
  rtt: 20_000,
  jitter: 900,
  playoutDelay: 12_000,
  late: 3,
  dropped: 1,
  datagramState: DatagramState.USED,
  datagramsReceived: 700,
  datagramsLost: 9,
  repaired: 2,
} as const;

function quality(over: Partial<Quality> = {}): Outgoing<'quality'> {
  return { kind: 'quality', body: { ...figures, reports: [], ...over }, requestId: 4 };
}

test('R12.1, R17.14: every 2 s everybody gets the latest figures of the others, not their own', async () => {
  const { roomId, players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const guest = await stage.guest();
  await guest.join(roomId);
  ada?.send(quality({ rtt: 99_000 }));
  ada?.send(quality());
  bo?.send(quality({ rtt: 1 }));
  await Promise.all([ada?.sync(), bo?.sync()]);
  await stage.settle();
  stage.time.advance(limits.quality.intervalMs);
  const adas = { participant: ada?.number, ...figures };
  const bos = { participant: bo?.number, ...figures, rtt: 1 };
  expect(await ada?.take('quality')).toMatchObject({ sequence: 0, requestId: 0, body: { reports: [bos] } });
  expect((await bo?.take('quality'))?.body.reports).toEqual([adas]);
  expect((await guest.take('quality')).body.reports).toEqual([adas, bos]);
  guest.send(quality());
  await guest.sync();
  await stage.settle();
  stage.time.advance(limits.quality.intervalMs);
  expect((await ada?.take('quality'))?.body.reports).toEqual([{ participant: guest.number, ...figures }]);
  await guest.sync();
  expect(guest.count('quality')).toBe(1);
});

test('R12.2, R17.14: impossible figures are refused, with the field', async () => {
  const [ada] = (await stage.band('ada')).players;
  const { maxUs } = limits.quality;
  const report = { participant: 2, ...figures };
  const refused: [string, Partial<Quality>][] = [
    ['rtt', { rtt: maxUs + 1 }],
    ['jitter', { jitter: maxUs + 1 }],
    ['playoutDelay', { playoutDelay: maxUs + 1 }],
    ['reports', { reports: [report] }],
    ['datagramState', { datagramState: 3 as DatagramState }],
    ['datagramState', { datagramState: -1 as DatagramState }],
  ];
  for (const [field, over] of refused) {
    ada?.send(quality(over));
    expect(await ada?.take('error')).toMatchObject({
      requestId: 4,
      body: { code: 'VALIDATION_ERROR', details: { field } },
    });
  }
  ada?.send(quality({ rtt: maxUs, jitter: maxUs, playoutDelay: maxUs, late: 0xffff_ffff, datagramsLost: 0xffff_ffff }));
  await ada?.sync();
  expect(ada?.count('error')).toBe(refused.length);
});

test('R12.2: outside a room nothing happens', async () => {
  const ada = await stage.user('ada');
  ada.send(quality());
  await ada.sync();
  expect(ada.frames.map(({ kind }) => kind)).toEqual(['welcome', 'heartbeat']);
});

test('R12.1: at most 32 reports are sent together, the longest waiting first, and none of somebody who left', () => {
  const reports = new QualityReports();
  for (let number = 1; number <= limits.quality.reports + 2; number++) reports.report(number, figures);
  reports.report(1, { ...figures, rtt: 7 });
  reports.forget(2);
  const first = reports.take();
  expect(first).toHaveLength(limits.quality.reports);
  expect(first.slice(0, 2).map(({ participant, rtt }) => [participant, rtt])).toEqual([
    [1, 7],
    [3, figures.rtt],
  ]);
  expect(reports.take().map(({ participant }) => participant)).toEqual([limits.quality.reports + 2]);
  expect(reports.take()).toEqual([]);
});
