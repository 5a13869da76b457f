// Greets, plays a few chords, and repeats what others play, an octave higher.
import { randomBytes } from 'node:crypto';
import { RoomtoneClient } from '@roomtone/sdk';
import { onPeopleChat } from '@roomtone/sdk/extras';

const { ROOMTONE_INVITATION: invitation = '', ROOMTONE_NAME: name = 'bot', ROOMTONE_TOKEN: token } = process.env;
const client = RoomtoneClient.forInvitation(invitation, token ? { token } : {});

// Without a token: an account for this run only.
const password = randomBytes(24).toString('base64url');
if (!token) await client.register({ username: name, email: `${name}@example.com`, password });

const room = await client.joinInvitation(invitation);
console.log(`Playing in “${room.info.roomName}”. Ctrl-C stops.`);
room.setPlayer({ instrument: 'Vibraphone' }).catch(console.error);
room.chat('Hello! Play something, and I play along.').catch(console.error);

// C, A minor, F, G: each chord as four notes. Notes may be sent ahead; each sounds at its time.
const chords = [
  [60, 64, 67],
  [57, 60, 64],
  [53, 57, 60],
  [55, 59, 62],
];
const noteUs = 250_000;
const startUs = room.serverNowUs() + 500_000;
chords
  .flatMap(([a, b, c]) => [a, b, c, b])
  .forEach((key, index) => {
    setTimeout(
      () => {
        const atUs = startUs + index * noteUs;
        room.noteOn(key, 80, { atUs });
        room.noteOff(key, { atUs: atUs + noteUs * 0.9 });
      },
      (index * noteUs) / 1_000,
    );
  });

// Another player's keys come back an octave higher, a moment later.
room.on('note', ({ participantId, type, key, velocity }) => {
  if (room.participants.get(participantId)?.bot || key > 108) return; // bots do not answer bots, nor play beyond the last key
  const [echo, atUs] = [key + 12, room.serverNowUs() + noteUs];
  if (type === 'noteOn') room.noteOn(echo, Math.max(1, velocity - 20), { atUs });
  else room.noteOff(echo, { atUs });
});

// People in the chat, not the bot itself nor another one. Each of them gets one answer.
const greeted = new Set();
onPeopleChat(room, async ({ message, userId, username }) => {
  if (greeted.has(userId) || !/\bhello\b/i.test(message)) return;
  greeted.add(userId);
  await room.chat(`Hello, ${username}!`);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await room.leave();
    if (!token) await client.account.delete(password);
    process.exit(0);
  });
}
