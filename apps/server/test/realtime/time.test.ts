import type { Outgoing } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noFigures } from '../../src/domain/quality.ts';
import { Gate } from './gate.ts';
import { Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const waltz = { tempo: 90_000, beatsPerBar: 3, running: true, startTime: 0, beatsBefore: 0 };
const setWaltz: Outgoing = { kind: 'transport', body: waltz, requestId: 7 };
const match: Outgoing = { kind: 'playoutMode', body: { matched: true, commonDelay: 0, intervalBars: 0 }, requestId: 8 };

function figures(rtt: number, jitter: number): Outgoing {
  return { kind: 'quality', body: { ...noFigures, rtt, jitter, reports: [] } };
}

test('R9.3: the owner sets the metronome; everybody inside and every newcomer is told', async () => {
  const { roomId, players } = await stage.band('olga', 'ada');
  const [olga, ada] = players;
  olga?.send(setWaltz);
  const set = { ...waltz, startTime: stage.time.serviceUs() + 500_000 };
  expect(await olga?.take('transport')).toMatchObject({ requestId: 7, sender: 1, body: set });
  expect(await ada?.take('transport')).toMatchObject({ requestId: 0, sender: 1, body: set });
  const guest = await stage.guest();
  expect((await guest.join(roomId)).body.transport).toEqual(set);
});

test('R9.3, R9.6: a moderator may set both in a public room, but in a private one only its owner may', async () => {
  const open = await stage.room();
  const hidden = await stage.room({ roomType: 'private' });
  const mo = await stage.user('mo', ['member', 'moderator']);
  await mo.join(open);
  mo.send(setWaltz);
  await mo.take('transport');
  mo.send(match);
  await mo.take('playoutMode');
  await mo.join(hidden);
  for (const command of [setWaltz, match]) {
    mo.send(command);
    expect((await mo.take('error')).body).toMatchObject({
      code: 'AUTHORIZATION_ERROR',
      details: { required: 'owner' },
    });
  }
});

test.each([setWaltz, match])(
  'R9.3, R9.6: players, guests and users outside the room may not send $kind',
  async (command) => {
    const roomId = await stage.room();
    const ada = await stage.user('ada');
    ada.send(command);
    expect((await ada.take('error')).body.details).toEqual({ reason: 'not_in_room' });
    const guest = await stage.guest();
    for (const [who, required] of [
      [ada, 'owner,moderator'],
      [guest, 'member'],
    ] as const) {
      await who.join(roomId);
      who.send(command);
      const { body, requestId } = await who.take('error');
      expect([body.code, body.details, requestId]).toEqual(['AUTHORIZATION_ERROR', { required }, command.requestId]);
    }
  },
);

test('R9.2, R9.6: both settings are kept while the room is empty', async () => {
  const { roomId, players } = await stage.band('olga');
  const [olga] = players;
  olga?.send(setWaltz);
  const { body } = (await olga?.take('transport')) ?? {};
  olga?.send(match);
  await olga?.take('playoutMode');
  olga?.socket.close();
  await stage.untilLogged('disconnected');
  const ada = await stage.user('ada');
  expect((await ada.join(roomId)).body.transport).toEqual(body);
  expect((await ada.take('playoutMode')).body).toEqual({ matched: true, commonDelay: 0, intervalBars: 0 });
});

test('R9.2, R9.11: tempo, metre and the next bar line are stored without delaying a note, and outlive the server; the metronome does not run on', async () => {
  const { roomId, players } = await stage.band('olga', 'ada');
  const [olga, ada] = players;
  const gate = new Gate();
  const { setTempos } = stage.storage;
  stage.storage.setTempos = async (tempos) => {
    await gate.pass();
    await setTempos(tempos);
  };
  const hold = gate.shut();
  olga?.send(setWaltz);
  await olga?.take('transport');
  stage.time.advance(10_000);
  await hold.arrived;
  olga?.play([0x90, 60, 100]);
  expect((await ada?.take('midiMessage'))?.body.data[1]).toBe(60);
  hold.release();
  await vi.waitFor(async () => {
    expect(await stage.storage.roomById(roomId)).toMatchObject({ tempo: { tempo: 90_000, beatsPerBar: 3 } });
  });
  const next = await Stage.open({ storage: stage.storage });
  try {
    const returned = await next.user('bo');
    expect((await returned.join(roomId)).body.transport).toEqual({
      ...{ tempo: 90_000, beatsPerBar: 3, running: false, startTime: 0, beatsBefore: 15 },
    });
  } finally {
    await next.close();
  }
  // Three beats last two seconds; the first fell after half a second.
  stage.time.advance(3_000);
  await stage.realtime.shutdown();
  expect((await stage.storage.roomById(roomId))?.tempo?.beatsBefore).toBe(21);
});

test('R9.7, R9.8: in matched playout everybody is told the common delay when the players’ figures change it', async () => {
  const { roomId, players } = await stage.band('olga', 'ada');
  const guest = await stage.guest();
  await guest.join(roomId);
  const [olga, ada] = players;
  olga?.send(figures(10_000, 500));
  await olga?.sync();
  olga?.send(match);
  expect(await olga?.take('playoutMode')).toMatchObject({
    requestId: 8,
    body: { matched: true, commonDelay: 5_500, intervalBars: 0 },
  });
  await guest.take('playoutMode');
  guest.send(figures(900_000, 0));
  ada?.send(figures(30_000, 1_000));
  expect(await guest.take('playoutMode')).toMatchObject({
    requestId: 0,
    body: { matched: true, commonDelay: 21_000, intervalBars: 0 },
  });
});

test('R9.9: the owner sets an interval, of which everybody inside and every newcomer is told', async () => {
  const { roomId, players } = await stage.band('olga', 'ada');
  const [olga, ada] = players;
  const later = { matched: false, commonDelay: 0, intervalBars: 4 };
  olga?.send({ kind: 'playoutMode', body: later, requestId: 8 });
  expect(await olga?.take('playoutMode')).toMatchObject({ requestId: 8, body: later });
  expect((await ada?.take('playoutMode'))?.body).toEqual(later);
  const guest = await stage.guest();
  await guest.join(roomId);
  expect((await guest.take('playoutMode')).body).toEqual(later);
  olga?.send({ kind: 'playoutMode', body: { ...later, intervalBars: 17 }, requestId: 9 });
  expect((await olga?.take('error'))?.body).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { field: 'intervalBars' },
  });
});
