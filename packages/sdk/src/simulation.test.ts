import { describe, expect, test } from 'vitest';
import { FakeClock, FakeServer, settled } from './testing/index.ts';

async function playing() {
  const clock = new FakeClock(1_700_000_000_000_000);
  const server = new FakeServer({ timers: clock });
  const ada = server.client();
  await ada.register({ username: 'ada', password: 'correct horse 7' });
  const room = await ada.createRoom({ roomName: 'Loft' });
  const listener = await server.client().joinRoom(room.info.roomId);
  const states: string[] = [];
  room.on('state', ({ status }) => states.push(status));
  return { clock, server, ada, room, listener, states };
}

describe('simulated faults', () => {
  test('networkLoss: the room reconnects until the network is back, and is resumed', async () => {
    const { clock, ada, room, listener, states } = await playing();
    const { participantId } = room.self;
    const missed = room.waitFor('chat');
    const over = ada.simulate('networkLoss', { seconds: 4 });
    await settled();
    await clock.advance(0);
    await expect.poll(() => states).toContain('reconnecting');
    await expect(ada.server()).rejects.toMatchObject({ reason: 'unreachable' });
    expect(room.noteOn(60, 90)).toEqual({ sent: false, reason: 'notJoined' });
    expect(listener.state.status).toBe('joined');
    await clock.advance(20_000);
    await over;
    expect([room.state.status, room.self.participantId]).toEqual(['joined', participantId]);
    await room.chat('Back');
    expect((await missed).message).toBe('Back');
  });

  test('serverRestart: the client comes back as another participant', async () => {
    const { clock, ada, room } = await playing();
    const { participantId } = room.self;
    const again = room.waitFor('joined');
    const over = ada.simulate('serverRestart', { seconds: 2 });
    await expect.poll(() => room.state.status).toBe('reconnecting');
    await clock.advance(20_000);
    await over;
    expect((await again).self.participantId).not.toBe(participantId);
  });

  test('slowNetwork: everything comes late and in order, and at once after the end', async () => {
    const { clock, server, ada, room, listener } = await playing();
    const heard: number[] = [];
    listener.on('note', ({ type, key }) => type === 'noteOn' && heard.push(key));
    const over = ada.simulate('slowNetwork', { seconds: 3 });
    await expect.poll(() => ada.lines.watchers.size).toBe(1);
    for (const key of [60, 61, 62]) room.noteOn(key, 90);
    await clock.advance(140);
    expect(heard).toEqual([]);
    await clock.advance(600);
    expect(heard).toEqual([60, 61, 62]);
    await clock.advance(3_000);
    await over;
    room.noteOn(63, 90);
    await settled();
    expect([heard.at(-1), server.sockets.length]).toEqual([63, 2]);
  });

  test('an unknown fault and option are typos', async () => {
    const { clock, ada } = await playing();
    const simulate = ada.simulate.bind(ada) as (fault: string, options?: object) => Promise<void>;
    await expect(simulate('earthquake')).rejects.toThrow('there is no fault earthquake');
    await expect(simulate('networkLoss', { second: 1 })).rejects.toThrow('did you mean `seconds`?');
    await clock.advance(10_000);
  });
});
