import { expect, test, vi } from 'vitest';
import { processesTimeoutMs, Site } from '../../commands/host.ts';
import type { TestPlayer } from '../../realtime/test-player.ts';
import { end } from '../../support/server-process.ts';
import { resumeAt } from '../service-of-rooms.ts';
import { serviceSettings, startProcess } from '../services.ts';
import '../skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

/** Two processes of one service, with two friends: one at each process, both in one room. */
async function twoProcesses() {
  const settings = await serviceSettings();
  const [first, second] = await Promise.all([startProcess(settings), startProcess(settings)]);
  const [one, two] = [new Site(first.url), new Site(second.url)];
  const [ada, bob] = [await one.register('ada'), await two.register('bob')];
  await one.data('POST', '/api/users/friends', { user: bob.user.user_id }, ada.token);
  await two.data('POST', `/api/users/friends/${ada.user.user_id}/accept`, {}, bob.token);
  const { room_id: roomId } = await two.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, bob.token);
  const [adas, bobs] = [await one.connect(ada.token), await two.connect(bob.token)];
  const { self } = (await adas.join(roomId)).body;
  await bobs.join(roomId);
  return { first, second, two, ada, bob, adas, bobs, roomId, self };
}

/** The chat that a player got, in order. */
function chatOf(player: TestPlayer): readonly string[] {
  return player.frames.flatMap((frame) => (frame.kind === 'chatMessage' ? [frame.body.message] : []));
}

test('S31.9: connections of a process that is killed resume at another, and lose nothing', async () => {
  const { first, two, ada, bob, adas, bobs, roomId, self } = await twoProcesses();
  // The frames so far are acknowledged; what follows is not.
  await adas.acknowledge();
  bobs.say('before', 5);
  expect((await adas.take('chatMessage')).body.message).toBe('before');
  adas.say('mine', 6);
  expect((await adas.take('chatMessage')).body.message).toBe('mine');
  await bobs.take('chatMessage');
  await bobs.take('chatMessage');
  expect(await end(first, 'SIGKILL')).toBe('SIGKILL');
  bobs.say('meanwhile', 7);
  await bobs.take('chatMessage');
  bobs.send({
    kind: 'userCommand',
    requestId: 8,
    body: { directMessage: { user: ada.user.user_id, message: 'are you there?' } },
  });
  await bobs.take('ack');

  const again = await resumeAt(two, ada.token, adas);
  const { body } = await again.take('roomJoined');
  expect([body.room?.roomId, body.self]).toEqual([roomId, self]);
  expect(chatOf(again)).toEqual(['before', 'mine', 'meanwhile']);
  const { directMessage } = (await again.take('notification')).body;
  expect(directMessage).toMatchObject({ message: 'are you there?', userId: bob.user.user_id });
  // The others have seen nobody leave.
  expect([bobs.count('participantLeft'), bobs.count('participantJoined')]).toEqual([0, 0]);
  again.say('back', 9);
  expect((await bobs.take('chatMessage')).body.message).toBe('back');
  while ((await again.take('chatMessage')).body.message !== 'back');
  await again.acknowledge();
  // Once more, at the same process: nothing is sent twice.
  again.socket.terminate();
  const third = await resumeAt(two, ada.token, again);
  await third.take('roomJoined');
  expect(chatOf(third)).toEqual([]);
});

test('S31.9: a client whose socket is lost resumes at another process, which the first one gives the connection to', async () => {
  const { first, two, ada, adas, bobs } = await twoProcesses();
  await adas.acknowledge();
  bobs.say('one', 5);
  await adas.take('chatMessage');
  const again = await resumeAt(two, ada.token, adas);
  // The first process closes the socket that it still has.
  expect(await adas.closed).toBe(4409);
  await again.take('roomJoined');
  expect(chatOf(again)).toEqual(['one']);
  again.say('two', 6);
  for (const expected of ['one', 'two']) expect((await bobs.take('chatMessage')).body.message).toBe(expected);
  expect(await end(first, 'SIGTERM')).toBe(0);
  await again.sync();
});

test('S31.9: a client that has not sent a heartbeat yet resumes at another process, also of one that is killed', async () => {
  const { first, two, ada, bob, adas, bobs, roomId } = await twoProcesses();
  bobs.say('one', 5);
  await adas.take('chatMessage');
  adas.socket.terminate();
  const again = await resumeAt(two, ada.token, adas);
  expect((await again.take('roomJoined')).body.room?.roomId).toBe(roomId);
  expect(chatOf(again)).toEqual(['one']);
  const third = await new Site(first.url).connect(bob.token);
  await third.join(roomId);
  await bobs.sync();
  expect(await end(first, 'SIGKILL')).toBe('SIGKILL');
  const last = await resumeAt(two, bob.token, third);
  expect((await last.take('roomJoined')).body.room?.roomId).toBe(roomId);
});

test('S31.9: a request that a process had accepted when it was killed is answered with an error, and never carried out twice', async () => {
  const { first, two, ada, adas, bobs } = await twoProcesses();
  await adas.acknowledge();
  // The process is stopped when it has accepted them and before storage has answered.
  for (let requestId = 10; requestId < 30; requestId++) adas.say(`number ${requestId}`, requestId);
  await adas.take('chatMessage');
  expect(await end(first, 'SIGKILL')).toBe('SIGKILL');
  const again = await resumeAt(two, ada.token, adas);
  await again.take('roomJoined');
  const answered = again.frames.flatMap((frame) =>
    frame.kind === 'chatMessage' || frame.kind === 'error' ? [frame.requestId] : [],
  );
  // Those that were never received are sent again by the client; of the others none has two answers.
  const answers = answered.filter((requestId) => requestId > 0);
  expect(new Set(answers).size).toBe(answers.length);
  for (let requestId = 10; requestId < 30; requestId++) {
    if (!answers.includes(requestId)) again.say(`number ${requestId}`, requestId);
  }
  again.say('the end', 99);
  const heard: string[] = [];
  while (heard.at(-1) !== 'the end') heard.push((await bobs.take('chatMessage')).body.message);
  expect(new Set(heard).size).toBe(heard.length);
});

test('S31.9: connections of a process that is stopped resume at another; when it is back, it closes them', async () => {
  const { first, two, ada, adas, bobs, roomId } = await twoProcesses();
  await adas.acknowledge();
  bobs.say('one', 5);
  await adas.take('chatMessage');
  first.child.kill('SIGSTOP');
  bobs.say('two', 6);
  const again = await resumeAt(two, ada.token, adas);
  expect((await again.take('roomJoined')).body.room?.roomId).toBe(roomId);
  expect(chatOf(again)).toEqual(['one', 'two']);
  first.child.kill('SIGCONT');
  // The earlier socket is still open at the process that was stopped.
  expect(await adas.closed).toBe(4409);
});
