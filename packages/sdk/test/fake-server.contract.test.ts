import { LeaveReason, MemoryTokenStore, type RoomConnection, type RoomEvents, RoomtoneClient } from '@roomtone/sdk';
import { readEvent, splitNotes } from '@roomtone/sdk/midi';
import { FakeServer } from '@roomtone/sdk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../../testing/running-server.ts';
import { next, password } from './on-server.ts';
import { startWire } from './wire.ts';

interface Subject {
  client(options?: { tokenStore?: TokenStore }): RoomtoneClient;
  /** Loses every socket. */
  cut(): void;
  stop(): Promise<void>;
}

type TokenStore = NonNullable<ConstructorParameters<typeof RoomtoneClient>[0]['tokenStore']>;

async function startReal(): Promise<Subject> {
  const server = await startServer();
  const wire = await startWire(server.url);
  return {
    client: (options = {}) => new RoomtoneClient({ baseUrl: wire.url, ...options }),
    cut: wire.cut,
    stop: async () => {
      await wire.stop();
      await server.stop();
    },
  };
}

async function startFake(): Promise<Subject> {
  const server = new FakeServer();
  return {
    client: (options) => server.client(options),
    cut: () => {
      for (const socket of server.sockets) socket.drop();
    },
    stop: async () => {},
  };
}

const noteOn = Uint8Array.of(0x90, 60, 100);
const noteOff = Uint8Array.of(0x80, 60, 64);

describe.each([
  ['the fake server', startFake],
  ['a real server', startReal],
])('%s', (_name, start) => {
  let subject: Subject;
  let people = 0;
  const opened: { close(): void }[] = [];
  beforeAll(async () => {
    subject = await start();
  });
  afterEach(() => {
    for (const each of opened.splice(0)) each.close();
  });
  afterAll(() => subject?.stop());

  async function signUp(): Promise<RoomtoneClient> {
    people++;
    const client = subject.client();
    const username = `player-${people}`;
    await client.register({ username, email: `${username}@example.org`, password });
    return client;
  }

  function open(client: RoomtoneClient, ...target: Parameters<RoomtoneClient['openRoom']>): RoomConnection {
    const room = client.openRoom(...target);
    opened.push(room);
    return room;
  }

  /** Two players in a room of the first one. */
  async function pair() {
    const [adaClient, beaClient] = [await signUp(), await signUp()];
    const ada = open(adaClient, { create: { room_name: 'Loft', settings: { welcome_message: 'Hello' } } });
    const { room } = await ada.ready;
    const bea = open(beaClient, { roomId: room.roomId });
    const joining = next(ada, 'participantJoined');
    await bea.ready;
    return { ada, bea, adaClient, beaClient, roomId: room.roomId, joined: await joining };
  }

  /** A refusal as code and details; fails if there is none. */
  async function refusal(asked: Promise<unknown>): Promise<{ code: string; details: Record<string, unknown> }> {
    return asked.then(
      () => expect.fail('this must be refused'),
      (error) => error,
    );
  }

  test('accounts: names are unique in any case, a session is restored, and a signed-out one has ended', async () => {
    const tokenStore = new MemoryTokenStore();
    const client = await signUp();
    const { username = '' } = client.user ?? {};
    expect(client.user).toEqual({ userId: expect.stringMatching(/^[0-9a-f-]{36}$/), username, roles: ['member'] });
    const again = { username: username.toUpperCase(), email: 'x@example.org', password };
    expect(await refusal(subject.client().register(again))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'username', code: 'taken' },
    });
    for (const [name, code] of [
      ['!', 'too_short'],
      ['no spaces', 'name_characters'],
    ] as const) {
      const refused = await refusal(subject.client().register({ ...again, username: name }));
      expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'username', code } });
    }
    expect(await refusal(subject.client().login({ username, password: 'not this one' }))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    });
    const other = subject.client({ tokenStore });
    await other.login({ username: username.toUpperCase(), password });
    const later = subject.client({ tokenStore });
    expect(await later.restore()).toEqual(client.user);
    const room = open(later, { create: { room_name: 'Loft' } });
    await room.ready;
    const closed = next(room, 'state', ({ status }) => status === 'closed');
    await later.logout();
    expect(await closed).toEqual({ status: 'closed', reason: { kind: 'session-ended' } });
    expect(await tokenStore.load()).toBeUndefined();
    expect(await refusal(later.rooms.create({ room_name: 'x' }))).toMatchObject({ code: 'AUTHENTICATION_ERROR' });
  });

  test('rooms by REST: created, listed, changed and deleted', async () => {
    const client = await signUp();
    const made = await client.rooms.create({
      room_name: ' Attic ',
      room_type: 'private',
      password: 'sesame',
      max_users: 4,
    });
    expect(made).toMatchObject({
      ...{ room_name: 'Attic', room_type: 'private', has_password: true, max_users: 4, current_users: 0, users: [] },
      ...{ room_owner: client.user?.userId, room_owner_name: client.user?.username },
      settings: { allow_chat: true, allow_guests: true, auto_moderation: false, welcome_message: '' },
    });
    const idsIn = async (of: RoomtoneClient, roomType: 'private' | 'public') =>
      (await of.rooms.list({ roomType, limit: 100 })).rooms.map(({ room_id }) => room_id);
    expect(await idsIn(client, 'private')).toEqual([made.room_id]);
    expect(await idsIn(await signUp(), 'private')).toEqual([]);
    expect(await idsIn(client, 'public')).not.toContain(made.room_id);
    const changed = await client.rooms.update(made.room_id, { password: null, settings: { allow_guests: false } });
    expect(changed).toMatchObject({ has_password: false, settings: { allow_guests: false, allow_chat: true } });
    expect(await refusal((await signUp()).rooms.delete(made.room_id))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await client.rooms.delete(made.room_id)).toEqual({ room_id: made.room_id });
    expect(await refusal(client.rooms.get(made.room_id))).toMatchObject({
      code: 'ROOM_NOT_FOUND',
      details: { room_id: made.room_id },
    });
    expect(await refusal(client.rooms.create({ room_name: '  ' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'room_name', code: 'empty' },
    });
    expect(await refusal(subject.client().rooms.create({ room_name: 'x' }))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    });
  });

  test('R2.3, R3.1: joining gives everybody inside, and numbers are not used again', async () => {
    const { ada, bea, joined, roomId, beaClient } = await pair();
    expect(ada.snapshot).toMatchObject({ self: 1, welcomeMessage: 'Hello', me: { guest: false, resumed: false } });
    expect(bea.snapshot).toMatchObject({ self: 2, chat: [], sounding: [] });
    expect(joined).toEqual(bea.participants.get(2));
    expect(joined).toMatchObject({
      number: 2,
      userId: beaClient.user?.userId,
      instrument: '',
      guest: false,
      muted: false,
    });
    expect(bea.participants.get(1)?.color).not.toBe(joined.color);
    const left = next(ada, 'participantLeft');
    await bea.leave();
    expect(await left).toEqual({ participant: joined, reason: LeaveReason.LEFT, note: '' });
    expect((await open(beaClient, { roomId }).ready).self).toBe(3);
  });

  test('R2.4 to R2.9: joins are refused with their reason', async () => {
    const client = await signUp();
    expect(await refusal(open(client, { roomId: 'no-such-room-at-all' }).ready)).toMatchObject({
      code: 'ROOM_NOT_FOUND',
      details: { room_id: 'no-such-room-at-all' },
    });
    const create = { room_name: 'Vault', password: 'sesame', max_users: 1, settings: { allow_guests: false } };
    const { room } = await open(client, { create }).ready;
    const { roomId } = room;
    const reasonFor = async (of: RoomtoneClient, given: string) => {
      const { code, details } = await refusal(open(of, { roomId, password: given }).ready);
      return [code, details['reason']];
    };
    expect(await reasonFor(subject.client(), 'sesame')).toEqual(['AUTHORIZATION_ERROR', 'guests']);
    expect(await reasonFor(await signUp(), 'wrong')).toEqual(['AUTHORIZATION_ERROR', 'password']);
    expect(await reasonFor(await signUp(), 'sesame')).toEqual(['AUTHORIZATION_ERROR', 'full']);
  });

  test('R5.1, R5.6, R7.1: notes go to the others, newcomers hear what sounds, and leaving ends it', async () => {
    const { ada, bea, roomId } = await pair();
    const own: RoomEvents['notes'][] = [];
    ada.on('notes', (notes) => own.push(notes));
    const heard = next(bea, 'notes');
    const playedUs = ada.serverNowUs();
    expect(ada.sendMidi([{ timeUs: playedUs, data: noteOn }])).toBe(true);
    expect(await heard).toMatchObject({ sender: 1, startTimeUs: playedUs, offsets: [0], data: noteOn });
    const guest = open(subject.client(), { roomId });
    const { sounding, me } = await guest.ready;
    expect([me.guest, sounding.map(({ participant, data }) => [participant, [...data]])]).toEqual([
      true,
      [[1, [...noteOn]]],
    ]);
    const released = next(bea, 'notes');
    await ada.leave();
    expect(splitNotes(await released).map(({ data }) => readEvent(data))).toMatchObject([
      { kind: 'note-off', key: 60 },
    ]);
    expect(own).toEqual([]);
  });

  test('R3.5, R4.6: guests only listen', async () => {
    const { roomId } = await pair();
    const guest = open(subject.client(), { roomId });
    await guest.ready;
    expect(await refusal(guest.chat('hi'))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await refusal(guest.setPlayer({ color: '#112233' }))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    const problem = next(guest, 'problem');
    guest.play(noteOn);
    expect(await problem).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  });

  test('R4.1, R4.2: chat is trimmed, reaches everybody in order, and is there for newcomers', async () => {
    const { ada, bea, roomId } = await pair();
    const said = next(bea, 'chat');
    const mine = await ada.chat(' hello ');
    expect(await said).toEqual(mine);
    expect(mine).toMatchObject({ message: 'hello', userId: ada.snapshot?.me.user?.userId, messageType: 1 });
    await bea.chat('hi');
    const { chat } = await open(await signUp(), { roomId }).ready;
    expect(chat.map(({ message }) => message)).toEqual(['hello', 'hi']);
    const deleted = next(bea, 'chatDeleted');
    await ada.moderation.deleteChat(mine.messageId);
    expect(await deleted).toEqual({ messageId: mine.messageId, by: 1 });
    await ada.update({ settings: { allow_chat: false } });
    expect(await refusal(bea.chat('psst'))).toMatchObject({ details: { reason: 'chat' } });
  });

  test('R3.4, R4.12: players set their colour and instrument, and show that they type', async () => {
    const { ada, bea } = await pair();
    const updated = next(bea, 'participantUpdated');
    await ada.setPlayer({ color: '#123456', instrument: ' Organ ' });
    expect(await updated).toMatchObject({ number: 1, color: '#123456', instrument: 'Organ' });
    expect(ada.participants.get(1)).toEqual(await updated);
    const typing = next(bea, 'typing');
    ada.typing(true);
    expect(await typing).toEqual({ participant: 1, typing: true });
  });

  test('R2.14, R9.3: the owner changes the room and sets the metronome; others may not', async () => {
    const { ada, bea } = await pair();
    const changed = next(bea, 'roomUpdated');
    await ada.update({ room_name: 'Cellar', max_users: 9 });
    expect(await changed).toMatchObject({ roomName: 'Cellar', maxUsers: 9, currentUsers: 2 });
    expect(await refusal(bea.update({ room_name: 'Mine' }))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    const set = next(bea, 'transport');
    await ada.time.setTransport({ bpm: 96, beatsPerBar: 3, running: true });
    const transport = await set;
    expect(transport).toMatchObject({ tempo: 96_000, beatsPerBar: 3, running: true });
    // R9.4: a change while it runs waits for a bar line.
    const stopped = next(bea, 'transport');
    await ada.time.setTransport({ bpm: 96, beatsPerBar: 3, running: false });
    const bars = ((await stopped).startTime - transport.startTime) / ((3 * 60e9) / 96_000);
    expect(bars).toBe(Math.round(bars));
    const refused = await refusal(bea.time.setTransport({ bpm: 90, beatsPerBar: 4, running: true }));
    expect(refused).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  });

  test('R13: mutes, kicks and bans', async () => {
    const { ada, bea, beaClient, roomId } = await pair();
    const { userId = '' } = beaClient.user ?? {};
    bea.play(noteOn);
    await next(ada, 'notes');
    const silenced = next(ada, 'notes');
    const muted = next(bea, 'participantUpdated');
    await ada.moderation.mute({ userId });
    expect(await muted).toMatchObject({ number: 2, muted: true });
    expect([...(await silenced).data]).toEqual([...noteOff]);
    expect(await refusal(bea.chat('psst'))).toMatchObject({ details: { reason: 'muted' } });
    await ada.moderation.unmute({ participant: 2 });
    await bea.chat('thanks');
    expect(await refusal(bea.moderation.kick({ participant: 1 }))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await refusal(ada.moderation.kick({ participant: 99 }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(await refusal(ada.moderation.kick({ participant: 1 }))).toMatchObject({ details: { field: 'target' } });
    const closed = next(bea, 'state', ({ status }) => status === 'closed');
    const left = next(ada, 'participantLeft');
    await ada.moderation.kick({ participant: 2 }, 'Too loud');
    expect(await closed).toEqual({ status: 'closed', reason: { kind: 'kicked', note: 'Too loud' } });
    expect(await left).toMatchObject({ reason: LeaveReason.KICKED, note: 'Too loud' });
    await ada.moderation.ban({ userId });
    expect(await refusal(open(beaClient, { roomId }).ready)).toMatchObject({ details: { reason: 'banned' } });
    await ada.moderation.unban({ userId });
    const back = open(beaClient, { roomId });
    await back.ready;
    const owned = next(back, 'roomUpdated');
    await ada.moderation.transferOwner({ userId });
    expect(await owned).toMatchObject({ roomOwner: userId });
  });

  test('R2.15: a deleted room closes for everybody inside', async () => {
    const { bea, adaClient, roomId } = await pair();
    const closed = next(bea, 'state', ({ status }) => status === 'closed');
    await adaClient.rooms.delete(roomId);
    expect(await closed).toEqual({ status: 'closed', reason: { kind: 'room-closed', why: 1 } });
  });

  test('R10.2, R10.4, R10.5: a lost socket is resumed by the same participant, with everything missed', async () => {
    const { ada, bea } = await pair();
    ada.play(noteOn);
    await next(bea, 'notes');
    const back = Promise.all([next(ada, 'joined'), next(bea, 'joined')]);
    subject.cut();
    const snapshots = await back;
    expect(snapshots.map(({ self, me, sounding }) => [self, me.resumed, sounding])).toEqual([
      [1, true, []],
      [2, true, []],
    ]);
    const said = next(bea, 'chat');
    await ada.chat('still here');
    expect(await said).toMatchObject({ message: 'still here' });
  });

  test('R11.1, R11.3: the lobby lists public rooms and follows them', async () => {
    const { roomId, ada } = await pair();
    const lobby = subject.client().openLobby();
    opened.push(lobby);
    await lobby.ready;
    expect(lobby.rooms.get(roomId)).toMatchObject({ roomName: 'Loft', currentUsers: 2 });
    const renamed = new Promise<void>((resolve) => {
      lobby.on('rooms', (rooms) => {
        if (rooms.get(roomId)?.roomName === 'Cellar') resolve();
      });
    });
    await ada.update({ room_name: 'Cellar' });
    await renamed;
  });
});
