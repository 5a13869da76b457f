import { type DirectSignal, directLimits, serviceLimits } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DirectOptions } from '../../src/realtime/connections/direct-signal.ts';
import { SeveralStages } from './several-stages.ts';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const home = '192.0.2.1';
const signal: Omit<DirectSignal, 'to'> = {
  answer: false,
  attempt: 7,
  iceUfrag: 'aZ0+',
  icePwd: 'abcdefghijklmnopqrstu/',
  fingerprint: Uint8Array.from({ length: 32 }, (_, index) => index),
  candidates: [{ address: '192.168.1.7', port: 50_000, reflexive: false }],
};

async function want(player: TestPlayer, direct = true): Promise<void> {
  player.send({ kind: 'userCommand', body: { setPlayer: { direct } }, requestId: 3 });
  await player.take('ack');
}

let lastRequest = 10;

/** Sends a side of a channel; resolves with the body of the answer. */
async function send(from: TestPlayer, to: number, changes: Partial<DirectSignal> = {}): Promise<unknown> {
  const requestId = ++lastRequest;
  from.send({ kind: 'directSignal', body: { ...signal, to, ...changes }, requestId });
  const answer = () => from.frames.find((frame) => frame.requestId === requestId);
  await expect.poll(answer).toBeDefined();
  return answer()?.body;
}

/** Two who want direct channels, at these addresses. */
async function pair(wishes: Parameters<Stage['room']>[0] = {}, addresses: readonly [string, string] = [home, home]) {
  const roomId = await stage.room(wishes);
  const [ada, bo] = await Promise.all(
    (['ada', 'bo'] as const).map(async (name, index) =>
      stage.connect(await stage.ticket(name), 0, addresses[index] ?? home),
    ),
  );
  if (ada === undefined || bo === undefined) throw new Error('nobody came');
  await ada.join(roomId);
  await bo.join(roomId);
  await want(ada);
  await want(bo);
  return { roomId, ada, bo };
}

const refused = { code: 'AUTHORIZATION_ERROR', details: { reason: 'direct' } };

describe('R25.1: one side of a direct channel', () => {
  test('reaches the participant it is for alone, stamped with the sender, outside the reliable stream', async () => {
    const { roomId, ada, bo } = await pair();
    const cy = await stage.user('cy');
    await cy.join(roomId);
    await want(cy);
    await send(ada, bo.number);
    const got = await bo.take('directSignal');
    expect(got).toMatchObject({ sender: ada.number, sequence: 0, requestId: 0, body: { ...signal, to: 0 } });
    await cy.sync();
    expect([ada.count('directSignal'), cy.count('directSignal')]).toEqual([0, 0]);
    expect(stage.counters.directSignals).toBe(1);
  });

  test('is refused unless both want it, and again once one of them does not', async () => {
    const { ada, bo } = await pair();
    await want(bo, false);
    expect(await send(ada, bo.number)).toMatchObject(refused);
    expect(await send(bo, ada.number)).toMatchObject(refused);
    await want(bo);
    await send(ada, bo.number);
    await bo.take('directSignal');
  });

  test('is refused to oneself, to nobody, to guests and between users of whom one blocks the other', async () => {
    const { roomId, ada, bo } = await pair();
    expect(await send(ada, 999)).toMatchObject({ code: 'RESOURCE_NOT_FOUND', details: { reason: 'direct' } });
    expect(await send(ada, ada.number)).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    const guest = await stage.guest();
    await guest.join(roomId);
    guest.send({ kind: 'userCommand', body: { setPlayer: { direct: true } } });
    expect((await guest.take('error')).body.code).toBe('AUTHORIZATION_ERROR');
    expect(await send(guest, ada.number)).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await send(ada, guest.number)).toMatchObject(refused);
    stage.realtime.blockChanged('id-of-ada', 'id-of-bo', true);
    expect(await send(bo, ada.number)).toMatchObject(refused);
    expect(await send(ada, bo.number)).toMatchObject(refused);
  });

  test('is bounded in number', async () => {
    await stage.close();
    stage = await Stage.open({ commandLimitFactor: 1 });
    const { ada, bo } = await pair();
    const { count } = serviceLimits.commands.directSignal;
    for (let sent = 0; sent < count; sent++) await send(ada, bo.number);
    expect(await send(ada, bo.number)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  });
});

describe('R25.2: a description', () => {
  test('that is malformed or too long is VALIDATION_ERROR on its field', async () => {
    const { ada, bo } = await pair();
    const many = Array.from({ length: directLimits.candidates + 1 }, () => ({ ...candidate('10.0.0.1') }));
    for (const changes of [{ icePwd: 'short' }, { candidates: many }, { candidates: [candidate('example.org')] }])
      expect(await send(ada, bo.number, changes)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { field: Object.keys(changes)[0] },
      });
  });

  test('keeps only addresses that can be the sender’s own', async () => {
    const { ada, bo } = await pair({}, ['203.0.114.9', '2001:db8:1:2::5']);
    const name = '4e4f9f8a-6a0e-4a43-8f0b-2f5d3c1b7a90.local';
    const own = ['10.0.0.1', name, '203.0.114.9', 'fe80::1'];
    const candidates = [...own, '198.51.100.1', '2001:db8:1:2::7'].map(candidate);
    await send(ada, bo.number, { candidates });
    expect((await bo.take('directSignal')).body.candidates.map(({ address }) => address)).toEqual(own);
    await send(bo, ada.number, { candidates });
    const kept = (await ada.take('directSignal')).body.candidates.map(({ address }) => address);
    expect(kept).toEqual(['10.0.0.1', name, 'fe80::1', '2001:db8:1:2::7']);
  });
});

const candidate = (address: string) => ({ address, port: 9, reflexive: false });

describe('R25.3: direct channels are allowed', () => {
  const far = [home, '198.51.100.7'] as const;
  const near = ['192.168.1.2', '10.1.1.7'] as const;
  test.each<[DirectOptions['mode'], 'public' | 'private', readonly [string, string], boolean]>([
    ['on', 'public', far, true],
    ['private', 'public', far, false],
    ['private', 'private', far, true],
    ['private', 'public', [home, home], true],
    ['local', 'private', far, false],
    ['local', 'private', near, true],
    ['local', 'private', ['fe80::1', 'fe80:0:0:1::1'], true],
    ['off', 'private', [home, home], false],
  ])('ROOMTONE_DIRECT=%s, in a %s room, between %j: %s', async (mode, roomType, addresses, isAllowed) => {
    await stage.close();
    stage = await Stage.open({ direct: { mode } });
    const { ada, bo } = await pair({ roomType }, addresses);
    const answer = await send(ada, bo.number);
    if (isAllowed) expect(answer).toEqual({});
    else expect(answer).toMatchObject(refused);
    expect(ada.welcome.direct).toBe(mode !== 'off');
  });

  test.each<['near' | 'far', boolean]>([
    ['near', true],
    ['far', false],
  ])('in any room for those who want it within one network alone: %s: %s', async (where, isAllowed) => {
    const { ada, bo } = await pair({ roomType: 'public' }, where === 'near' ? near : far);
    bo.send({ kind: 'userCommand', body: { setPlayer: { directNear: true } }, requestId: 4 });
    await bo.take('ack');
    for (const from of [ada, bo]) {
      const to = (from === ada ? bo : ada).number;
      const answers = [await send(from, to, { attempt: 0, iceUfrag: '', candidates: [] }), await send(from, to)];
      for (const answer of answers) expect(answer).toEqual(isAllowed ? {} : expect.objectContaining(refused));
    }
    // A question is passed on to nobody.
    expect([ada.count('directSignal'), bo.count('directSignal')]).toEqual(isAllowed ? [1, 1] : [0, 0]);
    bo.send({ kind: 'userCommand', body: { setPlayer: { directNear: false } }, requestId: 5 });
    await bo.take('ack');
    expect(await send(bo, ada.number)).toEqual({});
  });

  test('unless the room’s owner does not', async () => {
    const { ada, bo } = await pair({ settings: { allowDirect: false } });
    expect(await send(ada, bo.number)).toMatchObject(refused);
  });
});

test('R25.4: the welcome names the STUN server, whose port opens when the first one wants direct channels', async () => {
  await stage.close();
  const opened: number[] = [];
  const ownAddress = { port: 7421, open: () => void opened.push(1), close: () => {} };
  stage = await Stage.open({ direct: { mode: 'on', ownAddress } });
  const ada = await stage.user('ada');
  expect(ada.welcome.stunServers).toEqual(['stun:127.0.0.1:7421']);
  await ada.join(await stage.room());
  expect(opened).toEqual([]);
  await want(ada);
  expect(opened).toEqual([1]);
});

test('R25.1, R20.1: a side reaches somebody who is connected to another process, unless their networks forbid it', async () => {
  const several = await SeveralStages.open(2);
  try {
    const roomId = await several.stages[0]?.room();
    if (roomId === undefined) throw new Error('there is no process');
    const ada = await several.inside(0, 'ada', roomId);
    const bo = await several.inside(1, 'bo', roomId);
    await ada.take('participantJoined');
    for (const player of [ada, bo]) await want(player);
    await expect.poll(() => ada.count('participantUpdated')).toBeGreaterThan(0);
    await expect.poll(() => bo.count('participantUpdated')).toBeGreaterThan(0);
    expect(await send(ada, bo.number)).toEqual({});
    expect(await bo.take('directSignal')).toMatchObject({ sender: ada.number, body: { ...signal, to: 0 } });
    await bo.sync();
    expect([ada.count('directSignal'), bo.count('directSignal')]).toEqual([0, 1]);
  } finally {
    await several.close();
  }
});
