import { decodeServerFrame } from '@roomtone/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

/** The most that one person may send to each listener over some seconds. */
const bytesPerSecond = 64 * 1024;

async function openStage(commandLimitFactor: number): Promise<Stage> {
  const stage = await Stage.open({ commandLimitFactor });
  onTestFinished(() => stage.close());
  return stage;
}

/** Counts the bytes that a listener gets because of these participants. */
function countBytes(listener: TestPlayer, numbers: readonly number[]): () => number {
  let bytes = 0;
  listener.socket.on('message', (data: Buffer) => {
    if (numbers.includes(decodeServerFrame(new Uint8Array(data))?.sender ?? 0)) bytes += data.length;
  });
  return () => bytes;
}

test('S38.4, R6.8: of one person with several connections, each listener gets at most 64 KiB a second, and others are heard', async () => {
  const stage = await openStage(1);
  const { roomId, players } = await stage.band('bo', 'cy');
  const [bo, cy] = players;
  const ada: TestPlayer[] = [];
  for (let count = 0; count < 4; count++) ada.push(await stage.user('ada'));
  for (const one of ada) await one.join(roomId);
  const bytes = countBytes(
    cy as TestPlayer,
    ada.map(({ number }) => number),
  );
  const seconds = 12;
  const data = Uint8Array.from(Array.from({ length: 16 }, (_, key) => [0x90, key, 1]).flat());
  for (let step = 0; step < seconds * 5; step++) {
    stage.time.advance(200);
    // Below the quota of notes, which is a limit of its own.
    for (let sent = 0; sent < 24; sent++) {
      const body = { startTime: 0, offsets: new Array<number>(16).fill(100_000), data };
      for (const one of ada) one.send({ kind: 'midiMessage', body });
    }
    bo?.play([0x90, step % 128, 100], [0x80, step % 128, 0]);
    for (const one of [...ada, bo]) await one?.sync();
  }
  await cy?.sync();
  expect(bytes()).toBeLessThanOrEqual(bytesPerSecond * seconds);
  expect(bytes()).toBeGreaterThan((bytesPerSecond * seconds) / 2);
  const heard = cy?.frames.filter(({ kind, sender }) => kind === 'midiMessage' && sender === bo?.number);
  expect(heard).toHaveLength(seconds * 5);
  ada[0]?.say('And another thing', 7);
  await ada[0]?.sync();
  // The connection that also hears of dropped notes is the one whose frames the server reads last.
  const refusal = ada[0]?.frames.find(({ kind, requestId }) => kind === 'error' && requestId === 7);
  expect(refusal).toMatchObject({
    body: { code: 'RATE_LIMIT_EXCEEDED', details: { reason: 'bytes', budget: 'toListeners' } },
  });
});

test('S38.1: chat has a budget of bytes that are stored, for a person in all rooms', async () => {
  const factor = 0.1;
  const { ofPerson, windowMs } = serverLimits.byteBudgets.chat;
  const stage = await openStage(factor);
  const { players } = await stage.band('ada', 'bo');
  const [ada, bo] = players;
  const bytes = 2_000;
  const spentAtOnce = Math.floor((factor * ofPerson) / bytes);
  // While somebody writes without a pause, as much again may be written over the window.
  const spentAtMost = Math.ceil((2 * factor * ofPerson) / bytes);
  const afterMs = 1_001;
  let said = 0;
  for (let isRefused = false; !isRefused && said <= spentAtMost; said++) {
    ada?.say('\u{1f3b9}'.repeat(bytes / 4), 9);
    await ada?.sync();
    await bo?.sync();
    isRefused = ada?.frames.some(({ kind, requestId }) => kind === 'error' && requestId === 9) ?? false;
    stage.time.advance(afterMs);
  }
  expect(said).toBeGreaterThan(spentAtOnce);
  expect(said * afterMs).toBeLessThan(windowMs);
  expect(await ada?.take('error')).toMatchObject({ body: { details: { reason: 'bytes', budget: 'chat' } } });
  bo?.say('Still here.');
  const messages = async () => (await bo?.take('chatMessage'))?.body.message;
  for (let text = await messages(); text !== 'Still here.'; text = await messages());
  expect(bo?.count('error')).toBe(0);
});
