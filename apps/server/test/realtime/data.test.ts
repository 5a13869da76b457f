import { encodeFrame, limits, type Outgoing, writeDatagram } from '@roomtone/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { MemoryDatagrams } from '../support/memory-datagrams.ts';
import { SeveralStages } from './several-stages.ts';
import { Stage, type StageOptions } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

async function openStage(options: StageOptions = {}): Promise<Stage> {
  const stage = await Stage.open(options);
  onTestFinished(() => stage.close());
  return stage;
}

interface Sent {
  readonly topic?: string;
  readonly data?: Uint8Array;
  readonly lossy?: boolean;
  readonly to?: number[];
}

function dataMessage({ topic = 'pen', data = Uint8Array.of(1), lossy = false, to = [] }: Sent = {}): Outgoing {
  return { kind: 'dataMessage', body: { topic, data, lossy, to }, requestId: lossy ? 0 : 5 };
}

/** Sends data and resolves when the server has answered. */
async function send(player: TestPlayer | undefined, sent: Sent = {}): Promise<void> {
  player?.send(dataMessage(sent));
  await player?.sync();
}

const topics = (player: TestPlayer) =>
  player.frames.flatMap((frame) => (frame.kind === 'dataMessage' ? [frame.body.topic] : []));

async function trio(options?: StageOptions) {
  const stage = await openStage(options);
  const { roomId, players } = await stage.band('ada', 'bo', 'cy');
  const [ada, bo, cy] = players as [TestPlayer, TestPlayer, TestPlayer];
  return { stage, roomId, ada, bo, cy };
}

test('R26.1, R26.2: data reaches everybody else inside in order, guests too, outside the stream; the sender gets an ack', async () => {
  const { stage, roomId, ada, bo, cy } = await trio();
  const guest = await stage.guest();
  await guest.join(roomId);
  ada.play([0x90, 60, 100]);
  ada.send(dataMessage({ topic: 'first', data: Uint8Array.of(1, 0, 255) }));
  ada.send(dataMessage({ topic: 'second' }));
  expect(await ada.take('ack')).toMatchObject({ requestId: 5 });
  await ada.take('ack');
  for (const listener of [bo, cy, guest]) {
    const got = await listener.take('dataMessage');
    expect(got).toMatchObject({ sender: ada.number, sequence: 0, requestId: 0, serverTime: stage.time.serviceUs() });
    expect(got.body).toEqual({ topic: 'first', data: Uint8Array.of(1, 0, 255), lossy: false, to: [] });
    await listener.sync();
    expect(topics(listener)).toEqual(['first', 'second']);
    const kinds = listener.frames.map(({ kind }) => kind);
    expect(kinds.indexOf('midiMessage')).toBeLessThan(kinds.indexOf('dataMessage'));
  }
  await ada.sync();
  expect(ada.count('dataMessage')).toBe(0);
});

test('R26.3: data for some reaches them alone, and those who have left are no error', async () => {
  const { ada, bo, cy } = await trio();
  await send(ada, { to: [cy.number, ada.number, 99] });
  await ada.take('ack');
  await cy.take('dataMessage');
  for (const each of [ada, bo]) {
    await each.sync();
    expect(each.count('dataMessage')).toBe(0);
  }
});

const { topic, bytes, lossyBytes, recipients } = limits.data;
const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test.each<[string, Sent, Sent]>([
  ['topic', { topic: 'a'.repeat(topic.max) }, { topic: 'a'.repeat(topic.max + 1) }],
  ['topic', { topic: 'Az0._-/:' }, { topic: '' }],
  ['topic', { topic: 'a' }, { topic: 'a b' }],
  ['data', { data: new Uint8Array(bytes) }, { data: new Uint8Array(bytes + 1) }],
  ['data', { data: new Uint8Array(lossyBytes), lossy: true }, { data: new Uint8Array(lossyBytes + 1), lossy: true }],
  ['to', { to: many(recipients) }, { to: many(recipients + 1) }],
])('R26.4: beyond its limit, %s is a VALIDATION_ERROR', async (field, fits, exceeds) => {
  const { ada, bo } = await trio();
  await send(ada, fits);
  expect(ada.count('error')).toBe(0);
  await bo.take('dataMessage');
  await send(ada, exceeds);
  expect((await ada.take('error')).body).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } });
  await bo.sync();
  expect(bo.count('dataMessage')).toBe(1);
});

describe('R26.5: who may not chat may not send data', () => {
  test('guests, the muted, those outside, and those whom the room does not let chat', async () => {
    const { stage, roomId, ada, bo } = await trio();
    const refusal = async (player: TestPlayer) => {
      await send(player);
      return (await player.take('error')).body;
    };
    const guest = await stage.guest();
    await guest.join(roomId);
    expect(await refusal(guest)).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await refusal(await stage.user('dee'))).toMatchObject({ details: { reason: 'not_in_room' } });
    const olga = await stage.user('olga');
    await olga.join(roomId);
    const mute = { chat: true, notes: false, seconds: 60 };
    olga.send({ kind: 'moderationCommand', body: { mute, participant: ada.number, reason: '' }, requestId: 8 });
    await olga.take('ack');
    expect(await refusal(ada)).toMatchObject({ details: { reason: 'muted' } });
    olga.send({ kind: 'updateRoomCommand', body: { settings: { allowChat: false } } as never, requestId: 9 });
    await olga.take('roomUpdated');
    expect(await refusal(bo)).toMatchObject({ details: { reason: 'chat' } });
    expect(ada.count('dataMessage') + bo.count('dataMessage')).toBe(0);
  });

  test('and nobody gets data of somebody they block', async () => {
    const { stage, ada, bo, cy } = await trio();
    await stage.friends.block('id-of-cy', 'ada');
    await send(ada, { topic: 'unseen' });
    await send(bo, { topic: 'seen' });
    await cy.sync();
    expect(topics(cy)).toEqual(['seen']);
    expect(topics(bo)).toEqual(['unseen']);
  });
});

test('R26.6: data is never kept: a participant without a socket misses it, and can still resume', async () => {
  const { stage, ada, bo } = await trio();
  await bo.acknowledge();
  bo.socket.terminate();
  await stage.untilLogged('socket closed');
  // More than a connection keeps of the reliable stream.
  for (let sent = 0; sent < 32; sent++) await send(ada, { topic: 'missed', data: new Uint8Array(bytes) });
  const back = await stage.resume(bo);
  expect(back.welcome.resumed).toBe(true);
  await send(ada, { topic: 'after' });
  await back.sync();
  expect(topics(back)).toEqual(['after']);
});

test('R26.7, S38.1, S38.4: a person with several connections sends 64 KiB at once and 32 KiB a second, and can still play', async () => {
  const { stage, roomId, ada, bo } = await trio({ commandLimitFactor: 1 });
  const { ofPerson, windowMs } = serverLimits.byteBudgets.data;
  const too = await stage.user('ada');
  await too.join(roomId);
  const size = bytes - 'pen'.length;
  const both = [ada, too, ada, too];
  expect(both.length * bytes).toBe(ofPerson);
  for (const player of both) await send(player, { data: new Uint8Array(size) });
  expect(ada.count('error') + too.count('error')).toBe(0);
  await send(too);
  expect((await too.take('error')).body).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { reason: 'bytes', budget: 'data', limit: String(ofPerson) },
  });
  ada.play([0x90, 60, 100]);
  await bo.take('midiMessage');
  await send(bo);
  expect(bo.count('error')).toBe(0);
  stage.time.advance(windowMs / 4);
  await send(ada, { data: new Uint8Array(size) });
  expect(ada.count('error')).toBe(0);
});

test('R26.7: what all send in one room has a budget, too', async () => {
  const { stage, roomId } = await trio({ commandLimitFactor: 1 });
  const { ofPerson, ofRoom } = serverLimits.byteBudgets.data;
  const players: TestPlayer[] = [];
  for (let index = 0; index <= ofRoom / ofPerson; index++) {
    const address = `198.51.100.${index}`;
    const player = await stage.connect(await stage.ticket(`p${index}`, undefined, undefined, address), 0, address);
    await player.join(roomId);
    players.push(player);
  }
  const last = players.pop();
  for (const player of players) {
    for (let sent = 0; sent < ofPerson / bytes; sent++)
      await send(player, { data: new Uint8Array(bytes - 'pen'.length) });
    expect(player.count('error')).toBe(0);
  }
  await send(last);
  expect((await last?.take('error'))?.body.details).toMatchObject({ budget: 'data', limit: `${ofRoom}` });
});

test('R26.8: lossy data takes datagrams where there are some, once and unanswered, and otherwise the WebSocket', async () => {
  const network = new MemoryDatagrams();
  const { ada, bo, cy } = await trio({ datagrams: network });
  const client = network.client();
  bo.send({ kind: 'datagramOffer', body: client.offer, requestId: 3 });
  client.connect((await bo.take('datagramAnswer')).body);
  await send(ada, { lossy: true, topic: 'cursor', data: new Uint8Array(lossyBytes) });
  expect((await cy.take('dataMessage')).body).toMatchObject({ topic: 'cursor', lossy: true });
  await bo.sync();
  expect(bo.count('dataMessage')).toBe(0);
  expect(client.received).toHaveLength(1);
  client.send(
    writeDatagram({ number: 1, frames: [encodeFrame(dataMessage({ lossy: true, topic: 'from-datagram' }))] }),
  );
  expect((await ada.take('dataMessage')).body.topic).toBe('from-datagram');
  client.send(writeDatagram({ number: 2, frames: [encodeFrame(dataMessage({ topic: 'not-lossy' }))] }));
  expect((await bo.take('error')).body).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'datagram' } });
  await send(ada, { topic: 'kept' });
  expect((await bo.take('dataMessage')).body.topic).toBe('kept');
  bo.send({ kind: 'datagramReport', body: { wanted: false, received: 1, lost: 0, direct: [] } });
  await bo.sync();
  await send(ada, { lossy: true, topic: 'cursor' });
  expect((await bo.take('dataMessage')).body.topic).toBe('cursor');
  expect(client.received).toHaveLength(1);
  expect(ada.count('ack')).toBe(1);
});

test('R26.9, R20.1: data reaches participants of other processes, with the same rights', async () => {
  const several = await SeveralStages.open(2);
  onTestFinished(() => several.close());
  const roomId = (await several.stages[0]?.room()) ?? '';
  const ada = await several.inside(0, 'ada', roomId);
  const bo = await several.inside(1, 'bo', roomId);
  const cy = await several.inside(1, 'cy', roomId);
  for (const lossy of [false, true]) {
    await send(ada, { topic: 'all', data: Uint8Array.of(0, 200), lossy });
    for (const listener of [bo, cy]) {
      const { body, sender } = await listener.take('dataMessage');
      expect({ ...body, sender }).toEqual({
        topic: 'all',
        data: Uint8Array.of(0, 200),
        lossy,
        to: [],
        sender: ada.number,
      });
    }
  }
  await send(ada, { topic: 'some', to: [cy.number] });
  await cy.take('dataMessage');
  await several.stages[1]?.friends.block('id-of-bo', 'ada');
  await send(ada, { topic: 'blocked' });
  await cy.take('dataMessage');
  await bo.sync();
  expect(topics(bo)).toEqual(['all', 'all']);
});

test('R26.9: a process that cannot reach the others refuses reliable data as unreachable, and sends lossy data to its own', async () => {
  const several = await SeveralStages.open(2);
  onTestFinished(() => several.close());
  const roomId = (await several.stages[0]?.room()) ?? '';
  const [ada, eve] = [await several.inside(0, 'ada', roomId), await several.inside(0, 'eve', roomId)];
  const bo = await several.inside(1, 'bo', roomId);
  several.buses[0]?.setUp(false);
  ada.send(dataMessage({ topic: 'kept' }));
  expect(await ada.take('error')).toMatchObject({
    requestId: 5,
    body: { code: 'SERVER_ERROR', details: { reason: 'unreachable' } },
  });
  await send(ada, { topic: 'cursor', lossy: true });
  await eve.take('dataMessage');
  await Promise.all([eve.sync(), bo.sync()]);
  expect([topics(eve), topics(bo)]).toEqual([['cursor'], []]);

  several.buses[0]?.setUp(true);
  await several.settle();
  await send(ada, { topic: 'again' });
  expect((await bo.take('dataMessage')).body.topic).toBe('again');
});
