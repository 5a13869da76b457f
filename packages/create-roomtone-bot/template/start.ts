// Signs in and starts the bot. Ctrl-C stops it.
import { randomBytes } from 'node:crypto';
import { RoomtoneClient } from '@roomtone/sdk';
import { Bot } from '@roomtone/sdk/bots';
import { FileBotStore } from '@roomtone/sdk/node';
import { setUp } from './bot.ts';

const { ROOMTONE_INVITATION: invitation = '', ROOMTONE_NAME: name = 'bot', ROOMTONE_TOKEN: token } = process.env;
const client = RoomtoneClient.forInvitation(invitation, { token, retry: 60_000 });

// Without a token: an account for this run only.
const password = randomBytes(24).toString('base64url');
if (!token) await client.register({ username: name, email: `${name}@example.com`, password });
else if (!(await client.restore()))
  throw new Error('This token no longer works: make another one on your account page.');

// With a token it is the same bot each time, which keeps its rooms and its state.
const bot = new Bot(token ? { client, store: new FileBotStore('state.json') } : { client });
setUp(bot);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await bot.stop();
    if (!token) await client.account.delete(password);
    process.exit(0);
  });
}

await bot.start();
const room = await bot.join(invitation);
// Into public rooms that have named it a moderator or a player, too.
if (token) await bot.followRooms();
console.log(`Playing in “${room.info.roomName}”. Ctrl-C stops.`);
