import { FriendAction, limits, type Members, type Outgoing, PresenceStatus, RoomType } from '@roomtone/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { noFigures } from '../../src/domain/quality.ts';
import { Stage } from './stage.ts';
import { beat, type TestPlayer } from './test-player.ts';

async function openStage(commandLimitFactor = 1): Promise<Stage> {
  const stage = await Stage.open({ commandLimitFactor });
  onTestFinished(() => stage.close());
  return stage;
}

const user = (body: Members['userCommand']): Outgoing => ({ kind: 'userCommand', body });
const paint = (color: string) => user({ setPlayer: { color } });
const setPlayer = paint('#123456');
const leave: Outgoing = { kind: 'leaveRoomCommand', body: {} };
const subscribe: Outgoing = { kind: 'lobbyCommand', body: { subscribe: true } };
const unsubscribe: Outgoing = { kind: 'lobbyCommand', body: { subscribe: false } };
const join = (roomId: string): Outgoing => ({ kind: 'joinRoomCommand', body: { roomId, password: '' } });

const times = (count: number, ...messages: readonly Outgoing[]): Outgoing[] =>
  Array.from({ length: count }, () => messages).flat();

/** Sends messages with request ids from 1000 on. */
function sendAll(player: TestPlayer, messages: readonly Outgoing[]): void {
  for (const [index, message] of messages.entries()) player.send({ ...message, requestId: 1000 + index });
}

/** The refusals for limits of commands so far. */
function refusals(player: TestPlayer) {
  return player.frames.flatMap((frame) =>
    frame.kind === 'error' && frame.body.message === 'Too many commands at once.' ? [frame] : [],
  );
}

const limitsOf = (player: TestPlayer) => refusals(player).map(({ body }) => body.details['limit']);

/** Exactly `count` of a message may be sent at once, one more after its share of the time, and `count` again after all of it. */
async function expectEdge(
  stage: Stage,
  player: TestPlayer,
  { count, windowMs }: { readonly count: number; readonly windowMs: number },
  message: Outgoing,
): Promise<void> {
  const send = async (number: number) => {
    sendAll(player, times(number, message));
    await player.sync();
  };
  await send(count);
  expect(refusals(player)).toEqual([]);
  const reset = String(Math.ceil((stage.time.nowMs() + windowMs / count) / 1000));
  await send(1);
  expect(refusals(player)).toMatchObject([
    { requestId: 1000, body: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: String(count), reset } } },
  ]);
  stage.time.advance(windowMs / count - 1);
  await send(1);
  expect(refusals(player), 'too early').toHaveLength(2);
  stage.time.advance(1);
  await send(2);
  expect(refusals(player), 'one of two in time').toHaveLength(3);
  stage.time.advance(windowMs);
  await send(count);
  expect(refusals(player), 'after a pause').toHaveLength(3);
}

describe('R18.1: each kind of command has its limit', () => {
  test('R18.2: 10 joins in 10 s, together with creations', async () => {
    const stage = await openStage();
    const roomId = await stage.room();
    await expectEdge(stage, await stage.user('ada'), { count: 10, windowMs: 10_000 }, join(roomId));
    const bo = await stage.user('bo');
    const body = { roomName: 'New', roomType: RoomType.PUBLIC, password: '', maxUsers: 0 };
    sendAll(bo, [...times(5, { kind: 'createRoomCommand', body }), ...times(6, join(roomId))]);
    await bo.sync();
    expect(refusals(bo).map(({ requestId }) => requestId)).toEqual([1010]);
  });

  test('R18.3: 20 leaves in 10 s', async () => {
    const stage = await openStage();
    await expectEdge(stage, await stage.user('ada'), { count: 20, windowMs: 10_000 }, leave);
  });

  test('R18.4: 10 changes of player settings in 2 s', async () => {
    const stage = await openStage();
    await expectEdge(stage, await stage.user('ada'), { count: 10, windowMs: 2_000 }, setPlayer);
  });

  test('R18.5: 5 changes of presence in 1 s', async () => {
    const stage = await openStage();
    const busy = user({ setPresence: { status: PresenceStatus.BUSY } });
    await expectEdge(stage, await stage.user('ada'), { count: 5, windowMs: 1_000 }, busy);
  });

  test('R18.6: 5 updates of a room in 1 s', async () => {
    const stage = await openStage();
    const rename: Outgoing = { kind: 'updateRoomCommand', body: { roomName: 'Other', settings: {} } };
    await expectEdge(stage, await stage.user('ada'), { count: 5, windowMs: 1_000 }, rename);
  });

  test('R18.7: 10 friend actions in 60 s', async () => {
    const stage = await openStage();
    const ada = await stage.user('ada');
    const ask = user({ friend: { action: FriendAction.REQUEST, user: 'nobody' } });
    const reset = String(Math.ceil((stage.time.nowMs() + 6_000) / 1000));
    sendAll(ada, times(11, ask));
    await ada.sync();
    expect(refusals(ada)).toMatchObject([{ requestId: 1010, body: { details: { limit: '10', reset } } }]);
    stage.time.advance(6_000);
    sendAll(ada, times(2, ask));
    await ada.sync();
    expect(refusals(ada)).toHaveLength(2);
  });

  test('R18.8: 100 messages in 10 s, also refused ones, to a room and to users together', async () => {
    const stage = await openStage();
    const ada = await stage.user('ada');
    const body = {
      messageId: '',
      userId: '',
      username: '',
      displayName: '',
      message: 'Hello',
      timestamp: 0,
      messageType: 0,
    } as const;
    const direct = user({ directMessage: { user: 'nobody', message: 'Hello' } });
    const both: readonly Outgoing[] = [{ kind: 'chatMessage', body }, direct];
    // In two parts, since 64 commands may wait (R6.7).
    for (let part = 0; part < 2; part++) {
      sendAll(ada, times(25, ...both));
      for (let answer = 0; answer < 50; answer++) await ada.take('error');
    }
    expect(refusals(ada)).toEqual([]);
    sendAll(ada, both);
    await ada.sync();
    expect(limitsOf(ada)).toEqual(['100', '100']);
    stage.time.advance(100);
    sendAll(ada, both);
    await ada.sync();
    expect(refusals(ada)).toHaveLength(3);
  });

  test('R18.9: typing and asking for older chat 50 times each in 10 s', async () => {
    const stage = await openStage();
    const ada = await stage.user('ada');
    await ada.join(await stage.room());
    await expectEdge(stage, ada, { count: 50, windowMs: 10_000 }, user({ typing: true }));
    const body = { before: 0, limit: 1, messages: [], more: false };
    const cy = await stage.user('cy');
    await cy.join(await stage.room());
    await expectEdge(stage, cy, { count: 50, windowMs: 10_000 }, { kind: 'chatHistory', body });
  });

  test('R18.10: 5 subscriptions to the lobby in 5 s, and 20 ends of one in 10 s', async () => {
    const stage = await openStage();
    await expectEdge(stage, await stage.guest(), { count: 5, windowMs: 5_000 }, subscribe);
    await expectEdge(stage, await stage.guest(), { count: 20, windowMs: 10_000 }, unsubscribe);
  });

  test('R18.11: 50 acts of moderation in 10 s', async () => {
    const stage = await openStage();
    const kick: Outgoing = { kind: 'moderationCommand', body: { reason: '', kick: {}, userId: 'id-of-bo' } };
    await expectEdge(stage, await stage.user('ada'), { count: 50, windowMs: 10_000 }, kick);
  });

  test('R18.12: 100 settings of metronome and playout mode in 10 s', async () => {
    const stage = await openStage();
    const olga = await stage.user('olga');
    await olga.join(await stage.room());
    const both: readonly Outgoing[] = [
      { kind: 'playoutMode', body: { matched: false, commonDelay: 0, intervalBars: 0 } },
      { kind: 'transport', body: { tempo: 90_000, beatsPerBar: 3, running: false, startTime: 0, beatsBefore: 0 } },
    ];
    for (let part = 0; part < 2; part++) {
      sendAll(olga, times(25, ...both));
      for (let answer = 0; answer < 25; answer++) await olga.take('transport');
    }
    expect(refusals(olga)).toEqual([]);
    sendAll(olga, both);
    await olga.sync();
    expect(limitsOf(olga)).toEqual(['100', '100']);
  });

  test('R18.13: 50 quality reports and 20 offers of a data channel in 10 s', async () => {
    const stage = await openStage();
    const quality: Outgoing = { kind: 'quality', body: { ...noFigures, reports: [] } };
    await expectEdge(stage, await stage.guest(), { count: 50, windowMs: 10_000 }, quality);
    const body = { iceUfrag: 'abcd', icePwd: 'a'.repeat(22), fingerprint: new Uint8Array(32) };
    await expectEdge(stage, await stage.guest(), { count: 20, windowMs: 10_000 }, { kind: 'datagramOffer', body });
  });

  test('R18.17: the host multiplies the limits', async () => {
    const stage = await openStage(2);
    await expectEdge(stage, await stage.user('ada'), { count: 20, windowMs: 2_000 }, setPlayer);
  });
});

describe('who is counted', () => {
  test('R18.1: a user on all connections together, others and each guest by themselves', async () => {
    const stage = await openStage();
    const [one, other, bo] = [await stage.user('ada'), await stage.user('ada'), await stage.user('bo')];
    sendAll(one, times(6, setPlayer));
    await one.sync();
    sendAll(other, times(6, setPlayer));
    sendAll(bo, times(10, setPlayer));
    await Promise.all([other.sync(), bo.sync()]);
    expect([one, other, bo].map((player) => refusals(player).length)).toEqual([0, 2, 0]);
    const guests = [await stage.guest(), await stage.guest()];
    for (const guest of guests) sendAll(guest, times(6, subscribe));
    await Promise.all(guests.map((guest) => guest.sync()));
    expect(guests.map((guest) => refusals(guest).length)).toEqual([1, 1]);
  });

  test('R18.14: an address block may send 100 times as many, from all its connections together', async () => {
    const stage = await openStage();
    // All in one IPv6 network.
    const guest = (index: number) =>
      stage.connect(stage.guestTicket(`Guest-${index}`), 0, `2001:db8::${(index % 2) + 1}`);
    const crowd = await Promise.all(Array.from({ length: 100 }, (_, index) => guest(index)));
    for (const one of crowd) sendAll(one, times(20, unsubscribe));
    await Promise.all(crowd.map((one) => one.sync()));
    expect(crowd.flatMap(refusals)).toEqual([]);
    const late = await guest(100);
    sendAll(late, [unsubscribe]);
    await late.sync();
    expect(limitsOf(late)).toEqual(['2000']);
    const elsewhere = await stage.connect(stage.guestTicket('Guest-101'), 0, '2001:db8:0:1::1');
    sendAll(elsewhere, [unsubscribe]);
    await elsewhere.sync();
    expect(refusals(elsewhere)).toEqual([]);
  });

  test('R18.15: 100 refusals within 10 s close a connection with 4400, and 99 do not', async () => {
    const stage = await openStage();
    const ada = await stage.user('ada');
    sendAll(ada, times(10 + 99, setPlayer));
    await ada.sync();
    expect(refusals(ada)).toHaveLength(99);
    stage.time.advance(10_000);
    sendAll(ada, times(10 + 99, setPlayer));
    await ada.sync();
    expect(refusals(ada)).toHaveLength(99 + 99);
    sendAll(ada, [setPlayer]);
    expect(await ada.closed).toBe(4400);
    expect(refusals(ada)).toHaveLength(99 + 100);
  });

  test('R18.16: notes and heartbeats pass while every command is refused', async () => {
    const stage = await openStage();
    const { players } = await stage.band('ada', 'bo');
    const [ada, bo] = players as [TestPlayer, TestPlayer];
    sendAll(ada, times(10 + 50, setPlayer));
    for (let note = 0; note < 300; note++) ada.play([0x90, 60, 100], [0x80, 60, 0]);
    for (let one = 0; one < 200; one++) ada.send({ kind: 'heartbeat', body: beat(0) });
    await ada.sync();
    await stage.settle();
    await bo.sync();
    expect(refusals(ada)).toHaveLength(50);
    expect(bo.count('midiMessage')).toBe(300);
    expect(ada.count('heartbeat')).toBe(201);
  });
});

describe('changes of participants', () => {
  const colors = (player: TestPlayer) =>
    player.frames.flatMap((frame) => (frame.kind === 'participantUpdated' ? [frame.body.participant?.color] : []));

  /** Changes a player's colour as many times as there are colours. */
  async function change(player: TestPlayer, ...all: readonly string[]): Promise<void> {
    sendAll(player, all.map(paint));
    for (let answer = 0; answer < all.length; answer++) await player.take('ack');
  }

  test('R3.7: the first of several changes is announced at once, and the latest after 500 ms', async () => {
    const stage = await openStage();
    const { roomId, players } = await stage.band('ada', 'bo');
    const [ada, bo] = players as [TestPlayer, TestPlayer];
    const seen = async () => {
      await stage.settle();
      await bo.sync();
      return colors(bo);
    };
    await change(ada, '#000001', '#000002', '#000003', '#000004', '#000005');
    expect(await seen()).toEqual(['#000001']);
    expect(colors(ada)).toEqual(['#000001', '#000002', '#000003', '#000004', '#000005']);
    const cy = await stage.user('cy');
    expect((await cy.join(roomId)).body.participants[0]?.color).toBe('#000005');
    stage.time.advance(499);
    expect(await seen()).toEqual(['#000001']);
    stage.time.advance(1);
    expect(await seen()).toEqual(['#000001', '#000005']);
    await change(ada, '#000006');
    expect(await seen()).toEqual(['#000001', '#000005']);
    stage.time.advance(500);
    expect(await seen()).toEqual(['#000001', '#000005', '#000006']);
    stage.time.advance(500);
    await change(ada, '#000007');
    expect(await seen()).toEqual(['#000001', '#000005', '#000006', '#000007']);
  });

  test('R3.7: nothing more is announced of a participant who has left', async () => {
    const stage = await openStage();
    const { players } = await stage.band('ada', 'bo');
    const [ada, bo] = players as [TestPlayer, TestPlayer];
    await change(ada, '#000001', '#000002');
    sendAll(ada, [leave]);
    await bo.take('participantLeft');
    stage.time.advance(500);
    await bo.sync();
    expect(colors(bo)).toEqual(['#000001']);
  });

  test('R3.7: a mute is announced at once', async () => {
    const stage = await openStage();
    const { players } = await stage.band('olga', 'ada');
    const [olga, ada] = players as [TestPlayer, TestPlayer];
    await change(ada, '#000001', '#000002');
    const mute = { reason: '', mute: { chat: true, notes: false, seconds: 0 }, userId: 'id-of-ada' };
    olga.send({ kind: 'moderationCommand', body: mute, requestId: 7 });
    await olga.take('ack');
    const updates = olga.frames.flatMap((frame) => (frame.kind === 'participantUpdated' ? [frame.body] : []));
    expect(updates).toMatchObject([
      { participant: { muted: false, color: '#000001' } },
      { participant: { muted: true, color: '#000002' } },
    ]);
  });
});

test('R18.15, R10.1: flooding guests and members are disconnected, while a victim plays and another resumes', async () => {
  const stage = await openStage();
  const { roomId, players } = await stage.band('victim', 'listener', 'lost');
  const [victim, listener, lost] = players as [TestPlayer, TestPlayer, TestPlayer];
  await lost.acknowledge();
  const guests = await Promise.all(Array.from({ length: 5 }, (_, index) => stage.guest(`Guest-${index}`)));
  const members = await Promise.all(Array.from({ length: 5 }, (_, index) => stage.user(`member-${index}`)));
  await Promise.all(members.map((member) => member.join(roomId)));
  lost.socket.terminate();
  await stage.untilLogged('socket closed');
  for (const guest of guests) sendAll(guest, times(500, join(roomId), leave));
  for (const member of members) sendAll(member, times(1_000, setPlayer));
  for (let note = 0; note < 100; note++) victim.play([0x90, 60, 100], [0x80, 60, 0]);
  expect(await Promise.all([...guests, ...members].map(({ closed }) => closed))).toEqual(Array(10).fill(4400));
  await victim.sync();
  await listener.sync();
  expect(listener.count('midiMessage')).toBe(100);
  expect(listener.count('participantUpdated')).toBe(5);
  expect(listener.count('participantJoined')).toBeLessThanOrEqual(1 + 5 + 5 * 10);
  stage.time.advance(limits.resumeWindowMs - 1_000);
  const back = await stage.resume(lost);
  expect(back.welcome.resumed).toBe(true);
  victim.play([0x90, 61, 100]);
  expect([...(await back.take('midiMessage')).body.data]).toEqual([0x90, 61, 100]);
});

test('R18.14, R3.8: ten guests at one address join rooms 60 times in 10 s, and those inside are told of three joins', async () => {
  const stage = await openStage();
  const roomId = await stage.room({ maxUsers: 20 });
  const ada = await stage.user('ada');
  await ada.join(roomId);
  const guests: TestPlayer[] = [];
  for (let number = 0; number < 10; number++) guests.push(await stage.guest());
  for (const guest of guests) sendAll(guest, times(10, join(roomId), leave));
  for (const guest of guests) await guest.sync();
  for (const guest of guests) while (guest.count('error') + guest.count('roomJoined') < 10) await guest.sync();
  await ada.sync();
  const joins = guests.reduce((sum, guest) => sum + guest.count('roomJoined'), 0);
  expect([joins, ada.count('participantJoined'), ada.count('participantLeft')]).toEqual([60, 3, 3]);
  const elsewhere = await stage.connect(stage.guestTicket('Guest-0001', '192.0.2.2'), 0, '192.0.2.2');
  await elsewhere.join(roomId);
});
