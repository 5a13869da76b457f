import { type DirectSignal, encodeFrame, limits, writeDatagram } from '@roomtone/protocol';
import type { NoteEvent, Room } from '@roomtone/sdk';
import { type DirectNotes, directNotesOf } from '@roomtone/sdk/direct';
import { afterAll, describe, type ExpectStatic, test } from 'vitest';
import { MemoryDirect } from './memory-direct.ts';
import { join, next, onServer } from './on-server.ts';

const server = onServer();
/** They are closed together, because the tests run side by side. */
const rooms: Room[] = [];
afterAll(() => {
  for (const room of rooms) room.close();
});

interface Player {
  readonly room: Room;
  readonly direct: DirectNotes;
  /** The keys that go down (positive) and up (negative) here. */
  readonly heard: number[];
}

async function player(network: MemoryDirect, room: Room, wish: true | 'near' = true): Promise<Player> {
  const direct = directNotesOf(room, network.load);
  const heard: number[] = [];
  room.on('note', ({ type, key }: NoteEvent) => heard.push(type === 'noteOn' ? key : -key));
  await direct.want(wish);
  return { room, direct, heard };
}

/** Ada, who owns the room, and Bo with a direct channel between them. */
async function duo(expect: ExpectStatic) {
  const network = new MemoryDirect();
  const [first, second] = [await server.signUp(), await server.signUp()];
  const adasRoom = await join(first, { create: { roomName: 'Direct' } });
  const bosRoom = await join(second, { roomId: adasRoom.info.roomId });
  rooms.push(adasRoom, bosRoom);
  const ada = await player(network, adasRoom);
  const bo = await player(network, bosRoom);
  await expect.poll(() => [stateOf(ada, bo), stateOf(bo, ada)]).toEqual(['used', 'used']);
  return { network, ada, bo };
}

const stateOf = (listener: Player, { room }: Player) => listener.direct.figures(room.self.participantId)?.state;
const figuresOf = (listener: Player, { room }: Player) => listener.direct.figures(room.self.participantId);

/** Sends a message of notes to the one who listens directly, and not to the server. */
function forge(network: MemoryDirect, noteNumber: number, key: number): void {
  const body = { startTime: 0, offsets: [0], data: Uint8Array.of(0x90, key, 100) };
  network.forge(
    writeDatagram({ number: 1_000 + noteNumber, frames: [encodeFrame({ kind: 'midiMessage', body, noteNumber })] }),
  );
}

/** Sends a side of a channel that her own client has not made. */
const adaTells = ({ room }: Player, body: DirectSignal) => room.tell({ kind: 'directSignal', body });

/** Resolves when everything that was sent to the server before has been relayed. */
const settled = (room: Room) => room.setPlayer({ recording: false });

// Most of their time they wait for what takes seconds.
describe.concurrent('direct channels', () => {
  test('R25.5: each note is played once and in order, whichever path brings it first', async ({ expect }) => {
    const { network, ada, bo } = await duo(expect);
    ada.room.noteOn(60, 100);
    await Promise.resolve();
    await Promise.resolve();
    expect(bo.heard).toEqual([60]);
    // The next datagram is lost, and brings its notes with the one after it, behind the server's copy or before.
    network.pass = () => {};
    ada.room.noteOn(61, 100);
    await settled(ada.room);
    network.pass = (deliver) => deliver();
    for (const key of [62, 63]) ada.room.noteOn(key, 100);
    await expect.poll(() => bo.heard).toEqual([60, 61, 62, 63]);
    await expect.poll(() => figuresOf(bo, ada)?.sooner).toBeGreaterThanOrEqual(3);
    bo.room.noteOn(70, 100);
    await expect.poll(() => ada.heard).toEqual([70]);
    expect(figuresOf(bo, ada)?.unconfirmed).toBe(0);
  });

  test('R25.6: what the server does not confirm is taken back, and the third time ends direct channels with who sent it', async ({
    expect,
  }) => {
    const { network, ada, bo } = await duo(expect);
    for (const round of [0, 1, 2]) {
      const [number, key] = [2 * round + 1, 60 + round];
      await expect.poll(() => stateOf(ada, bo), { timeout: 10_000 }).toBe('used');
      forge(network, number, key);
      expect(ada.heard).toContain(key);
      // The server relays the next number, and never this one.
      const body = { startTime: 0, offsets: [0], data: Uint8Array.of(0xb0, 7, 100) };
      bo.room.tell({ kind: 'midiMessage', body, noteNumber: number + 1 }).catch(() => {});
      await expect.poll(() => figuresOf(ada, bo)?.unconfirmed).toBe(round + 1);
      expect(ada.heard).toContain(-key);
    }
    await expect.poll(() => figuresOf(ada, bo)).toMatchObject({ state: 'none', whyNot: 'distrusted' });
  });

  test('R25.6: a note that never comes from the server is taken back after 2 s', async ({ expect }) => {
    const { network, ada, bo } = await duo(expect);
    forge(network, 1, 64);
    expect(ada.heard).toEqual([64]);
    // The server goes on saying other things.
    await expect.poll(() => settled(ada.room).then(() => ada.heard), { timeout: 10_000 }).toEqual([64, -64]);
    expect(figuresOf(ada, bo)?.unconfirmed).toBe(1);
  });

  test('R25.6: other notes than the server relays end them at once', async ({ expect }) => {
    const { network, ada, bo } = await duo(expect);
    forge(network, 1, 64);
    expect(ada.heard).toEqual([64]);
    bo.room.noteOn(51, 100);
    await expect.poll(() => figuresOf(ada, bo)).toMatchObject({ state: 'none', whyNot: 'distrusted', unconfirmed: 1 });
    expect(ada.heard).toEqual([64, -64]);
  });

  test('R25.7: a muted player is not heard directly either, and is again afterwards', async ({ expect }) => {
    const { network, ada, bo } = await duo(expect);
    const target = { participantId: bo.room.self.participantId };
    await ada.room.moderation.mute(target, { chat: false });
    await expect.poll(() => ada.room.participants.get(target.participantId)?.muted).toBe(true);
    forge(network, 1, 64);
    expect(ada.heard).toEqual([]);
    await ada.room.moderation.unmute(target);
    await expect.poll(() => ada.room.participants.get(target.participantId)?.muted).toBe(false);
    bo.room.noteOn(65, 100);
    await expect.poll(() => ada.heard).toEqual([65]);
    await expect.poll(() => figuresOf(ada, bo)).toMatchObject({ state: 'used', unconfirmed: 0, sooner: 1 });
  });

  test('R25.7: more datagrams than any client sends in a second end direct channels with who sends them', async ({
    expect,
  }) => {
    const { network, ada, bo } = await duo(expect);
    const empty = writeDatagram({ number: 1, frames: [] });
    for (let sent = 0; sent <= limits.datagrams.perSecond; sent++) network.forge(empty);
    expect(figuresOf(ada, bo)).toMatchObject({ state: 'none', whyNot: 'distrusted' });
    bo.room.noteOn(60, 100);
    await expect.poll(() => ada.heard).toEqual([60]);
  });

  test('R25.8: a path that is not quicker rests', async ({ expect }) => {
    const { network, ada, bo } = await duo(expect);
    const late: (() => void)[] = [];
    network.pass = (deliver) => void late.push(deliver);
    for (let key = 30; key < 40; key++) {
      ada.room.noteOn(key, 100);
      await settled(ada.room);
      await expect.poll(() => bo.heard.at(-1)).toBe(key);
      for (const deliver of late.splice(0)) deliver();
    }
    expect(stateOf(bo, ada)).toBe('ready');
    expect(bo.heard).toHaveLength(10);
    // The wish to get fewer of them travels on the channel, too.
    for (const deliver of late.splice(0)) deliver();
    // Only a few datagrams a second go there now: of twenty at once, one at most.
    for (let key = 60; key < 80; key++) {
      ada.room.noteOn(key, 100);
      for (let turn = 0; turn < 3; turn++) await Promise.resolve();
    }
    expect(late.length).toBeLessThanOrEqual(1);
    await expect.poll(() => bo.heard.at(-1)).toBe(79);
  });

  test('R25.3: who wants them within one network alone has them there, and the server is asked before', async ({
    expect,
  }) => {
    const network = new MemoryDirect();
    const [first, second] = [await server.signUp(), await server.signUp()];
    const adasRoom = await join(first, { create: { roomName: 'Direct' } });
    const bosRoom = await join(second, { roomId: adasRoom.info.roomId });
    rooms.push(adasRoom, bosRoom);
    const ada = await player(network, adasRoom);
    const bo = await player(network, bosRoom, 'near');
    await expect.poll(() => [stateOf(ada, bo), stateOf(bo, ada)]).toEqual(['used', 'used']);
    expect(adasRoom.participants.get(bosRoom.self.participantId)).toMatchObject({ direct: true, directNear: true });
    // A channel that was not asked for is not good enough.
    const { made } = network;
    await bo.direct.want(true);
    await ada.direct.want('near');
    await expect.poll(() => network.made).toBe(made + 2);
    await expect.poll(() => [stateOf(ada, bo), stateOf(bo, ada)]).toEqual(['used', 'used']);
  });

  test('R25.9: end with the wish of either, with the room’s setting, and with who leaves', async ({ expect }) => {
    const { ada, bo } = await duo(expect);
    await bo.direct.want(false);
    await expect.poll(() => figuresOf(ada, bo)).toMatchObject({ state: 'none', whyNot: 'other' });
    expect(figuresOf(bo, ada)).toMatchObject({ state: 'none', whyNot: 'own' });
    await bo.direct.want(true);
    await expect.poll(() => stateOf(bo, ada)).toBe('used');
    await ada.room.update({ settings: { allowDirect: false } });
    await expect.poll(() => figuresOf(bo, ada)).toMatchObject({ state: 'none', whyNot: 'room' });
    await ada.room.update({ settings: { allowDirect: true } });
    await expect.poll(() => stateOf(bo, ada)).toBe('used');
    const { participantId } = bo.room.self;
    await bo.room.leave();
    await expect.poll(() => ada.direct.figures(participantId)).toBeUndefined();
  });

  test.for(['kick', 'ban'] as const)(
    'R25.9: end with a %s, and who was removed is not heard any more',
    async (act, { expect }) => {
      const { network, ada, bo } = await duo(expect);
      const target = { participantId: bo.room.self.participantId };
      const removed = next(bo.room, 'state', ({ status }) => status === 'closed');
      await ada.room.moderation[act](target);
      await removed;
      await expect.poll(() => ada.direct.figures(target.participantId)).toBeUndefined();
      expect(network.isOpen).toBe(false);
      forge(network, 1, 64);
      expect(ada.heard).toEqual([]);
    },
  );
});

describe('an attacker alone suffers from', () => {
  test('R25.6: numbers ahead of their own, which nobody hears and which end the path', async ({ expect }) => {
    const { network, ada, bo } = await duo(expect);
    const cy = await player(network, await join(await server.signUp(), { roomId: ada.room.info.roomId }));
    rooms.push(cy.room);
    await expect.poll(() => [stateOf(ada, cy), stateOf(bo, cy)]).toEqual(['used', 'used']);
    // The last one made is Cy's side of the channel to Bo, or to Ada.
    for (const number of [900, 2 ** 31, 2 ** 32 - 2_000]) forge(network, number, 64);
    for (const key of [40, 41]) cy.room.noteOn(key, 100);
    bo.room.noteOn(50, 100);
    await expect
      .poll(() => [ada.heard, bo.heard].map((heard) => heard.filter((key) => key < 50)))
      .toEqual([
        [40, 41],
        [40, 41],
      ]);
    expect([...ada.heard, ...bo.heard]).not.toContain(64);
    const unconfirmed = () => [ada, bo].map((listener) => figuresOf(listener, cy)?.unconfirmed ?? 0);
    const told = () => Promise.all([settled(ada.room), settled(bo.room)]);
    await expect.poll(() => told().then(() => Math.max(...unconfirmed())), { timeout: 10_000 }).toBe(3);
    // Nobody else's path has suffered.
    expect([figuresOf(ada, bo), figuresOf(bo, ada)]).toMatchObject([
      { state: 'used', unconfirmed: 0 },
      { state: 'used', unconfirmed: 0 },
    ]);
  });

  test('R25.5: a flood of offers, of which one in 1.5 s is answered', async ({ expect }) => {
    const { network, ada, bo } = await duo(expect);
    const cy = await player(network, await join(await server.signUp(), { roomId: ada.room.info.roomId }));
    rooms.push(cy.room);
    await expect.poll(() => [stateOf(cy, bo), stateOf(bo, cy)]).toEqual(['used', 'used']);
    const to = bo.room.self.participantId;
    const offer = { iceUfrag: 'forged', icePwd: 'p'.repeat(22), fingerprint: new Uint8Array(32), candidates: [] };
    // Those that Ada has made herself until then are none of Bo's.
    const before = network.made;
    for (let attempt = 100; attempt < 130; attempt++) await adaTells(ada, { ...offer, to, answer: false, attempt });
    expect(network.made - before).toBeLessThanOrEqual(4);
    expect(stateOf(bo, cy)).toBe('used');
    cy.room.noteOn(70, 100);
    ada.room.noteOn(71, 100);
    await expect.poll(() => bo.heard).toEqual([70, 71]);
  });
});
