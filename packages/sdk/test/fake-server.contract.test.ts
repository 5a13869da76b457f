import {
  type ErrorDetails,
  MemoryTokenStore,
  type Room,
  type RoomEvents,
  RoomtoneClient,
  readEvent,
  splitNotes,
} from '@roomtone/sdk';
import { type Loop, loopsOf, namePlayer, turnsIn, whyNotPlay } from '@roomtone/sdk/extras';
import { FakeServer } from '@roomtone/sdk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../../testing/running-server.ts';
import { join, next, password, type TestTarget } from './on-server.ts';
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

  async function open(client: RoomtoneClient, target: TestTarget): Promise<Room> {
    const room = await join(client, target);
    opened.push(room);
    return room;
  }

  /** Two players in a room of the first one. */
  async function pair() {
    const [adaClient, beaClient] = [await signUp(), await signUp()];
    const ada = await open(adaClient, { create: { roomName: 'Loft', settings: { welcomeMessage: 'Hello' } } });
    const { info: room } = ada;
    const joining = next(ada, 'participantJoined');
    const bea = await open(beaClient, { roomId: room.roomId });
    return { ada, bea, adaClient, beaClient, roomId: room.roomId, joined: await joining };
  }

  /** A refusal as code and details; fails if there is none. */
  async function refusal(asked: Promise<unknown>): Promise<{ code: string; details: ErrorDetails }> {
    return asked.then(
      () => expect.fail('this must be refused'),
      (error) => error,
    );
  }

  test('accounts: names are unique in any case, a session is restored, and a signed-out one has ended', async () => {
    const tokenStore = new MemoryTokenStore();
    const client = await signUp();
    const { username = '' } = client.user ?? {};
    const userId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(client.user).toEqual({ userId, username, displayName: username, roles: ['member'] });
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
    const room = await open(later, { create: { roomName: 'Loft' } });
    const closed = next(room, 'state', ({ status }) => status === 'closed');
    await later.logout();
    expect(await closed).toEqual({ status: 'closed', reason: { kind: 'sessionEnded' } });
    expect(await tokenStore.load()).toBeUndefined();
    expect(await refusal(later.rooms.create({ roomName: 'x' }))).toMatchObject({ code: 'AUTHENTICATION_ERROR' });
  });

  test('rooms by REST: created, listed, changed and deleted', async () => {
    const client = await signUp();
    const made = await client.rooms.create({
      roomName: ' Attic ',
      roomType: 'private',
      password: 'sesame',
      maxUsers: 4,
    });
    expect(made).toMatchObject({
      ...{ roomName: 'Attic', roomType: 'private', hasPassword: true, maxUsers: 4, currentUsers: 0, users: [] },
      ...{ roomOwner: client.user?.userId, roomOwnerName: client.user?.username },
      roomOwnerDisplayName: client.user?.displayName,
      settings: {
        allowChat: true,
        allowGuests: true,
        autoModeration: false,
        welcomeMessage: '',
        mayLoop: 'everybody',
        chatToWebhooks: false,
        allowDirect: true,
        mayTalk: 'everybody',
      },
    });
    const idsIn = async (of: RoomtoneClient, roomType: 'private' | 'public') =>
      (await of.rooms.list({ roomType, limit: 100 })).rooms.map(({ roomId }) => roomId);
    expect(await idsIn(client, 'private')).toEqual([made.roomId]);
    const named = await signUp();
    expect(await idsIn(named, 'private')).toEqual([]);
    const owner = await open(client, { roomId: made.roomId, password: 'sesame' });
    await owner.moderation.setModerator({ userId: named.user?.userId ?? '' }, true);
    await expect.poll(() => idsIn(named, 'private')).toEqual([made.roomId]);
    expect(await idsIn(client, 'public')).not.toContain(made.roomId);
    const changed = await client.rooms.update(made.roomId, { password: null, settings: { allowGuests: false } });
    expect(changed).toMatchObject({ hasPassword: false, settings: { allowGuests: false, allowChat: true } });
    expect(await refusal((await signUp()).rooms.delete(made.roomId))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await client.rooms.delete(made.roomId)).toEqual({ roomId: made.roomId });
    expect(await refusal(client.rooms.get(made.roomId))).toMatchObject({
      code: 'ROOM_NOT_FOUND',
      details: { roomId: made.roomId },
    });
    expect(await refusal(client.rooms.create({ roomName: '  ' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'roomName', code: 'empty' },
    });
    expect(await refusal(subject.client().rooms.create({ roomName: 'x' }))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    });
  });

  test('R2.3, R3.1: joining gives everybody inside, and numbers are not used again', async () => {
    const { ada, bea, joined, roomId, beaClient } = await pair();
    expect(ada.snapshot).toMatchObject({ self: { participantId: 1, guest: false }, welcomeMessage: 'Hello' });
    expect(bea.snapshot).toMatchObject({ self: { participantId: 2 }, chat: [], sounding: [] });
    expect(joined).toEqual(bea.participants.get(2));
    expect(joined).toMatchObject({
      participantId: 2,
      userId: beaClient.user?.userId,
      instrument: '',
      file: '',
      recording: false,
      direct: false,
      directNear: false,
      talking: false,
      guest: false,
      bot: false,
      muted: false,
    });
    expect(bea.participants.get(1)?.color).not.toBe(joined.color);
    const left = next(ada, 'participantLeft');
    await bea.leave();
    expect(await left).toEqual({ participant: joined, reason: 'left', note: '' });
    expect((await open(beaClient, { roomId })).self.participantId).toBe(3);
  });

  test('R2.4 to R2.9: joins are refused with their reason', async () => {
    const client = await signUp();
    expect(await refusal(open(client, { roomId: 'no-such-room-at-all' }))).toMatchObject({
      code: 'ROOM_NOT_FOUND',
      details: { roomId: 'no-such-room-at-all' },
    });
    const create = { roomName: 'Vault', password: 'sesame', maxUsers: 1, settings: { allowGuests: false } };
    const { info: room } = await open(client, { create });
    const { roomId } = room;
    const reasonFor = async (of: RoomtoneClient, given: string) => {
      const { code, details } = await refusal(open(of, { roomId, password: given }));
      return [code, details.reason];
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
    const note = bea.waitFor('note');
    const playedUs = ada.serverNowUs();
    expect(ada.send([{ timeUs: playedUs, data: noteOn }])).toEqual({ sent: true });
    expect(await heard).toMatchObject({ participantId: 1, startTimeUs: playedUs, offsets: [0], data: noteOn });
    expect(await note).toMatchObject({ participantId: 1, type: 'noteOn', channel: 0, key: 60, velocity: 100 });
    const guest = await open(subject.client(), { roomId });
    const { sounding, self } = guest.snapshot;
    expect([self.guest, sounding.map(({ participantId, data }) => [participantId, [...data]])]).toEqual([
      true,
      [[1, [...noteOn]]],
    ]);
    const released = next(bea, 'notes');
    await ada.leave();
    expect(splitNotes(await released).map(({ data }) => readEvent(data))).toMatchObject([{ type: 'noteOff', key: 60 }]);
    expect(own).toEqual([]);
  });

  test('R3.5, R4.6: guests only listen', async () => {
    const { roomId } = await pair();
    const guest = await open(subject.client(), { roomId });
    expect(await refusal(guest.chat('hi'))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await refusal(guest.setPlayer({ color: '#112233' }))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(guest.send(noteOn)).toEqual({ sent: false, reason: 'guest' });
  });

  test('R4.1, R4.2: chat is trimmed, reaches everybody in order, and is there for newcomers', async () => {
    const { ada, bea, roomId } = await pair();
    const said = next(bea, 'chat');
    const mine = await ada.chat(' hello ');
    expect(await said).toEqual(mine);
    expect(mine).toMatchObject({ message: 'hello', userId: ada.self.userId, messageType: 'user' });
    await bea.chat('hi');
    const { chat } = (await open(await signUp(), { roomId })).snapshot;
    expect(chat.map(({ message }) => message)).toEqual(['hello', 'hi']);
    const deleted = next(bea, 'chatDeleted');
    await ada.moderation.deleteChat(mine.messageId);
    expect(await deleted).toEqual({ messageId: mine.messageId, participantId: 1 });
    await ada.update({ settings: { allowChat: false } });
    expect(await refusal(bea.chat('psst'))).toMatchObject({ details: { reason: 'chat' } });
  });

  test('R23: the owner says who may play; players take turns, pass them on, and know why they may not play', async () => {
    const { ada, bea } = await pair();
    const why = (room: Room) => whyNotPlay(room.info, room.self, room.turns);
    expect([ada.info.settings?.mayPlay, why(bea)]).toEqual(['everybody', undefined]);
    const isNamed = next(bea, 'roomUpdated', ({ settings }) => settings?.mayPlay === 'named');
    await ada.update({ settings: { mayPlay: 'named' } });
    await isNamed;
    expect([why(ada), why(bea)]).toEqual([undefined, 'named']);
    const isListed = next(bea, 'roomUpdated', ({ players }) => players?.includes(bea.self.userId) === true);
    await namePlayer(ada, { participantId: bea.self.participantId }, true);
    await isListed;
    expect(why(bea)).toBeUndefined();
    const areTaken = next(bea, 'turns');
    await ada.update({ settings: { mayPlay: 'turns', turnPlayers: 1, turnSeconds: 60 } });
    expect(await areTaken).toEqual({ playing: [], waiting: [] });
    expect(why(bea)).toBe('turns');
    await turnsIn(bea).take();
    expect(bea.turns).toMatchObject({ playing: [{ participantId: bea.self.participantId }], waiting: [] });
    expect(why(bea)).toBeUndefined();
    await turnsIn(ada).take();
    expect(ada.turns?.waiting).toEqual([ada.self.participantId]);
    const heard = next(ada, 'note');
    bea.noteOn(60, 100);
    await heard;
    const released = next(ada, 'notesReleased');
    await turnsIn(bea).pass();
    expect(await released).toEqual({ participantId: bea.self.participantId });
    expect([why(ada), why(bea)]).toEqual([undefined, 'turns']);
    const refused = next(bea, 'error');
    bea.noteOn(60, 100);
    expect(await refused).toMatchObject({ details: { reason: 'may_play' } });
    expect(bea.noteOff(60)).toEqual({ sent: false, reason: 'mayNotPlay' });
    await turnsIn(ada).skip(ada.self.participantId);
    expect(ada.turns).toEqual({ playing: [], waiting: [] });
    expect(await refusal(turnsIn(bea).move(ada.self.participantId, 1))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  });

  test('R21, R22: everybody has the same loops, and they start and go on with the metronome', async () => {
    const { ada, bea, roomId } = await pair();
    const [byAda, byBea] = [loopsOf(ada), loopsOf(bea)];
    await Promise.all([byAda.ready, byBea.ready]);
    const until = async (slot: number, holds: (loop: Loop | undefined) => boolean) => {
      while (!holds(byAda.all.get(slot))) await byAda.waitFor('changed');
      return byAda.all.get(slot);
    };
    const instrument = { channel: 1, bankMsb: 0, bankLsb: 0, program: 4 };
    const layer = {
      ...instrument,
      events: [
        { tick: 0, data: Uint8Array.of(0x91, 60, 90) },
        { tick: 240, data: Uint8Array.of(0x81, 60, 64) },
      ],
    };
    const loop = { name: ' Riff ', bars: 2, beatsPerBar: 4, layers: [layer] };
    await byBea.record(3, { ...loop, start: {} });
    const recorded = await until(3, (found) => found !== undefined);
    expect(recorded).toMatchObject({ name: 'Riff', userId: bea.self.userId, volume: 100, muted: false });
    expect(recorded?.content).toEqual({ kind: 'recorded', bars: 2, beatsPerBar: 4, layers: [layer] });
    const { startTimeUs = 0, running } = ada.time.transport ?? {};
    expect([running, recorded?.plan]).toEqual([true, [{ startTimeUs, playing: true, tick: 0, bpm: 120, pattern: 0 }]]);
    const refusals = [
      byBea.record(3, loop),
      byBea.start(9),
      byBea.record(4, { ...loop, bars: 33 }),
      byBea.setSteps(3, 0, []),
    ];
    expect(await Promise.all(refusals.map(refusal))).toMatchObject([
      { code: 'VALIDATION_ERROR', details: { field: 'slot', code: 'taken' } },
      { code: 'RESOURCE_NOT_FOUND' },
      { code: 'VALIDATION_ERROR', details: { field: 'bars' } },
      { code: 'VALIDATION_ERROR', details: { field: 'slot' } },
    ]);

    await ada.time.setTransport({ bpm: 60 });
    const [before, after] = (await until(3, (found) => found?.plan.length === 2))?.plan ?? [];
    expect([before?.bpm, after?.bpm, after?.playing, after?.startTimeUs]).toEqual([
      120,
      60,
      true,
      ada.time.transport?.startTimeUs,
    ]);
    await byBea.overdub(3, layer);
    await byBea.set(3, { name: 'Groove', muted: true });
    expect(await until(3, (found) => found?.muted === true)).toMatchObject({
      name: 'Groove',
      content: { layers: [layer, layer] },
    });
    await byBea.undo(3);
    await byBea.stop(3);
    const stopped = await until(3, (found) => found?.plan.at(-1)?.playing === false);
    expect(stopped?.content).toMatchObject({ layers: [layer] });

    const patterns = [{ steps: 4, lanes: [[100, 0, 0, 0]] }];
    await byAda.makePatterns(7, { ...instrument, name: 'Beat', stepsPerBeat: 4, swing: 50, keys: [36], patterns });
    await byBea.setSteps(7, 0, [{ key: 42, step: 2, velocity: 80 }]);
    await byBea.changePatterns(7, { swing: 60, lengths: [{ pattern: 1, steps: 2 }] });
    await byBea.choosePattern(7, 1);
    expect(await until(7, (found) => found?.plan.at(-1)?.pattern === 1)).toMatchObject({
      content: {
        ...{ kind: 'patterns', swing: 60, keys: [36, 42] },
        patterns: [
          {
            steps: 4,
            lanes: [
              [100, 0, 0, 0],
              [0, 0, 80, 0],
            ],
          },
          {
            steps: 2,
            lanes: [
              [0, 0],
              [0, 0],
            ],
          },
        ],
      },
    });
    expect(await refusal(byBea.remove(7))).toMatchObject({
      code: 'AUTHORIZATION_ERROR',
      details: { reason: 'loop_owner' },
    });

    const guest = loopsOf(await open(subject.client(), { roomId }));
    await guest.ready;
    const withoutRevision = ({ all }: typeof guest) => [...all.values()].map(({ revision: _, ...rest }) => rest);
    expect(withoutRevision(guest)).toEqual(withoutRevision(byAda));
    expect(await refusal(guest.start(7))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    await ada.update({ settings: { mayLoop: 'moderators' } });
    expect(await refusal(byBea.start(7))).toMatchObject({ details: { reason: 'may_loop' } });
    await byAda.start(7);
    await byAda.stopAll();
    await byAda.remove(3);
    expect([...byAda.all.keys()]).toEqual([7]);
    await ada.time.setTransport({ running: false });
    expect((await until(7, (found) => found?.plan.at(-1)?.playing !== true))?.name).toBe('Beat');
  });

  test('R3.4, R4.12: players set their colour and instrument, and show that they type', async () => {
    const { ada, bea } = await pair();
    const updated = next(bea, 'participantUpdated');
    await ada.setPlayer({ color: '#123456', instrument: ' Organ ' });
    expect(await updated).toMatchObject({ participantId: 1, color: '#123456', instrument: 'Organ' });
    expect(ada.participants.get(1)).toEqual(await updated);
    const typing = next(bea, 'typing');
    ada.typing(true);
    expect(await typing).toEqual({ participantId: 1, typing: true });
  });

  test('R26: programs send data to the others, or to some, as those may who may chat', async () => {
    const { ada, bea } = await pair();
    const got: RoomEvents['data'][] = [];
    ada.on('data', (event) => got.push(event));
    const first = next(bea, 'data');
    await ada.sendData('pen/line', Uint8Array.of(1, 0, 255));
    expect(await first).toEqual({ participantId: 1, topic: 'pen/line', data: Uint8Array.of(1, 0, 255), lossy: false });
    const cursor = next(bea, 'data');
    await ada.sendData('cursor', Uint8Array.of(7), { lossy: true, to: [2] });
    expect(await cursor).toEqual({ participantId: 1, topic: 'cursor', data: Uint8Array.of(7), lossy: true });
    await bea.sendData('pen', new Uint8Array(0), { to: [2, 99] });
    expect(await refusal(ada.sendData('two words', new Uint8Array(1)))).toMatchObject({ details: { field: 'topic' } });
    expect(await refusal(ada.sendData('pen', new Uint8Array(16_385)))).toMatchObject({ details: { max: 16_384 } });
    const wrong = { lossless: true } as object;
    await expect(ada.sendData('pen', new Uint8Array(1), wrong)).rejects.toThrow('lossless');
    await ada.moderation.mute({ userId: bea.self.userId });
    expect(await refusal(bea.sendData('pen', new Uint8Array(1)))).toMatchObject({ details: { reason: 'muted' } });
    expect(got).toEqual([]);
  });

  test('R2.14, R9.3: the owner changes the room and sets the metronome; others may not', async () => {
    const { ada, bea } = await pair();
    const changed = next(bea, 'roomUpdated');
    await ada.update({ roomName: 'Cellar', maxUsers: 9 });
    expect(await changed).toMatchObject({ roomName: 'Cellar', maxUsers: 9, currentUsers: 2 });
    expect(await refusal(bea.update({ roomName: 'Mine' }))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    const set = next(bea, 'transport');
    await ada.time.setTransport({ bpm: 96, beatsPerBar: 3, running: true });
    const transport = await set;
    expect(transport).toMatchObject({ bpm: 96, beatsPerBar: 3, running: true });
    // R9.4: a change while it runs waits for a bar line.
    const stopped = next(bea, 'transport');
    await ada.time.setTransport({ running: false });
    const bars = ((await stopped).startTimeUs - transport.startTimeUs) / ((3 * 60e9) / 96_000);
    expect(bars).toBe(Math.round(bars));
    const refused = await refusal(bea.time.setTransport({ bpm: 90, beatsPerBar: 4, running: true }));
    expect(refused).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  });

  test('R13: mutes, kicks and bans', async () => {
    const { ada, bea, beaClient, roomId } = await pair();
    const { userId = '' } = beaClient.user ?? {};
    bea.send(noteOn);
    await next(ada, 'notes');
    const silenced = next(ada, 'notes');
    const muted = next(bea, 'participantUpdated');
    await ada.moderation.mute({ userId });
    expect(await muted).toMatchObject({ participantId: 2, muted: true });
    expect([...(await silenced).data]).toEqual([...noteOff]);
    expect(await refusal(bea.chat('psst'))).toMatchObject({ details: { reason: 'muted' } });
    await ada.moderation.unmute({ participantId: 2 });
    await bea.chat('thanks');
    expect(await refusal(bea.moderation.kick({ participantId: 1 }))).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expect(await refusal(ada.moderation.kick({ participantId: 99 }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(await refusal(ada.moderation.kick({ participantId: 1 }))).toMatchObject({ details: { field: 'target' } });
    const closed = next(bea, 'state', ({ status }) => status === 'closed');
    const left = next(ada, 'participantLeft');
    await ada.moderation.kick({ participantId: 2 }, { reason: 'Too loud' });
    expect(await closed).toEqual({ status: 'closed', reason: { kind: 'kicked', note: 'Too loud' } });
    expect(await left).toMatchObject({ reason: 'kicked', note: 'Too loud' });
    await ada.moderation.ban({ userId });
    expect(await refusal(open(beaClient, { roomId }))).toMatchObject({ details: { reason: 'banned' } });
    await ada.moderation.unban({ userId });
    const back = await open(beaClient, { roomId });
    const owned = next(back, 'roomUpdated');
    const [asked, outcome] = [
      next(back, 'ownershipOffer'),
      next(ada, 'ownershipOffer', ({ state }) => state !== 'open'),
    ];
    await ada.moderation.transferOwner({ userId });
    expect(await asked).toMatchObject({ state: 'open', userId });
    await back.moderation.answerOwnership(false);
    expect(await outcome).toMatchObject({ state: 'declined', userId });
    expect(await refusal(back.moderation.answerOwnership(true))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await ada.moderation.transferOwner({ userId });
    await back.moderation.answerOwnership(true);
    expect(await owned).toMatchObject({ roomOwner: userId });
  });

  test('R2.15: a deleted room closes for everybody inside', async () => {
    const { bea, adaClient, roomId } = await pair();
    const closed = next(bea, 'state', ({ status }) => status === 'closed');
    await adaClient.rooms.delete(roomId);
    expect(await closed).toEqual({ status: 'closed', reason: { kind: 'roomClosed', why: 'deleted' } });
  });

  test('R10.2, R10.4, R10.5: a lost socket is resumed by the same participant, with everything missed', async () => {
    const { ada, bea } = await pair();
    ada.send(noteOn);
    await next(bea, 'notes');
    const back = Promise.all([next(ada, 'resumed'), next(bea, 'resumed')]);
    subject.cut();
    const snapshots = await back;
    expect(snapshots.map(({ self, sounding }) => [self.participantId, sounding])).toEqual([
      [1, []],
      [2, []],
    ]);
    const said = next(bea, 'chat');
    await ada.chat('still here');
    expect(await said).toMatchObject({ message: 'still here' });
  });

  test('R11.1, R11.3: the lobby lists public rooms and follows them', async () => {
    const { roomId, ada } = await pair();
    const lobby = await subject.client().joinLobby();
    opened.push(lobby);
    expect(lobby.rooms.get(roomId)).toMatchObject({ roomName: 'Loft', currentUsers: 2 });
    // A room has one shape, over REST as well; only those inside are told what is open.
    const { currentUsers: _, lastActivity: __, stand: ___, ...same } = ada.info;
    expect(lobby.rooms.get(roomId)).toMatchObject(same);
    expect(await subject.client().rooms.get(roomId)).toMatchObject(same);
    const renamed = new Promise<void>((resolve) => {
      lobby.on('rooms', (rooms) => {
        if (rooms.get(roomId)?.roomName === 'Cellar') resolve();
      });
    });
    await ada.update({ roomName: 'Cellar' });
    await renamed;
  });
});
