import {
  FriendAction,
  limits,
  type Members,
  NotificationKind,
  PresenceStatus,
  serviceLimits,
} from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from './stage.ts';
import { beat, type TestPlayer } from './test-player.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

function command(by: TestPlayer, body: Members['userCommand'], requestId = 7): void {
  by.send({ kind: 'userCommand', body, requestId });
}

async function done(by: TestPlayer, body: Members['userCommand']): Promise<void> {
  command(by, body);
  expect((await by.take('ack')).requestId).toBe(7);
}

async function refused(by: TestPlayer, body: Members['userCommand']) {
  command(by, body);
  return (await by.take('error')).body;
}

async function told(one: TestPlayer) {
  return (await one.take('notification')).body;
}

async function befriend(one: string, other: string): Promise<void> {
  await stage.ticket(one);
  await stage.ticket(other);
  await stage.storage.requestFriend(`id-of-${one}`, `id-of-${other}`, 1);
  await stage.storage.acceptFriend(`id-of-${other}`, `id-of-${one}`, 1);
}

/** Lets time pass, with heartbeats from those who stay connected. */
async function pass(ms: number, ...staying: TestPlayer[]): Promise<void> {
  for (let left = ms; left > 0; left -= 20_000) {
    stage.time.advance(Math.min(left, 20_000));
    for (const one of staying) await one.sync();
  }
}

const statusOf = async (name: string) => (await stage.realtime.presence.of(`id-of-${name}`)).status;

describe('presence', () => {
  const { ONLINE, AWAY, BUSY, OFFLINE } = PresenceStatus;

  test('R14.1, R14.4: friends, and only they, are told once when a user comes online and goes offline, with any number of connections', async () => {
    await befriend('ada', 'bo');
    const [bo, cy] = [await stage.user('bo'), await stage.user('cy')];
    const ada = await stage.user('ada');
    const presence = { userId: 'id-of-ada', username: 'ada', displayName: 'ada', status: ONLINE };
    expect(await told(bo)).toEqual({ kind: NotificationKind.PRESENCE, presence });
    const second = await stage.user('ada');
    ada.socket.close(1000);
    await stage.untilLogged('disconnected');
    second.socket.close(1000);
    expect((await told(bo)).presence?.status).toBe(OFFLINE);
    expect(bo.count('notification')).toBe(2);
    await cy.sync();
    expect(cy.count('notification')).toBe(0);
  });

  test('R14.2: a user is away after ten minutes without a note, chat message or command, despite heartbeats', async () => {
    await befriend('ada', 'bo');
    const [bo, ada] = [await stage.user('bo'), await stage.user('ada')];
    await told(bo);
    await done(bo, { setPresence: { status: BUSY } });
    await pass(limits.awayAfterMs - 1_000, ada, bo);
    expect(await statusOf('ada')).toBe('online');
    await pass(1_000, ada, bo);
    expect((await told(bo)).presence?.status).toBe(AWAY);
    ada.play([0x90, 60, 100]);
    await ada.sync();
    stage.time.advance(1_000);
    expect((await told(bo)).presence?.status).toBe(ONLINE);
  });

  test('R14.3: a presence set by hand stays until it is set again or the last connection ends', async () => {
    await befriend('ada', 'bo');
    const [bo, ada] = [await stage.user('bo'), await stage.user('ada')];
    await told(bo);
    await done(ada, { setPresence: { status: BUSY } });
    expect((await told(bo)).presence?.status).toBe(BUSY);
    await pass(limits.awayAfterMs + 1_000, ada, bo);
    expect(await statusOf('ada')).toBe('busy');
    await done(ada, { setPresence: { status: AWAY } });
    ada.play([0x90, 60, 100]);
    await ada.take('error');
    await pass(1_000, ada, bo);
    expect(await statusOf('ada')).toBe('away');
    expect((await refused(ada, { setPresence: { status: OFFLINE } })).details).toMatchObject({ field: 'status' });
    ada.socket.close(1000);
    await stage.untilLogged('disconnected');
    await stage.user('ada');
    expect(await statusOf('ada')).toBe('online');
  });

  test('R14.1: a lost connection counts as online until its resume window is over', async () => {
    const ada = await stage.user('ada');
    ada.socket.terminate();
    await stage.untilLogged('socket closed');
    expect(await statusOf('ada')).toBe('online');
    stage.time.advance(limits.resumeWindowMs);
    expect(await statusOf('ada')).toBe('offline');
  });

  test('R14.5: the current room is known immediately, and as long as the user is connected', async () => {
    const roomId = await stage.room();
    const ada = await stage.user('ada');
    await ada.join(roomId);
    await pass(120_000, ada);
    expect(await stage.realtime.presence.of('id-of-ada')).toEqual({ status: 'online', currentRoom: roomId });
  });
});

describe('friends', () => {
  test('R15.1: a friend request and its acceptance over WebSocket notify the other user', async () => {
    const [ada, bo] = [await stage.user('ada'), await stage.user('bo')];
    await done(ada, { friend: { action: FriendAction.REQUEST, user: 'BO' } });
    const friendRequest = { userId: 'id-of-ada', username: 'ada', displayName: 'ada' };
    expect(await told(bo)).toEqual({ kind: NotificationKind.FRIEND_REQUEST, friendRequest });
    await done(bo, { friend: { action: FriendAction.ACCEPT, user: 'id-of-ada' } });
    const friendAccepted = { userId: 'id-of-bo', username: 'bo', displayName: 'bo' };
    expect(await told(ada)).toEqual({ kind: NotificationKind.FRIEND_ACCEPTED, friendAccepted });
    await done(bo, { friend: { action: FriendAction.ACCEPT, user: 'ada' } });
    await done(ada, { friend: { action: FriendAction.REQUEST, user: 'bo' } });
    await done(ada, { friend: { action: FriendAction.REMOVE, user: 'bo' } });
    expect((await stage.storage.friendsOf('id-of-ada')).friends).toEqual([]);
    expect([ada.count('notification'), bo.count('notification')]).toEqual([1, 1]);
  });

  test('R15.1: requests that cross are accepted, and REST notifies as WebSocket does', async () => {
    const [ada, bo] = [await stage.user('ada'), await stage.user('bo')];
    await stage.friends.request('id-of-ada', 'bo');
    expect((await told(bo)).kind).toBe(NotificationKind.FRIEND_REQUEST);
    await stage.friends.request('id-of-bo', 'ada');
    expect((await told(ada)).kind).toBe(NotificationKind.FRIEND_ACCEPTED);
  });

  test('R15.1, R3.5: errors are the same as in REST, and guests have no friends', async () => {
    const ada = await stage.user('ada');
    const befriendNobody = { friend: { action: FriendAction.REQUEST, user: 'nobody' } };
    expect((await refused(ada, befriendNobody)).code).toBe('RESOURCE_NOT_FOUND');
    const befriendOneself = { friend: { action: FriendAction.REQUEST, user: 'ada' } };
    expect((await refused(ada, befriendOneself)).details).toMatchObject({ field: 'user' });
    expect((await refused(ada, {})).code).toBe('VALIDATION_ERROR');
    const guest = await stage.guest();
    for (const body of [befriendNobody, { typing: true }, { setPresence: { status: PresenceStatus.BUSY } }]) {
      expect((await refused(guest, body)).code).toBe('AUTHORIZATION_ERROR');
    }
  });
});

describe('direct messages', () => {
  const write = (to: string, message: string) => ({ directMessage: { user: to, message } });
  const texts = (one: TestPlayer) =>
    one.frames.flatMap((frame) => (frame.kind === 'notification' ? (frame.body.directMessage?.message ?? []) : []));
  const waiting = async (name: string) =>
    (await stage.storage.directMessagesTo(`id-of-${name}`)).map(({ message }) => message);

  beforeEach(() => befriend('ada', 'bo'));

  test('R15.2, R15.4: a friend gets a message on every connection', async () => {
    const ada = await stage.user('ada');
    const [bo, boToo] = [await stage.user('bo'), await stage.user('bo')];
    await told(ada);
    await done(ada, write('Bo', ' good evening '));
    for (const one of [bo, boToo]) {
      expect(await told(one)).toEqual({
        kind: NotificationKind.DIRECT_MESSAGE,
        directMessage: {
          messageId: expect.stringMatching(/.{16}/),
          userId: 'id-of-ada',
          username: 'ada',
          displayName: 'ada',
          message: 'good evening',
          timestamp: stage.time.nowMs(),
        },
      });
    }
  });

  test('R15.4, R15.5: messages to an offline user wait in order and are delivered once', async () => {
    const ada = await stage.user('ada');
    for (const text of ['one', 'two']) await done(ada, write('bo', text));
    expect(await waiting('bo')).toEqual(['one', 'two']);
    const bo = await stage.user('bo');
    expect((await told(bo)).directMessage?.message).toBe('one');
    expect((await told(bo)).directMessage?.message).toBe('two');
    const later = await stage.user('bo');
    bo.socket.close(1000);
    await stage.untilLogged('disconnected');
    const latest = await stage.user('bo');
    await done(ada, write('bo', 'three'));
    for (const one of [later, latest]) {
      expect((await told(one)).directMessage?.message).toBe('three');
      expect(texts(one)).toEqual(['three']);
    }
    expect(await waiting('bo')).toEqual(['three']);
  });

  test('R15.5: a message is delivered when it is acknowledged, and waits again if it was lost', async () => {
    const ada = await stage.user('ada');
    const bo = await stage.user('bo');
    await done(ada, write('bo', 'one'));
    await told(bo);
    bo.send({ kind: 'heartbeat', body: { ...beat(1), lastSequence: bo.frames.at(-1)?.sequence ?? 0 } });
    await bo.take('heartbeat');
    await bo.sync();
    expect(await waiting('bo')).toEqual([]);
    await done(ada, write('bo', 'two'));
    await told(bo);
    bo.socket.terminate();
    await stage.untilLogged('socket closed');
    const fresh = await stage.user('bo');
    await fresh.sync();
    expect(texts(fresh)).toEqual([]);
    await pass(limits.resumeWindowMs, ada, fresh);
    expect((await told(fresh)).directMessage?.message).toBe('two');
  });

  test('R15.2: messages to users who are not friends are refused with the reason', async () => {
    const [ada, bo] = [await stage.user('ada'), await stage.user('bo')];
    await stage.ticket('cy');
    const because = (reason: string) => ({ code: 'AUTHORIZATION_ERROR', details: { reason } });
    expect(await refused(ada, write('cy', 'hello'))).toMatchObject(because('not_friends'));
    expect((await refused(ada, write('nobody', 'hello'))).code).toBe('RESOURCE_NOT_FOUND');
    expect((await refused(ada, write('ada', 'hello'))).details).toMatchObject({ field: 'user' });
    expect((await refused(ada, write('bo', 'x'.repeat(501)))).details).toMatchObject({ field: 'message' });
    await stage.friends.block('id-of-bo', 'ada');
    expect(await refused(ada, write('bo', 'hello'))).toMatchObject(because('blocked'));
    expect(await refused(bo, write('ada', 'hello'))).toMatchObject(because('blocking'));
  });

  test('R15.3: direct messages count towards the limit of chat messages', async () => {
    const ada = await stage.user('ada');
    await ada.join(await stage.room());
    for (let index = 0; index < 5; index++) {
      ada.say(`here ${index}`);
      await ada.take('chatMessage');
      await done(ada, write('bo', `there ${index}`));
    }
    expect((await refused(ada, write('bo', 'once more'))).code).toBe('RATE_LIMIT_EXCEEDED');
  });

  test('R15.6: the number of waiting messages is limited, and a block removes them', async () => {
    const ada = await stage.user('ada');
    for (let index = 0; index < serviceLimits.directMessagesWaiting; index++) {
      const message = {
        messageId: `m-${index}`,
        fromId: 'id-of-ada',
        toId: 'id-of-bo',
        message: 'hello',
        timestamp: 1,
      };
      await stage.storage.addDirectMessage(message);
    }
    expect((await refused(ada, write('bo', 'hello'))).code).toBe('RATE_LIMIT_EXCEEDED');
    await stage.friends.block('id-of-bo', 'ada');
    expect(await waiting('bo')).toEqual([]);
  });
});

describe('blocks and typing', () => {
  test('R4.11: a user does not get the chat, typing or history of users they block, and the order stays right', async () => {
    const { roomId, players } = await stage.band('ada', 'bo', 'cy');
    const [ada, bo, cy] = players as [TestPlayer, TestPlayer, TestPlayer];
    ada.say('before');
    await cy.take('chatMessage');
    await stage.friends.block('id-of-cy', 'ada');
    command(ada, { typing: true }, 0);
    ada.say('unheard', 5);
    expect((await ada.take('chatMessage')).requestId).toBe(0);
    expect((await ada.take('chatMessage')).requestId).toBe(5);
    bo.say('heard');
    expect((await cy.take('chatMessage')).body.message).toBe('heard');
    expect(cy.count('typing')).toBe(0);
    expect((await bo.take('typing')).body).toEqual({ typing: true });
    const history = async (one: TestPlayer) => (await one.join(roomId)).body.chat.map(({ message }) => message);
    expect(await history(cy)).toEqual(['heard']);
    expect(await history(bo)).toEqual(['before', 'unheard', 'heard']);
    await stage.friends.unblock('id-of-cy', 'ada');
    expect(await history(cy)).toEqual(['before', 'unheard', 'heard']);
  });

  test('R4.11: a block made before joining applies, too', async () => {
    const { roomId, players } = await stage.band('ada');
    await stage.ticket('cy');
    await stage.storage.block('id-of-cy', 'id-of-ada', 1);
    const cy = await stage.user('cy');
    await cy.join(roomId);
    players[0]?.say('unheard');
    await players[0]?.take('chatMessage');
    await cy.sync();
    expect(cy.count('chatMessage')).toBe(0);
  });

  test('R4.12: typing is sent to the others without a sequence, and has no answer', async () => {
    const { players } = await stage.band('ada', 'bo');
    const [ada, bo] = players as [TestPlayer, TestPlayer];
    command(ada, { typing: true }, 9);
    expect(await bo.take('typing')).toMatchObject({ sender: 1, sequence: 0, requestId: 0, body: { typing: true } });
    await ada.sync();
    expect([ada.count('typing'), ada.count('ack')]).toEqual([0, 0]);
  });
});

describe('auto moderation', () => {
  const settings = {
    allowChat: true,
    allowGuests: true,
    autoModeration: true,
    welcomeMessage: '',
  };

  test('R4.8: profanity is sent and stored with asterisks', async () => {
    const roomId = await stage.room({ settings });
    const ada = await stage.user('ada');
    await ada.join(roomId);
    ada.say('what the fuck, Scunthorpe');
    expect((await ada.take('chatMessage')).body.message).toBe('what the ****, Scunthorpe');
    expect((await stage.storage.recentChat(roomId, 1))[0]?.message).toBe('what the ****, Scunthorpe');
  });

  test('R4.9: the third message with the same text within 30 s is refused', async () => {
    const ada = await stage.user('ada');
    await ada.join(await stage.room({ settings }));
    for (const text of ['again', ' again ', 'other']) {
      ada.say(text);
      await ada.take('chatMessage');
    }
    ada.say('again');
    const reset = String(Math.ceil(stage.time.nowMs() / 1000) + 30);
    expect((await ada.take('error')).body).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { reason: 'repeated', limit: '2', reset },
    });
    await pass(serviceLimits.chatRepeats.windowMs, ada);
    ada.say('again');
    await ada.take('chatMessage');
  });
});
