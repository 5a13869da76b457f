// Count beats together
import { RoomtoneClient } from '@roomtone/sdk';

const client = new RoomtoneClient({ baseUrl: location.origin });
const username = `pia-${Math.random().toString(36).slice(2, 8)}`;
const password = crypto.randomUUID();
await client.register({ username, email: `${username}@example.org`, password });
const room = await client.createRoom({ roomName: 'Playground', roomType: 'private' });

await room.time.setTransport({ bpm: 96, running: true });
const from = room.serverNowUs();
for (const { timeUs, bar, beat } of room.time.beatsBetween(from, from + 3_000_000)) {
  const inMs = (timeUs - room.serverNowUs()) / 1_000;
  setTimeout(() => console.log(`bar ${bar}, beat ${beat}`), inMs);
}
await new Promise((done) => setTimeout(done, 3_200));

await room.leave();
await client.rooms.delete(room.info.roomId);
await client.account.delete(password);
