// Play a scale
import { RoomtoneClient } from '@roomtone/sdk';

// An account for a minute. On a server that is closed to new accounts, use signIn() with your own.
const client = new RoomtoneClient({ baseUrl: location.origin });
const username = `pia-${Math.random().toString(36).slice(2, 8)}`;
const password = crypto.randomUUID();
await client.register({ username, email: `${username}@example.org`, password });

const room = await client.createRoom({ roomName: 'Playground' });
console.log(`Open ${location.origin}/rooms/${room.info.roomId} in another window to listen.`);
console.log('The scale begins as soon as somebody is there.');
await room.waitFor('participantJoined', { timeoutMs: 60_000 });

for (const key of [60, 62, 64, 65, 67, 69, 71, 72]) {
  room.noteOn(key, 90);
  await new Promise((done) => setTimeout(done, 200));
  room.noteOff(key);
}
console.log('Played.');
await room.leave();
await client.rooms.delete(room.info.roomId);
await client.account.delete(password);
