// The bot in a room, on a server in memory: npm test
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bot } from '@roomtone/sdk/bots';
import { FakeServer } from '@roomtone/sdk/testing';
import { setUp } from './bot.ts';

type Act = () => Promise<unknown>;

test('greets, answers once, plays chords and repeats notes an octave higher', async () => {
  const server = new FakeServer();
  const ada = server.client();
  await ada.register({ username: 'ada', password: 'correct horse 7' });
  const room = await ada.createRoom({ roomName: 'Loft' });
  const client = server.client();
  await client.register({ username: 'clicky', password: 'correct horse 8' });
  const bot = new Bot({ client });
  setUp(bot);

  /** Does something, and resolves with the next message of the bot. */
  async function answerTo(act: Act) {
    const answer = new Promise((resolve) => {
      room.on('chat', ({ username, message }) => username === 'clicky' && resolve(message));
    });
    await act();
    return answer;
  }

  const greeting = await answerTo(() => bot.join(room.info.roomId));
  assert.match(String(greeting), /^Hello! Play something/);
  assert.equal(await answerTo(() => room.chat('Well, hello!')), 'Hello, ada!');
  assert.equal(await answerTo(() => room.chat('!chords 9')), 'I play them one to four times.');

  const echo = room.waitFor('note');
  room.noteOn(60, 100);
  const { key, velocity } = await echo;
  assert.deepEqual([key, velocity], [72, 80]);

  const chord = room.waitFor('note');
  await room.chat('!chords');
  assert.equal((await chord).key, 60);

  await bot.stop();
  await room.leave();
});
