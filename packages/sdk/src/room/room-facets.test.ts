import { DatagramState } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { joinFakeRoom } from '../../test/fake-room.ts';
import { participant } from '../../test/fake-server.ts';
import type { TransportChange } from './shared-time.ts';

const barUs = 2_000_000;
const bea = { userId: 'user-2' };

describe('R9.1, R13.1, R2.14: commands in a room', () => {
  test('moderation and changes of the room send their commands and resolve with the answer', async () => {
    const { connection, server } = await joinFakeRoom();
    const { moderation } = connection;
    const asked = [
      moderation.kick(bea, { reason: 'Out' }),
      moderation.mute({ participantId: 2 }, { notes: false, seconds: 9 }),
      moderation.deleteChat('m1'),
      connection.update({ roomName: 'Attic', password: null, settings: { allowChat: false } }),
    ];
    const bodies = server.socket.received.slice(-4).map(({ body }) => body);
    expect(bodies).toEqual([
      { kick: {}, ...bea, reason: 'Out' },
      { mute: { chat: true, notes: false, seconds: 9 }, participant: 2, reason: '' },
      { deleteChat: { messageId: 'm1' }, reason: '' },
      expect.objectContaining({
        roomName: 'Attic',
        password: '',
        settings: expect.objectContaining({ allowChat: false }),
      }),
    ]);
    for (const { requestId } of server.socket.received.slice(-4)) {
      server.socket.deliver({ kind: 'ack', body: {}, requestId });
    }
    await Promise.all(asked);
  });

  test('typing has no answer; other people’s typing and deleted messages are reported', async () => {
    const { connection, server, of } = await joinFakeRoom();
    expect(connection.typing(true)).toBe(true);
    expect(server.socket.last('userCommand')).toMatchObject({ requestId: 0, body: { typing: true } });
    server.socket.deliver({ kind: 'typing', sender: 2, body: { typing: true } });
    server.socket.deliver({ kind: 'chatDeleted', sender: 3, body: { messageId: 'm1' } });
    expect([of('typing'), of('chatDeleted')]).toEqual([
      [{ participantId: 2, typing: true }],
      [{ messageId: 'm1', participantId: 3 }],
    ]);
  });

  test('the metronome is set in beats per minute and gives its beats', async () => {
    const { connection, server, of } = await joinFakeRoom();
    const set = connection.time.setTransport({ bpm: 120, beatsPerBar: 4, running: true });
    const asked = server.socket.last('transport');
    expect(asked.body).toEqual({ tempo: 120_000, beatsPerBar: 4, running: true, startTime: 0, beatsBefore: 0 });
    const body = { ...asked.body, startTime: server.nowUs + 500_000 };
    server.socket.deliver({ kind: 'transport', body, requestId: asked.requestId });
    await set;
    const transport = { bpm: 120, beatsPerBar: 4, running: true, startTimeUs: body.startTime, beatsBefore: 0 };
    expect(of('transport')).toEqual([transport]);
    const beats = connection.time.beatsBetween(body.startTime, body.startTime + barUs);
    expect(beats.map(({ bar, beat }) => [bar, beat])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
    ]);
  });
});

describe('setTransport', () => {
  test('keeps what is not given, and stands still at 120 in 4/4 before anything is set', async () => {
    const { connection, server } = await joinFakeRoom();
    const set = (change: TransportChange) => {
      void connection.time.setTransport(change).catch(() => {});
      return server.socket.last('transport').body;
    };
    expect(set({ bpm: 90.5 })).toEqual({ tempo: 90_500, beatsPerBar: 4, running: false, startTime: 0, beatsBefore: 0 });
    const body = { tempo: 96_000, beatsPerBar: 3, running: true, startTime: server.nowUs, beatsBefore: 0 };
    server.socket.deliver({ kind: 'transport', body });
    expect(set({ running: false })).toEqual({ ...body, running: false, startTime: 0 });
    expect(set({ beatsPerBar: 5 })).toEqual({ ...body, beatsPerBar: 5, startTime: 0 });
  });

  test('R9.12: the click goes on while other things are set, says when a beat sounds, and is checked', async () => {
    const { connection, server } = await joinFakeRoom();
    const click = { accents: [3, 1, 2], subdivision: 2, swing: 60, silentEvery: 0 };
    void connection.time.setTransport({ click, beatsPerBar: 3, running: true }).catch(() => {});
    const { body } = server.socket.last('transport');
    expect(body.click).toEqual(click);
    server.socket.deliver({ kind: 'transport', body: { ...body, startTime: server.nowUs } });
    expect(connection.time.transport?.click).toEqual(click);
    const [, , third] = connection.time.beatsBetween(server.nowUs, server.nowUs + 1_500_000);
    expect(third?.clicks).toEqual([
      { offsetUs: 0, strength: 2 },
      { offsetUs: 300_000, strength: 0 },
    ]);
    void connection.time.setTransport({ bpm: 90 }).catch(() => {});
    expect(server.socket.last('transport').body).toMatchObject({ tempo: 90_000, click });
    await expect(connection.time.setTransport({ click: { ...click, subdivision: 9 } })).rejects.toMatchObject({
      details: { field: 'click.subdivision', min: 1, max: 6 },
    });
  });

  test('refuses what is out of range, in beats per minute, without asking the server', async () => {
    const { connection, server } = await joinFakeRoom();
    await expect(connection.time.setTransport({ bpm: 401 })).rejects.toMatchObject({
      ...{ code: 'VALIDATION_ERROR', retryable: false },
      details: { field: 'bpm', code: 'out_of_range', min: 20, max: 400 },
    });
    await expect(connection.time.setTransport({ beatsPerBar: 1.5 })).rejects.toMatchObject({
      details: { field: 'beatsPerBar', min: 1, max: 32 },
    });
    expect(server.socket.count('transport')).toBe(0);
  });
});

describe('R9.6: matched playout', () => {
  test('other players’ notes sound after the common delay, and the player’s own are delayed by it', async () => {
    const { connection, server, of } = await joinFakeRoom();
    const play = (agoUs: number) => {
      const body = { startTime: server.nowUs - agoUs, offsets: [0], data: Uint8Array.of(0x90, 60, 1) };
      server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    };
    server.socket.deliver({ kind: 'playoutMode', body: { matched: true, commonDelay: 80_000, intervalBars: 0 } });
    play(5_000);
    play(60_000);
    play(90_000);
    expect(of('notes').map(({ playAtUs, startTimeUs }) => playAtUs - startTimeUs)).toEqual([80_000, 135_000, 165_000]);
    expect(connection.time.ownDelayUs).toBe(80_000);
    expect(connection.playout(2)).toMatchObject({ delayUs: 80_000, late: 1 });
    server.socket.deliver({ kind: 'playoutMode', body: { matched: false, commonDelay: 0, intervalBars: 0 } });
    expect(connection.time.ownDelayUs).toBe(0);
  });
});

describe('R9.9, R9.10: an interval', () => {
  const atOnce = { matched: false, commonDelay: 0, intervalBars: 0 };

  test('other players’ notes sound that many bars later, as evenly as they were played, and own ones at once', async () => {
    const { connection, server, of } = await joinFakeRoom();
    const play = (agoUs: number) => {
      const body = { startTime: server.nowUs - agoUs, offsets: [0], data: Uint8Array.of(0x90, 60, 1) };
      server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    };
    const transport = {
      tempo: 120_000,
      beatsPerBar: 4,
      running: true,
      startTime: server.nowUs - 1_000_000,
      beatsBefore: 0,
    };
    server.socket.deliver({ kind: 'transport', body: transport });
    server.socket.deliver({ kind: 'playoutMode', body: { ...atOnce, intervalBars: 2 } });
    for (const agoUs of [300_000, 90_000, 2_000]) play(agoUs);
    expect(of('notes').map(({ playAtUs, startTimeUs }) => playAtUs - startTimeUs)).toEqual(Array(3).fill(4_000_000));
    expect(of('notes').map(({ intervalUs }) => intervalUs)).toEqual(Array(3).fill(4_000_000));
    expect(connection.time.ownDelayUs).toBe(0);
    expect(connection.playout(2)).toMatchObject({ late: 0, latency: undefined });
  });

  test('what is still to be heard does not sound once it ends or changes, and held notes end', async () => {
    const { server, of } = await joinFakeRoom();
    const play = () => {
      const body = { startTime: server.nowUs, offsets: [0], data: Uint8Array.of(0x90, 60, 1) };
      server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    };
    const set = (intervalBars: number) => {
      server.socket.deliver({ kind: 'playoutMode', body: { ...atOnce, intervalBars } });
      return [of('recalled').length, of('notesReleased').filter(({ participantId }) => participantId === 2).length];
    };
    const transport = { tempo: 120_000, beatsPerBar: 4, running: false, startTime: server.nowUs, beatsBefore: 0 };
    server.socket.deliver({ kind: 'transport', body: transport });
    set(2);
    play();
    expect(set(4)).toEqual([1, 1]);
    play();
    expect(set(0)).toEqual([2, 2]);
    play();
    expect(of('notes').at(-1)?.intervalUs).toBe(0);
  });

  test('is asked for by moderators', async () => {
    const { connection, server } = await joinFakeRoom();
    void connection.time.setPlayoutMode({ intervalBars: 4 }).catch(() => {});
    expect(server.socket.last('playoutMode').body).toEqual({ ...atOnce, intervalBars: 4 });
    await expect(connection.time.setPlayoutMode({ bars: 4 } as never)).rejects.toThrow(TypeError);
  });
});

describe('R12.1, R17.14: quality', () => {
  test('own measurements are sent every 2 s, and those of others are combined with the ones made here', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    const told: unknown[] = [];
    connection.on('quality', (all) => told.push(all));
    await clock.advance(1_000);
    const body = { startTime: server.nowUs - 30_000, offsets: [0], data: Uint8Array.of(0x90, 60, 1) };
    server.socket.deliver({ kind: 'midiMessage', sender: 2, body });
    server.refuse(server.socket, 0, 'RATE_LIMIT_EXCEEDED', { dropped: '12' });
    const figures = {
      rtt: 20_000,
      jitter: 1_000,
      playoutDelay: 9_000,
      late: 3,
      dropped: 4,
      datagramState: DatagramState.USED,
      datagramsReceived: 99,
      datagramsLost: 1,
      repaired: 2,
    };
    const quality = {
      rtt: 0,
      jitter: 0,
      playoutDelay: 0,
      late: 0,
      dropped: 0,
      datagramState: DatagramState.UNSPECIFIED,
      datagramsReceived: 0,
      datagramsLost: 0,
      repaired: 0,
      reports: [{ participant: 2, ...figures }],
    };
    server.socket.deliver({ kind: 'quality', body: quality });
    await clock.advance(1_000);
    expect(server.socket.last('quality').body).toMatchObject({
      rtt: 0,
      late: 0,
      dropped: 12,
      datagramState: 0,
      reports: [],
    });
    expect(server.socket.last('quality').body.playoutDelay).toBeGreaterThan(30_000);
    const percentiles = { p50Us: 30_000, p95Us: 30_000, p99Us: 30_000, samples: 1, windowMs: 60_000 };
    expect(told).toEqual([
      [
        {
          participantId: 2,
          reported: {
            rttUs: 20_000,
            jitterUs: 1_000,
            playoutDelayUs: 9_000,
            late: 3,
            dropped: 4,
            datagrams: { state: 'used', received: 99, lost: 1, repaired: 2 },
          },
          oneWayUs: 10_000,
          arrivals: expect.objectContaining({ late: 0, transit: percentiles }),
        },
      ],
    ]);
    await clock.advance(20_000);
    expect(server.socket.count('quality')).toBe(11);
    server.socket.deliver({ kind: 'participantJoined', body: { participant: participant(5) } });
    expect(connection.quality[1]).toEqual({
      participantId: 5,
      reported: undefined,
      oneWayUs: undefined,
      arrivals: undefined,
    });
  });
});

describe('R5.11: thinning', () => {
  test('a passing bend waits for its turn, and the last one is sent', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    for (let value = 0; value < 50; value++) {
      expect(connection.send(Uint8Array.of(0xe0, 0, value))).toEqual({ sent: true });
      await clock.advance(1);
    }
    await clock.advance(20);
    expect(server.socket.count('midiMessage')).toBe(6);
    expect([...server.socket.last('midiMessage').body.data]).toEqual([0xe0, 0, 49]);
  });

  test('waiting values are dropped when the socket is lost', async () => {
    const { connection, server, clock } = await joinFakeRoom();
    for (let value = 0; value < 5; value++) connection.send(Uint8Array.of(0xe0, 0, value));
    server.socket.drop();
    await clock.advance(1_000);
    expect(server.socket.count('midiMessage')).toBe(0);
  });
});
