import {
  type DatagramReport,
  decodeServerFrame,
  directLimits,
  encodeFrame,
  limits,
  type Message,
  type Outgoing,
  readDatagram,
  serviceLimits,
  writeDatagram,
} from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { type MemoryDatagramClient, MemoryDatagrams } from '../support/memory-datagrams.ts';
import { Stage } from './stage.ts';
import { midi, type TestPlayer } from './test-player.ts';

let stage: Stage;
let network: MemoryDatagrams;
beforeEach(async () => {
  network = new MemoryDatagrams();
  stage = await Stage.open({ datagrams: network });
});
afterEach(() => stage.close());

const requestId = 9;

/** A player with an open data channel. */
class Both {
  readonly player: TestPlayer;
  client: MemoryDatagramClient;
  #number = 0;

  constructor(player: TestPlayer, client: MemoryDatagramClient) {
    this.player = player;
    this.client = client;
  }

  static async of(player: TestPlayer): Promise<Both> {
    const client = network.client();
    offer(player, client);
    client.connect((await player.take('datagramAnswer')).body);
    return new Both(player, client);
  }

  datagram(...frames: readonly Outgoing[]): void {
    this.client.send(writeDatagram({ number: ++this.#number, frames: frames.map((frame) => encodeFrame(frame)) }));
  }

  /** Loses datagrams. */
  skip(count: number): void {
    this.#number += count;
  }

  report(wanted: boolean): Promise<void> {
    this.player.send({ kind: 'datagramReport', body: { wanted, received: 0, lost: 0, direct: [] } });
    return this.player.sync();
  }

  /** Everything that datagrams brought, without repetitions. */
  get received(): Message[] {
    const seen = new Set<string>();
    return this.client.received.flatMap((bytes) =>
      readDatagram(bytes).frames.flatMap((frame) => {
        const message = decodeServerFrame(frame);
        const key = String(frame);
        if (message === undefined || seen.has(key)) return [];
        seen.add(key);
        return [message];
      }),
    );
  }

  /** The keys of the notes that datagrams brought. */
  get keys(): (number | undefined)[] {
    return this.received.flatMap((message) => (message.kind === 'midiMessage' ? [message.body.data[1]] : []));
  }
}

function offer(player: TestPlayer, { offer: body }: Pick<MemoryDatagramClient, 'offer'>): void {
  player.send({ kind: 'datagramOffer', body, requestId });
}

async function refusedOffer(player: TestPlayer, client: Pick<MemoryDatagramClient, 'offer'> = network.client()) {
  offer(player, client);
  const error = await player.take('error');
  expect(error.requestId).toBe(requestId);
  return error.body;
}

/** A note-on as message `noteNumber` of a client. */
function note(noteNumber: number, key = 60 + noteNumber): Outgoing {
  return { kind: 'midiMessage', body: midi([0x90, key, 100]), noteNumber };
}

/** The keys of the notes that the WebSocket brought so far. */
function keysAt(player: TestPlayer): (number | undefined)[] {
  return player.frames.flatMap((frame) => (frame.kind === 'midiMessage' ? [frame.body.data[1]] : []));
}

/** Ada with a data channel and Bo in a room. */
async function duo() {
  const { roomId, players } = await stage.band('ada', 'bo');
  const [ada, bo] = players as [TestPlayer, TestPlayer];
  return { roomId, ada: await Both.of(ada), bo };
}

describe('R17.1: the welcome says whether the server has datagrams, and an offer is refused', () => {
  test('without them', async () => {
    const without = await Stage.open();
    const ada = await without.user('ada');
    expect(ada.welcome.datagrams).toBe(false);
    expect(await refusedOffer(ada)).toMatchObject({ code: 'RESOURCE_NOT_FOUND', details: { reason: 'datagrams' } });
    await without.close();
  });

  test('when the port cannot be opened, and answered once it can', async () => {
    const ada = await stage.user('ada');
    expect(ada.welcome.datagrams).toBe(true);
    network.failNext = true;
    expect(await refusedOffer(ada)).toMatchObject({ code: 'RESOURCE_NOT_FOUND', details: { reason: 'datagrams' } });
    expect(stage.counters.datagramChannels).toBe(0);
    stage.time.advance(limits.datagrams.offerMs);
    await Both.of(ada);
    expect(stage.counters.datagramChannels).toBe(1);
  });

  test('from 1,000 channels on', async () => {
    const [ada, bo] = [await stage.user('ada'), await stage.user('bo')];
    stage.counters.datagramChannels = limits.datagrams.channels - 1;
    await Both.of(ada);
    expect(await refusedOffer(bo)).toMatchObject({ code: 'RESOURCE_NOT_FOUND', details: { reason: 'datagrams' } });
    stage.counters.datagramChannels = 1;
  });

  test('but a guest, who hears notes by datagram and cannot play any (R17.11)', async () => {
    const { roomId, ada } = await duo();
    const guest = await stage.guest();
    await guest.join(roomId);
    const listener = await Both.of(guest);
    ada.player.play([0x90, 60, 100]);
    await expect.poll(() => listener.keys).toEqual([60]);
    listener.datagram(note(1));
    expect((await guest.take('error')).body.code).toBe('AUTHORIZATION_ERROR');
    await ada.player.sync();
    expect(keysAt(ada.player)).toEqual([]);
  });
});

test('R25.11: a client gets no datagrams with notes of those whom it hears directly, and others’ as before', async () => {
  const { roomId, ada, bo } = await duo();
  const cy = await stage.user('cy');
  await cy.join(roomId);
  const report = async (direct: number[]) => {
    ada.player.send({ kind: 'datagramReport', body: { wanted: true, received: 0, lost: 0, direct } });
    await ada.player.sync();
  };
  const play = async (key: number) => {
    for (const player of [bo, cy]) player.play([0x90, key, 100]);
    await expect.poll(() => keysAt(ada.player).filter((heard) => heard === key)).toHaveLength(2);
  };
  await report([bo.number]);
  await play(60);
  expect(ada.keys).toEqual([60]);
  await report([...Array.from({ length: directLimits.channels }, () => bo.number), cy.number]);
  await play(61);
  expect(ada.keys).toEqual([60, 61]);
  await report([]);
  await play(62);
  expect(ada.keys).toEqual([60, 61, 62, 62]);
});

describe('an offer', () => {
  test('R17.5: with a wrong field is VALIDATION_ERROR, and does not count', async () => {
    const ada = await stage.user('ada');
    const right = network.client().offer;
    for (const changes of [{ iceUfrag: 'a b c' }, { icePwd: 'short' }, { fingerprint: new Uint8Array(20) }]) {
      const refused = await refusedOffer(ada, { offer: { ...right, ...changes } });
      expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: Object.keys(changes)[0] } });
    }
    await Both.of(ada);
  });

  test('R17.5, R17.7: may come every 2 s, and ends the channel of the one before', async () => {
    const ada = await Both.of(await stage.user('ada'));
    stage.time.advance(limits.datagrams.offerMs - 1);
    expect(await refusedOffer(ada.player)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { limit: '1' } });
    expect(ada.client.isOpen).toBe(true);
    stage.time.advance(1);
    const next = await Both.of(ada.player);
    expect([ada.client.isOpen, next.client.isOpen]).toEqual([false, true]);
    expect(stage.counters.datagramChannels).toBe(1);
  });

  test('R17.6: is answered with the port and the address that the client has reached, or those of the host', async () => {
    const ada = await stage.user('ada');
    offer(ada, network.client());
    expect((await ada.take('datagramAnswer')).body).toMatchObject({ addresses: ['127.0.0.1'], port: network.port });
    network.addresses = ['203.0.113.5', '2001:db8::5'];
    stage.time.advance(limits.datagrams.offerMs);
    offer(ada, network.client());
    expect((await ada.take('datagramAnswer')).body.addresses).toEqual(network.addresses);
  });
});

describe('a channel', () => {
  test('R17.7: is given up if it is not open after 15 s', async () => {
    const ada = await stage.user('ada');
    const client = network.client();
    offer(ada, client);
    const { body } = await ada.take('datagramAnswer');
    stage.time.advance(limits.datagrams.openMs - 500);
    expect(stage.counters.datagramChannels).toBe(1);
    stage.time.advance(1_500);
    expect(stage.counters.datagramChannels).toBe(0);
    client.connect(body);
    expect(client.isOpen).toBe(false);
  });

  test('R17.7: ends with its WebSocket, and with the client', async () => {
    const { ada, bo } = await duo();
    ada.player.socket.terminate();
    await stage.untilLogged('socket closed');
    expect(ada.client.isOpen).toBe(false);
    const other = await Both.of(bo);
    expect(stage.counters.datagramChannels).toBe(1);
    other.client.close();
    expect(stage.counters.datagramChannels).toBe(0);
    bo.play([0x90, 60, 100]);
    await bo.sync();
  });

  test('R17.7: ends with the datagram after 1,000 in a second; the notes go on over the WebSocket', async () => {
    const { ada, bo } = await duo();
    const most = limits.datagrams.perSecond;
    for (let sent = 0; sent < most; sent++) ada.datagram();
    stage.time.advance(1_000);
    for (let sent = 0; sent < most; sent++) ada.datagram();
    expect(ada.client.isOpen).toBe(true);
    ada.datagram();
    expect(ada.client.isOpen).toBe(false);
    expect(stage.counters).toMatchObject({ datagramsReceived: 2 * most, datagramsOverQuota: 1, datagramsInvalid: 0 });
    ada.player.send(note(1));
    await bo.take('midiMessage');
  });

  test('R17.17: ends when all channels of the person together bring more than their budget, which takes no new one', async () => {
    await stage.close();
    stage = await Stage.open({ datagrams: network, commandLimitFactor: 1 });
    const channels: Both[] = [];
    for (const name of ['ada', 'ada', 'ada', 'bo']) channels.push(await Both.of(await stage.user(name)));
    const [one, two, three, bo] = channels as [Both, Both, Both, Both];
    const { ofPerson, windowMs } = serverLimits.byteBudgets.datagrams;
    const third = Math.floor(ofPerson / serverLimits.datagramBytes / 3);
    for (let sent = 0; sent <= third; sent++) for (const channel of channels) channel.datagram();
    expect([one, two, three].filter(({ client }) => client.isOpen)).toHaveLength(2);
    expect(bo.client.isOpen).toBe(true);
    const late = await stage.user('ada');
    const refused = await refusedOffer(late);
    expect(refused).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { reason: 'bytes', budget: 'datagrams' } });
    stage.time.advance(windowMs);
    await Both.of(late);
  });

  test('R17.8: a bad datagram is VALIDATION_ERROR, and twenty of them close the connection', async () => {
    const { ada } = await duo();
    const heartbeat = { kind: 'heartbeat', body: { clientTime: 1 } } as unknown as Outgoing;
    const bad = [
      () => ada.client.send(Uint8Array.of(1, 2, 3)),
      () => ada.client.send(new Uint8Array(limits.datagrams.bytes + 1)),
      () => ada.datagram({ kind: 'midiMessage', body: midi([0x90, 60, 100]) }),
      () => ada.datagram(heartbeat),
      () => ada.client.send(writeDatagram({ number: 1, frames: [Uint8Array.of(0xff)] })),
    ];
    for (const send of bad) {
      send();
      expect((await ada.player.take('error')).body.code).toBe('VALIDATION_ERROR');
    }
    for (let sent = bad.length; sent < serviceLimits.badFrames.count; sent++) ada.client.send(Uint8Array.of(1));
    expect(await ada.player.closed).toBe(4400);
    expect(ada.client.isOpen).toBe(false);
    expect(stage.counters).toMatchObject({ datagramsOverQuota: 0, datagramsInvalid: serviceLimits.badFrames.count });
  });
});

describe('R17.2: the number of a message of notes', () => {
  const numbers = (player: TestPlayer) =>
    player.frames.flatMap((frame) => (frame.kind === 'midiMessage' ? [frame.noteNumber] : []));

  test('is the one that its sender gave it, if it rises, and otherwise the next', async () => {
    const { ada, bo } = await duo();
    for (const number of [3, 4, 9]) ada.player.send(note(number, 60));
    // Of another kind of client, which numbers nothing.
    ada.player.play([0x90, 61, 100]);
    ada.player.send(note(12, 62));
    await ada.player.sync();
    await expect.poll(() => numbers(bo)).toEqual([3, 4, 9, 10, 12]);
    const cy = await stage.user('cy');
    const joined = await cy.join(
      bo.frames.flatMap((frame) => (frame.kind === 'roomJoined' ? [frame.body.room?.roomId ?? ''] : [])).at(-1) ?? '',
    );
    const index = joined.body.participants.findIndex(({ username }) => username === 'ada');
    expect(joined.body.noteNumbers[index]).toBe(12);
  });

  test('is 0 for what the server makes itself, and the message behind it comes by the WebSocket alone', async () => {
    const { ada, bo } = await duo();
    const listener = await Both.of(bo);
    ada.player.send(note(1, 60));
    await expect.poll(() => listener.keys).toEqual([60]);
    await ada.player.acknowledge();
    ada.player.socket.terminate();
    await expect.poll(() => numbers(bo)).toEqual([1, 0]);
    const back = await stage.resume(ada.player);
    await back.take('roomJoined');
    for (const number of [2, 3]) back.send(note(number, 60 + number));
    await expect.poll(() => numbers(bo)).toEqual([1, 0, 2, 3]);
    await expect.poll(() => listener.keys).toEqual([60, 63]);
  });
});

describe('notes from a player', () => {
  test('R17.3: are relayed when the first of both ways brings them, once and in order', async () => {
    const { ada, bo } = await duo();
    ada.datagram(note(1));
    ada.datagram(note(3));
    ada.datagram(note(2), note(1));
    expect(stage.counters.notesIn).toBe(3);
    for (const number of [1, 2, 3, 4]) ada.player.send(note(number));
    ada.datagram(note(6));
    ada.player.send(note(7));
    await ada.player.sync();
    for (const key of [61, 62, 63, 64, 66, 67]) expect((await bo.take('midiMessage')).body.data[1]).toBe(key);
    await bo.sync();
    expect(keysAt(bo)).toHaveLength(6);
    expect(stage.counters.notesSooner).toBe(2);
  });

  test('R17.14: that no datagram brought are counted as repaired, and lost datagrams as lost', async () => {
    const { ada } = await duo();
    ada.datagram(note(1, 60));
    for (let number = 1; number <= 34; number++) {
      if (number > 3) ada.datagram(note(number, 60));
      ada.player.send(note(number, 60));
    }
    await ada.player.sync();
    expect(stage.counters.notesRepaired).toBe(1);
    ada.player.send(note(35, 60));
    await ada.player.sync();
    expect(stage.counters.notesRepaired).toBe(2);

    ada.skip(3);
    ada.datagram();
    stage.time.advance(1_000);
    expect(stage.counters.datagramsLost).toBe(3);
    ada.skip(2);
    ada.datagram();
    ada.client.close();
    expect(stage.counters.datagramsLost).toBe(5);
  });

  test('R17.4: 64 of them wait, and the others are left to the WebSocket', async () => {
    const { ada, bo } = await duo();
    const most = limits.datagrams.heldMessages;
    for (let number = 2; number <= most + 2; number++) ada.datagram(note(number, 1));
    expect(stage.counters.notesIn).toBe(0);
    ada.player.send(note(1, 1));
    await ada.player.sync();
    expect(stage.counters.notesIn).toBe(most + 1);
    ada.player.send(note(most + 2, 2));
    for (let number = 1; number <= most + 2; number++) await bo.take('midiMessage');
    expect(keysAt(bo).at(-1)).toBe(2);
  });

  test('R17.2, R17.4: keep their numbers across a resume, and none that waited sounds after the release', async () => {
    const { ada, bo } = await duo();
    ada.player.send(note(1));
    await bo.take('midiMessage');
    ada.datagram(note(3));
    await ada.player.acknowledge();
    ada.player.socket.terminate();
    expect([...(await bo.take('midiMessage')).body.data]).toEqual([0x80, 61, 64]);
    const back = await stage.resume(ada.player);
    await back.take('roomJoined');
    back.send(note(1));
    back.send(note(4));
    expect((await bo.take('midiMessage')).body.data[1]).toBe(64);
    // Too early for another channel: the offer counts for the connection.
    expect((await refusedOffer(back)).code).toBe('RATE_LIMIT_EXCEEDED');
    stage.time.advance(limits.datagrams.offerMs);
    const again = await Both.of(back);
    again.datagram(note(4), note(5));
    expect((await bo.take('midiMessage')).body.data[1]).toBe(65);
    await bo.sync();
    expect(keysAt(bo)).toEqual([61, 61, 64, 65]);
  });

  test('R17.11: count once against the quota, whichever way they come', async () => {
    const { ada, bo } = await duo();
    const chord = midi(...Array.from({ length: 40 }, (_, key) => [0x90, key, 100]));
    const count = limits.midi.eventBurst / chord.offsets.length;
    for (let number = 1; number <= count; number++) {
      const message = { kind: 'midiMessage', body: chord, noteNumber: number } as const;
      ada.datagram(message);
      ada.datagram(message);
      ada.player.send(message);
    }
    await ada.player.sync();
    expect(stage.counters.notesOverQuota).toBe(0);
    ada.datagram(note(count + 1, 60));
    expect((await ada.player.take('error')).body).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { dropped: '1' },
    });
    for (let number = 1; number <= count; number++) await bo.take('midiMessage');
  });

  test('R17.11: with malformed MIDI are refused once', async () => {
    const { ada } = await duo();
    const message = { kind: 'midiMessage', body: midi([0x90, 200, 100]), noteNumber: 1 } as const;
    ada.datagram(message);
    ada.player.send(message);
    await ada.player.sync();
    expect(ada.player.count('error')).toBe(1);
    expect((await ada.player.take('error')).body.code).toBe('VALIDATION_ERROR');
  });

  test.each(['mute', 'kick', 'ban'] as const)('R17.11: are not heard after a %s', async (command) => {
    const roomId = await stage.room();
    const [olga, bo] = [await stage.user('olga'), await stage.user('bo')];
    const ada = await Both.of(await stage.user('ada'));
    for (const player of [olga, ada.player, bo]) await player.join(roomId);
    const wish = {
      mute: { mute: { chat: false, notes: true, seconds: 0 } },
      kick: { kick: {} },
      ban: { ban: { seconds: 0 } },
    };
    const body = { reason: '', userId: 'id-of-ada', ...wish[command] };
    olga.send({ kind: 'moderationCommand', body, requestId: 3 } as Outgoing);
    await olga.take('ack');
    ada.datagram(note(1));
    const reason = command === 'mute' ? 'muted' : 'not_in_room';
    expect((await ada.player.take('error')).body).toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason } });
    await bo.sync();
    expect(keysAt(bo)).toEqual([]);
  });
});

describe('notes for a listener', () => {
  test('R17.2: are numbered for each player, and a snapshot has the last numbers', async () => {
    const { roomId, ada, bo } = await duo();
    for (const key of [60, 62]) ada.player.play([0x90, key, 100]);
    await ada.player.sync();
    bo.play([0x90, 64, 100]);
    const numbers = [(await bo.take('midiMessage')).noteNumber, (await bo.take('midiMessage')).noteNumber];
    expect([...numbers, (await ada.player.take('midiMessage')).noteNumber]).toEqual([1, 2, 1]);
    const cy = await stage.user('cy');
    const { body } = await cy.join(roomId);
    expect(body.participants.map(({ number }, index) => [number, body.noteNumbers[index]])).toEqual([
      [ada.player.number, 2],
      [bo.number, 1],
      [cy.number, 0],
    ]);
    ada.player.play([0x90, 65, 100]);
    expect((await cy.take('midiMessage')).noteNumber).toBe(3);
  });

  test('R17.3, R17.9: come both ways, in datagrams twice', async () => {
    const { ada, bo } = await duo();
    for (const key of [60, 62]) {
      bo.play([0x90, key, 100]);
      await ada.player.take('midiMessage');
    }
    await expect.poll(() => ada.keys).toEqual([60, 62]);
    const sent = stage.counters.datagramsSent;
    stage.time.advance(6);
    expect(stage.counters.datagramsSent).toBe(sent + 1);
    const copies = ada.client.received.flatMap((bytes) => readDatagram(bytes).frames.map((frame) => frame.at(-2)));
    stage.time.advance(500);
    expect(stage.counters.datagramsSent).toBe(sent + 1);
    expect(copies).toHaveLength(4);
  });

  test('R17.10: come by datagram as long as the listener wants it; the server reports every 2 s', async () => {
    const { ada, bo } = await duo();
    await ada.report(false);
    bo.play([0x90, 60, 100]);
    await ada.player.take('midiMessage');
    await ada.player.sync();
    expect(ada.keys).toEqual([]);
    await ada.report(true);
    bo.play([0x90, 62, 100]);
    await expect.poll(() => ada.keys).toEqual([62]);

    ada.datagram(note(1));
    ada.client.send(writeDatagram({ number: 3, frames: [encodeFrame(note(2))] }));
    stage.time.advance(2_500);
    const report: DatagramReport = { wanted: true, received: 2, lost: 1, direct: [] };
    expect((await ada.player.take('datagramReport')).body).toEqual(report);
    await expect.poll(() => ada.received.map(({ kind }) => kind)).toContain('datagramReport');
    // A report in a datagram counts as one from the WebSocket.
    ada.datagram({ kind: 'datagramReport', body: { wanted: false, received: 0, lost: 0, direct: [] } });
    bo.play([0x90, 64, 100]);
    for (const key of [62, 64]) expect((await ada.player.take('midiMessage')).body.data[1]).toBe(key);
    await ada.player.sync();
    expect(ada.keys).toEqual([62]);
  });

  test('R17.10: the server stops wanting datagrams after 30 quiet seconds, and wants them again from a stall on', async () => {
    const { ada } = await duo();
    const keepAlive = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed++) {
        stage.time.advance(1_000);
        if (passed % 10 === 0) await ada.player.sync();
      }
    };
    await keepAlive(31);
    await ada.player.sync();
    const reports = () => ada.player.frames.flatMap((frame) => (frame.kind === 'datagramReport' ? [frame.body] : []));
    expect(reports().at(-1)).toMatchObject({ wanted: false });
    const before = reports().length;
    const send = (noteNumber: number, agoMs: number) => {
      const startTime = stage.time.serviceUs() - agoMs * 1_000;
      ada.player.send({ kind: 'midiMessage', body: { ...midi([0x90, 60, 100]), startTime }, noteNumber });
    };
    send(1, 5);
    send(2, 16);
    await ada.player.sync();
    expect(reports()).toHaveLength(before);
    send(3, 17);
    await ada.player.sync();
    expect(reports().at(-1)).toMatchObject({ wanted: true });
    expect(reports()).toHaveLength(before + 1);
  });
});
