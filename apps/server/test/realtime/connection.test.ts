import { encodeFrame, LeaveReason } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from './stage.ts';
import { beat, midi, type TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const note = { kind: 'midiMessage', body: midi([0x90, 60, 100]) } as const;

describe('leaving when the connection ends', () => {
  const ends: [string, (player: TestPlayer) => void, LeaveReason][] = [
    ['close code 1000 is left', (player) => player.socket.close(1000), LeaveReason.LEFT],
    ['close code 1001 is left', (player) => player.socket.close(1001), LeaveReason.LEFT],
    ['no close code is left', (player) => player.socket.close(), LeaveReason.LEFT],
    ['a text frame is lost', (player) => player.socket.send('hello'), LeaveReason.LOST],
    ['too large a frame is lost', (player) => player.socket.send(Buffer.alloc(65_537)), LeaveReason.LOST],
  ];
  test.each(ends)(
    'R7.1, R7.2, R7.4: on %s the others get the note-offs before participantLeft',
    async (_, end, reason) => {
      const { roomId, players } = await stage.band('ada', 'bo');
      const [ada, bo] = players;
      ada?.play([0x90, 60, 100], [0x93, 64, 100], [0xb3, 64, 127]);
      await bo?.take('midiMessage');
      if (ada !== undefined) end(ada);
      const left = await bo?.take('participantLeft');
      expect(left).toMatchObject({
        sender: ada?.number,
        body: { participant: { number: ada?.number, username: 'ada' }, reason, note: '' },
      });
      const release = await bo?.take('midiMessage');
      expect(release).toMatchObject({
        sender: ada?.number,
        body: { startTime: stage.time.serviceUs(), offsets: [0, 0, 0] },
      });
      expect([...(release?.body.data ?? [])]).toEqual([0x80, 60, 64, 0x83, 64, 64, 0xb3, 64, 0]);
      expect(bo?.frames.slice(-2).map((frame) => frame.kind)).toEqual(['midiMessage', 'participantLeft']);
      expect(await stage.occupancy(roomId)).toBe(1);
    },
  );
});

describe('heartbeats', () => {
  test('R8.1: a heartbeat is answered with the service clock, outside the reliable stream', async () => {
    const ada = await stage.user('ada');
    ada.send({ kind: 'heartbeat', body: beat(77), requestId: 3 });
    const now = stage.time.serviceUs();
    expect(await ada.take('heartbeat')).toMatchObject({
      sequence: 0,
      requestId: 3,
      body: { clientTime: 77, lastSequence: 0, serverReceiveTime: now, serverSendTime: now },
    });
  });

  test('R8.2: a socket without a heartbeat for 30 s closes with 4408, whatever else it received', async () => {
    const { players } = await stage.band('ada', 'bo');
    const [ada, bo] = players;
    stage.time.advance(29_000);
    ada?.send(note);
    await bo?.sync();
    await bo?.take('midiMessage');
    stage.time.advance(1_000);
    expect(await ada?.closed).toBe(4408);
    await bo?.sync();
  });
});

describe('frames', () => {
  test('R8.4, R8.6: a refused frame gets an error with its requestId, and the connection stays', async () => {
    const ada = await stage.user('ada');
    const serverOnly = encodeFrame({ kind: 'ack', body: {}, requestId: 41 });
    // messageType is leaveRoomCommand (8), the body is heartbeat (6), requestId is 42.
    const mismatch = Uint8Array.of(0x08, 8, 0x32, 0, 0x60, 42);
    const future = Uint8Array.of(0x08, 40, 0x60, 43);
    const garbage = Uint8Array.of(0xff, 0xff, 0xff);
    for (const frame of [serverOnly, mismatch, future, garbage]) ada.socket.send(frame);
    for (const requestId of [41, 42, 43, 0]) {
      expect(await ada.take('error')).toMatchObject({ requestId, body: { code: 'VALIDATION_ERROR' } });
    }
    await ada.sync();
  });

  test('R8.7: 20 bad frames within 10 s are each answered and close the connection with 4400', async () => {
    const ada = await stage.user('ada');
    for (let index = 0; index < 19; index++) ada.socket.send(Uint8Array.of(0xff));
    await ada.sync();
    stage.time.advance(10_000);
    await ada.sync();
    for (let index = 0; index < 19; index++) ada.socket.send(Uint8Array.of(0xff));
    await ada.sync();
    ada.send({ kind: 'midiMessage', body: { startTime: 0, offsets: [], data: new Uint8Array() } });
    expect(await ada.closed).toBe(4400);
    expect(ada.count('error')).toBe(39);
  });

  test('R8.8: a message may come in fragments', async () => {
    const ada = await stage.user('ada');
    const frame = encodeFrame({ kind: 'heartbeat', body: beat(5) });
    for (let at = 0; at < frame.length; at++) {
      ada.socket.send(frame.subarray(at, at + 1), { fin: at === frame.length - 1 });
    }
    expect((await ada.take('heartbeat')).body.clientTime).toBe(5);
  });

  test('R8.8: a text frame closes with 1003, and more than 64 KiB with 1009, also in fragments', async () => {
    const [ada, bo, cy, di] = await Promise.all(['ada', 'bo', 'cy', 'di'].map((name) => stage.user(name)));
    ada?.socket.send('hello');
    expect(await ada?.closed).toBe(1003);
    bo?.socket.send(Buffer.alloc(65_537));
    expect(await bo?.closed).toBe(1009);
    for (let part = 0; part < 5; part++) cy?.socket.send(Buffer.alloc(16_384), { fin: part === 4 });
    expect(await cy?.closed).toBe(1009);
    di?.socket.send(Buffer.alloc(65_536));
    expect((await di?.take('error'))?.body.code).toBe('VALIDATION_ERROR');
  });
});

describe('readers that fall behind', () => {
  test('R8.10, R8.9, R10.1: a reader that takes nothing is closed with 4429, delays nobody, and may resume', async () => {
    const { players } = await stage.band('ada', 'bo', 'cy');
    const [ada, bo, cy] = players;
    bo?.socket.pause();
    const chord = midi(...Array.from({ length: 256 }, (_, index) => [0x80, index % 128, 100]));
    let sent = 0;
    // Fills the kernel's buffers, then nothing is read for 10 s.
    while (stage.counters.slowConsumersClosed === 0 && sent < 40_000) {
      for (let burst = 0; burst < 16; burst++) ada?.send({ kind: 'midiMessage', body: chord });
      sent += 16;
      bo?.send({ kind: 'heartbeat', body: beat(0) });
      await Promise.all([ada?.sync(), cy?.sync()]);
      stage.time.advance(1_000);
    }
    expect(cy?.count('midiMessage')).toBe(sent);
    bo?.socket.resume();
    expect(await bo?.closed).toBe(4429);
    if (bo !== undefined) expect((await stage.resume(bo)).welcome.resumed).toBe(true);
    expect(cy?.count('participantLeft')).toBe(0);
  });
});

describe('the end', () => {
  test('R8.11: when an auth session ends, its connections close with 4401', async () => {
    const { players } = await stage.band('ada', 'bo');
    const [ada, bo] = players;
    const adaToo = await stage.user('ada');
    stage.realtime.sessionEnded('session-of-ada');
    expect(await ada?.closed).toBe(4401);
    expect(await adaToo.closed).toBe(4401);
    expect((await bo?.take('participantLeft'))?.body.reason).toBe(LeaveReason.LEFT);
    await bo?.sync();
  });

  test('R8.12: when the server stops, connections close with 1001 and accepted chat messages are stored', async () => {
    const { roomId, players } = await stage.band('ada', 'bo');
    const [ada, bo] = players;
    const hold = stage.chatGate.shut();
    ada?.say('good night');
    await hold.arrived;
    let stopped = false;
    const stopping = stage.realtime.shutdown().then(() => {
      stopped = true;
    });
    expect(await ada?.closed).toBe(1001);
    expect(await bo?.closed).toBe(1001);
    expect(stopped).toBe(false);
    hold.release();
    await stopping;
    expect(await stage.storage.recentChat(roomId, 50)).toMatchObject([{ message: 'good night' }]);
  });
});
