import { describe, expect, test } from 'vitest';
import { joinFakeRoom } from '../../test/fake-room.ts';
import { participant } from '../../test/fake-server.ts';
import { participantOf } from '../room/from-wire.ts';
import { completions } from './complete.ts';
import { parseLine, runLine } from './parse.ts';
import { slashCommands } from './slash-commands.ts';

const people = [
  participant(1, { username: 'ada' }),
  participant(2, { username: 'Bea', instrument: 'Organ' }),
  participant(3, { username: 'Guest-1a2b', userId: '', guest: true }),
];
const inside = new Map(people.map(participantOf).map((each) => [each.participantId, each]));

/** The message that a line makes a connection send. */
async function sent(line: string) {
  const { connection, server } = await joinFakeRoom(undefined, (fake) => {
    fake.participants = people;
  });
  void runLine(line, connection).catch(() => {});
  await Promise.resolve();
  return server.socket.received.at(-1)?.body;
}

describe('typed lines', () => {
  test.each([
    ['hello', 'hello'],
    ['//shrug', '/shrug'],
    ['a / b', 'a / b'],
  ])('%s is chat', (line, text) => {
    expect(parseLine(line, inside)).toEqual({ kind: 'chat', text });
  });

  test.each([
    ['/kick bea too loud', { kick: {}, userId: 'user-2', reason: 'too loud' }],
    ['/KICK @Bea', { kick: {}, userId: 'user-2', reason: '' }],
    ['/kick guest-1a2b', { kick: {}, participant: 3, reason: '' }],
    ['/kick #3', { kick: {}, participant: 3, reason: '' }],
    ['/ban bea 2h for now', { ban: { seconds: 7_200 }, userId: 'user-2', reason: 'for now' }],
    ['/ban bea for good', { ban: { seconds: 0 }, userId: 'user-2', reason: 'for good' }],
    ['/unban user-9', { unban: {}, userId: 'user-9', reason: '' }],
    ['/unban #4', { unban: {}, participant: 4, reason: '' }],
    ['/mute bea 90s', { mute: { chat: true, notes: true, seconds: 90 }, userId: 'user-2', reason: '' }],
    ['/unmute  bea ', { unmute: {}, userId: 'user-2', reason: '' }],
    ['/owner ada', { transferOwner: {}, userId: 'user-1', reason: '' }],
    ['/me nods  twice', expect.objectContaining({ message: '* nods  twice' })],
    ['/msg bea come over', { directMessage: { user: 'bea', message: 'come over' } }],
    ['/friend @bea', { friend: { action: 1, user: 'bea' } }],
    ['/accept bea', { friend: { action: 2, user: 'bea' } }],
    ['/unfriend bea', { friend: { action: 3, user: 'bea' } }],
    ['/status busy', { setPresence: { status: 3 } }],
    ['/leave', {}],
    ['hi', expect.objectContaining({ message: 'hi' })],
  ])('%s sends its command', async (line, body) => {
    expect(await sent(line)).toEqual(body);
  });

  test.each([
    ['/nod', 'command', '/nod is not a command; /help lists all commands'],
    [
      '/kick',
      'name',
      'is missing: /kick <name> [reason]: Removes someone from the room; they can come back right away.',
    ],
    ['/kick zoe', 'name', 'no one in this room is called zoe'],
    ['/kick #9', 'name', 'no one in this room is called #9'],
    ['/msg bea', 'message', expect.stringMatching(/^is missing/)],
    ['/status sleepy', 'online, away or busy', 'must not be sleepy'],
    ['/unmute bea please', 'command', expect.stringMatching(/^has too many arguments/)],
    ['/help nod', 'command', '/nod is not a command'],
  ])('%s is refused with a reason', (line, field, issue) => {
    expect(() => parseLine(line, inside)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: expect.objectContaining({ field, issue }) }),
    );
  });

  test('help lists all commands, or explains one', async () => {
    const { connection } = await joinFakeRoom();
    const all = await runLine('/help', connection);
    expect(all?.split('\n').map((line) => /^\/(\w+)/.exec(line)?.[1])).toEqual(slashCommands.map(({ name }) => name));
    expect(await runLine('/help kick', connection)).toBe(
      '/kick <name> [reason]: Removes someone from the room; they can come back right away.',
    );
  });
});

test.each(['hello', '/me nods', '/kick #2', '/ban #2 2h', '/unmute #2', '/msg bea hi', '/status busy'])(
  '%s takes a time limit and can be aborted',
  async (line) => {
    const { connection, clock } = await joinFakeRoom(undefined, (fake) => {
      fake.participants = people;
    });
    const limited = expect(runLine(line, connection, { timeoutMs: 500 })).rejects.toMatchObject({ reason: 'timeout' });
    await clock.advance(501);
    await limited;
    const stopped = runLine(line, connection, { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ reason: 'aborted' });
  },
);

describe('completion', () => {
  test.each([
    ['hello', []],
    ['//', []],
    ['/ki', ['/kick ']],
    ['/un', ['/unfriend ', '/unban ', '/unmute ']],
    ['/kick B', ['/kick Bea ']],
    ['/kick ', ['/kick ada ', '/kick Bea ', '/kick Guest-1a2b ']],
    ['/mute bea 1', ['/mute bea 10m ', '/mute bea 1h ', '/mute bea 1d ']],
    ['/mute bea 10m ', []],
    ['/mute bea because ', []],
    ['/status a', ['/status away ']],
    ['/help fr', ['/help friend ']],
    ['/me a', []],
    ['/nod a', []],
  ])('%s is completed to %j', (line, lines) => {
    expect(completions(line, inside).map((completion) => completion.line)).toEqual(lines);
  });
});
