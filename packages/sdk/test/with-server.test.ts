import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ConnectionError, MemoryTokenStore, type RoomEvents, RoomtoneClient, RoomtoneError } from '@roomtone/sdk';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../../testing/running-server.ts';
import { next, onServer, password } from './on-server.ts';
import { startWire } from './wire.ts';

const server = onServer();
const { signUp, open } = server;

describe('accounts and rooms', () => {
  test('register, sign in, restore, use rooms, sign out', async () => {
    await expect(new RoomtoneClient({ baseUrl: server.url }).health()).resolves.toMatchObject({ status: 'ok' });
    const client = await signUp();
    const { username = '' } = client.user ?? {};
    expect(client.user).toMatchObject({ username, roles: ['member'] });
    const tokenStore = new MemoryTokenStore();
    const options = { baseUrl: server.url, tokenStore };
    const again = new RoomtoneClient(options);
    await again.login({ username: username.toUpperCase(), password, rememberMe: true });
    const later = new RoomtoneClient(options);
    await expect(later.restore()).resolves.toEqual(client.user);

    const made = await later.rooms.create({ roomName: 'Loft', settings: { welcomeMessage: 'Hello' } });
    const { rooms } = await later.rooms.list({ limit: 100 });
    expect(rooms.map(({ roomId }) => roomId)).toContain(made.roomId);
    await expect(later.rooms.get(made.roomId)).resolves.toMatchObject({ roomName: 'Loft', users: [] });
    const missing = await later.rooms.get('no-such-room-at-all').catch((error: unknown) => error);
    expect(missing).toMatchObject({ name: 'RoomtoneError', code: 'ROOM_NOT_FOUND' });

    await later.logout();
    expect([later.user, await tokenStore.load()]).toEqual([undefined, undefined]);
    await expect(later.rooms.create({ roomName: 'x' })).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' });
  });

  test('the server’s errors are passed on', async () => {
    const client = await signUp();
    const error = await client
      .register({ username: '!', email: 'a@b.cd', password })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RoomtoneError);
    expect(error).not.toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'username' } });
    await expect(open(client, { roomId: 'no-such-room-at-all' })).rejects.toMatchObject({
      code: 'ROOM_NOT_FOUND',
    });
    const { info: room } = await open(client, { create: { roomName: 'Vault', password: 'sesame' } });
    const closed = open(await signUp(), { roomId: room.roomId, password: 'wrong' });
    await expect(closed).rejects.toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason: 'password' } });
  });
});

describe('in a room', () => {
  test('a chord arrives as it was played, and chat with its sender', async () => {
    const ada = await open(await signUp(), { create: { roomName: 'Kitchen' } });
    const { info: room } = ada;
    const { participantId: adaNumber } = ada.self;
    const joining = next(ada, 'participantJoined');
    const bea = await open(await signUp(), { roomId: room.roomId });
    expect((await joining).participantId).toBe(bea.self.participantId);
    expect([...bea.participants.keys()].sort()).toEqual([adaNumber, bea.self.participantId].sort());

    const chord = [60, 64, 67].map((key) => Uint8Array.of(0x90, key, 100));
    const heard: RoomEvents['notes'][] = [];
    const all = next(bea, 'notes', (notes) => heard.push(notes) === 3);
    const playedUs = ada.serverNowUs();
    for (const [index, data] of chord.entries())
      expect(ada.send(data, { atUs: playedUs + index * 1_000 })).toEqual({ sent: true });
    await all;
    expect(heard.map(({ participantId, data, offsets }) => [participantId, [...data], offsets])).toEqual(
      chord.map((data) => [adaNumber, [...data], [0]]),
    );
    expect(heard.map(({ startTimeUs }) => startTimeUs - playedUs)).toEqual([0, 1_000, 2_000]);
    for (const { playAtUs, startTimeUs } of heard) {
      // On one machine: well within the longest delay, and never before it was played.
      expect(playAtUs - startTimeUs).toBeGreaterThanOrEqual(-5_000);
      expect(playAtUs - startTimeUs).toBeLessThan(500_000);
    }
    expect(bea.playout(adaNumber)?.delayUs).toBeLessThan(500_000);

    const said = next(bea, 'chat');
    const mine = await ada.chat(' hello there ');
    expect(mine).toMatchObject({ message: 'hello there', userId: ada.self.userId });
    expect(await said).toEqual(mine);

    const seen = next(bea, 'participantUpdated');
    await ada.setPlayer({ color: '#123456', instrument: 'Organ' });
    expect(await seen).toMatchObject({ participantId: adaNumber, color: '#123456', instrument: 'Organ' });

    const gone = next(bea, 'participantLeft');
    await ada.leave();
    expect((await gone).participant.participantId).toBe(adaNumber);
    expect(bea.participants.has(adaNumber)).toBe(false);
  });

  test('the clocks of two machines agree through the server', async () => {
    const ada = await open(await signUp(), { create: { roomName: 'Clockwork' } });
    const { info: room } = ada;
    const bea = await open(await signUp(), { roomId: room.roomId });
    await Promise.all([next(ada, 'clock'), next(bea, 'clock')]);
    const apartUs = Math.abs(ada.serverNowUs() - bea.serverNowUs());
    expect(apartUs).toBeLessThanOrEqual((ada.clock?.errorUs ?? 0) + (bea.clock?.errorUs ?? 0) + 2_000);
  });

  test('R10.4: after its socket is cut, a player is back as the same participant, and notes flow again', async () => {
    const wire = await startWire(server.url);
    const ada = await open(await signUp(), { create: { roomName: 'Cellar' } });
    const { info: room } = ada;
    const bea = await open(await signUp(wire.url), { roomId: room.roomId });
    await bea.setPlayer({ color: '#00ff00' });
    ada.send(Uint8Array.of(0x90, 48, 90));
    await next(bea, 'notes');

    const order: string[] = [];
    bea.on('notesReleased', () => order.push('notesReleased'));
    bea.on('state', ({ status }) => order.push(status));
    bea.on('resumed', () => order.push('snapshot'));
    const back = next(bea, 'resumed');
    const seen = { left: 0 };
    ada.on('participantLeft', () => seen.left++);
    const { snapshot: before } = bea;
    wire.cut();
    const snapshot = await back;
    expect(order[0]).toBe('notesReleased');
    expect(order.slice(order.indexOf('reconnecting'))).toEqual(
      expect.arrayContaining(['reconnecting', 'notesReleased', 'joined', 'snapshot']),
    );
    expect(order.at(-1)).toBe('snapshot');
    expect(snapshot.info.roomId).toBe(room.roomId);
    // The note that ada still holds is in the sounding snapshot.
    const held = snapshot.sounding.find(({ participantId }) => participantId === ada.self.participantId);
    expect([...(held?.data ?? [])].slice(-3)).toEqual([0x90, 48, 90]);
    expect([snapshot.self.participantId, seen.left]).toEqual([before.self.participantId, 0]);
    expect(bea.participants.get(snapshot.self.participantId)?.color).toBe('#00ff00');

    const heard = next(bea, 'notes');
    ada.send(Uint8Array.of(0x80, 48, 0));
    expect([...(await heard).data]).toEqual([0x80, 48, 0]);
    bea.close();
    await wire.stop();
  });

  test('signing out closes the room for good', async () => {
    const client = await signUp();
    const connection = await open(client, { create: { roomName: 'Exit' } });
    const closed = next(connection, 'state', ({ status }) => status === 'closed');
    await client.logout();
    expect(await closed).toEqual({ status: 'closed', reason: { kind: 'sessionEnded' } });
  });

  test('a server that is killed and restarted is joined again', async () => {
    const own = await startServer();
    try {
      const connection = await open(await signUp(own.url), { create: { roomName: 'Phoenix' } });
      const { info: room } = connection;
      const back = next(connection, 'joined');
      await own.restart('SIGKILL');
      expect((await back).info.roomId).toBe(room.roomId);
      await expect(connection.chat('still here')).resolves.toMatchObject({ message: 'still here' });
      await connection.leave();
    } finally {
      await own.stop();
    }
  });
});

test('works in a worker thread, where a guest listens', async () => {
  const ada = await open(await signUp(), { create: { roomName: 'Gallery' } });
  const { info: room } = ada;
  const worker = new Worker(new URL('./listen-in-worker.ts', import.meta.url), {
    workerData: { url: server.url, roomId: room.roomId },
  });
  const [entered] = await once(worker, 'message');
  expect(entered).toEqual({ in: { self: expect.any(Number), guest: true } });
  const exited = once(worker, 'exit');
  const message = once(worker, 'message');
  ada.send(Uint8Array.of(0x90, 60, 100));
  const [{ heard }] = await message;
  expect(heard).toMatchObject({ participantId: ada.self.participantId, data: Uint8Array.of(0x90, 60, 100) });
  // A closed connection keeps nothing alive in the thread.
  expect(await exited).toEqual([0]);
});
