import { expect, test, vi } from 'vitest';
import type { Room } from '../room/room.ts';
import { FakeClock, FakeServer } from '../testing/index.ts';
import { Bot, type BotStore, beatLoop } from './index.ts';

async function loft(server = new FakeServer()) {
  const ada = server.client();
  await ada.register({ username: 'ada', password: 'correct horse 7' });
  const room = await ada.createRoom({ roomName: 'Loft' });
  const client = server.client();
  await client.register({ username: 'clicky', password: 'correct horse 8' });
  return { server, ada, room, client };
}

/** Says something, and resolves with what the bot answers. */
async function answered(room: Room, text: string): Promise<string> {
  const answer = new Promise<string>((resolve) => {
    const stop = room.on('chat', ({ username, message }) => {
      if (username !== 'clicky') return;
      stop();
      resolve(message);
    });
  });
  await room.chat(text);
  return answer;
}

class Kept implements BotStore {
  state: unknown;
  load = async () => structuredClone(this.state);
  save = async (state: unknown) => {
    this.state = structuredClone(state);
  };
}

test('commands have arguments of their kinds, and say how they are called', async () => {
  const { room, client } = await loft();
  const bot = new Bot({ client })
    .command('roll', {
      about: 'rolls a die',
      takes: [{ name: 'sides', kind: 'number' }],
      run: ({ given: { sides } }) => `1 to ${sides * 1}`,
    })
    .command('tell', {
      about: 'passes something on',
      takes: [
        { name: 'whom', kind: 'participant' },
        { name: 'title', kind: 'word' },
        { name: 'text', kind: 'words', optional: true },
      ],
      run: ({ given: { whom, title, text = 'nothing' } }) => `${whom.username}, ${title}: ${text}`,
    });
  await bot.join(room.info.roomId);
  expect(await answered(room, '!roll 6')).toBe('1 to 6');
  expect(await answered(room, '!ROLL six')).toBe('<sides> is a number. !roll <sides>: rolls a die');
  expect(await answered(room, '!roll')).toMatch(/^<sides> is missing/);
  expect(await answered(room, '!roll 6 7')).toMatch(/^“7” is too much/);
  expect(await answered(room, '!tell ada "the news" of the day')).toBe('ada, the news: of the day');
  expect(await answered(room, '!tell #1 news')).toBe('ada, news: nothing');
  expect(await answered(room, '!tell bob news')).toMatch(/^bob is not here/);
  expect(await answered(room, '!help')).toMatch(
    /^!help \[command\]: .+\n[\s\S]*\n!tell <whom> <title> \[text\]: passes/,
  );
  expect(await answered(room, '!help !roll')).toBe('!roll <sides>: rolls a die');
  await bot.stop();
  room.close();
});

test('a handler that fails says so and ends nothing; what is no command is chat; the bot never answers itself', async () => {
  const { room, client } = await loft();
  const onError = vi.fn();
  const heard: string[] = [];
  const bot = new Bot({ client, onError, prefix: '?' })
    .command('break', {
      about: 'fails',
      run: () => {
        throw new Error('broken');
      },
    })
    .onChat(({ message }) => heard.push(message));
  await bot.join(room.info.roomId);
  expect(await answered(room, '?break')).toBe('That did not work.');
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken' }));
  await room.chat('!help and ?unknown');
  await expect.poll(() => heard).toEqual(['!help and ?unknown']);
  expect(() => bot.command('two words', { about: '', run: () => '' })).toThrow(TypeError);
  await bot.stop();
  room.close();
});

test('a bot comes to rooms by invitation, comes back after a restart, and stays away from where it was removed', async () => {
  const { server, ada, room, client } = await loft();
  const attic = await ada.createRoom({ roomName: 'Attic' });
  const store = new Kept();
  const bot = new Bot({ client, store, onError: () => {} });
  await bot.join(room.info.roomId);
  expect(await answered(room, `!join http://fake.invalid/rooms/${attic.info.roomId}`)).toContain('“Attic”');
  expect(await answered(room, '!join http://elsewhere.invalid/rooms/nowhere')).toMatch(/^That did not work/);
  const guest = server.client();
  await guest.register({ username: 'bob', password: 'correct horse 9' });
  const visitor = await guest.joinRoom(room.info.roomId);
  expect(await answered(visitor, '!leave')).toBe('!leave is for the owner and the moderators of the room.');
  await bot.state.set('songs', 3);
  await bot.stop();
  const again = new Bot({ client, store });
  await again.start();
  expect([again.rooms.size, again.state.get('songs', 0)]).toEqual([2, 3]);
  await room.moderation.kick({ userId: again.client.user?.userId ?? '' });
  await expect.poll(() => again.rooms.size).toBe(1);
  await attic.chat('!leave');
  await expect.poll(() => again.rooms.size).toBe(0);
  await expect.poll(() => store.state).toEqual({ rooms: [], songs: 3, left: [room.info.roomId, attic.info.roomId] });
  for (const each of [room, attic, visitor]) each.close();
});

test('a room invites a bot by naming it, a private one too, and the bot that has left it does not come back by itself', async () => {
  const { ada, client, room } = await loft();
  const attic = await ada.createRoom({ roomName: 'Attic', roomType: 'private' });
  const cellar = await ada.createRoom({ roomName: 'Cellar', roomType: 'private' });
  const bot = new Bot({ client });
  const { userId = '' } = client.user ?? {};
  for (const each of [room, attic]) await each.moderation.setModerator({ userId }, true);
  await bot.followRooms();
  expect([...bot.rooms.keys()].sort()).toEqual([room.info.roomId, attic.info.roomId].sort());
  await bot.leave(attic.info.roomId);
  await bot.followRooms();
  expect([...bot.rooms.keys()]).toEqual([room.info.roomId]);
  await bot.join(attic.info.roomId);
  expect(bot.rooms.size).toBe(2);
  await bot.stop();
  for (const each of [room, attic, cellar]) each.close();
});

test('a room that is gone is forgotten, and the others are joined all the same', async () => {
  const { room, client } = await loft();
  const store = new Kept();
  store.state = { rooms: ['no-such-room-0000000001', room.info.roomId] };
  const onError = vi.fn();
  const bot = new Bot({ client, store, onError });
  await bot.start();
  expect([...bot.rooms.keys()]).toEqual([room.info.roomId]);
  expect(onError).toHaveBeenCalledOnce();
  expect(store.state).toEqual({ rooms: [room.info.roomId] });
  await bot.stop();
  room.close();
});

test('a beat loop calls each beat once, ahead of its time, while the metronome runs and the room is joined', async () => {
  const clock = new FakeClock(1_700_000_000_000_000);
  const { room } = await loft(new FakeServer({ timers: clock }));
  const early: number[] = [];
  const counts: number[] = [];
  const stop = beatLoop(room, ({ timeUs, count, bar }) => {
    if (bar === 0) return;
    early.push(timeUs - room.serverNowUs());
    counts.push(count);
  });
  await clock.advance(1_000);
  expect(counts).toEqual([]);
  await room.time.setTransport({ bpm: 120, running: true });
  await clock.advance(6_000);
  expect(counts.length).toBeGreaterThan(5);
  expect(counts).toEqual(counts.map((_, index) => index));
  expect(Math.min(...early)).toBeGreaterThan(140_000);
  expect(Math.max(...early)).toBeLessThanOrEqual(200_000);
  stop();
  const { length } = counts;
  await clock.advance(2_000);
  expect(counts).toHaveLength(length);
  room.close();
});
