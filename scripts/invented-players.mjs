// `node invented-players.mjs <server> [screens]`: three players in a room, who go round four chords until they are stopped.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { RoomtoneClient } from '../packages/sdk/dist/index.js';

const [server = 'http://127.0.0.1:7420', screens = server] = process.argv.slice(2);
const roomName = 'Rehearsal';
const beatUs = 600_000;
const aheadUs = 500_000;

/** Each chord from its root, two bars of four beats. */
const chords = [
  [57, 60, 64, 67],
  [53, 57, 60, 64],
  [48, 52, 55, 59],
  [55, 59, 62, 65],
];
/** The notes of a player at a beat: key, velocity and length in beats. */
const parts = {
  Mara: (chord, beat) => (beat % 2 === 0 ? [[chord[0] - 24, 82, 1.6]] : []),
  Teo: (chord, beat) => (beat % 8 === 0 ? chord.map((key) => [key, 58, 7]) : []),
  Ines: (chord, beat) => [[chord[(beat * 3) % chord.length] + 12, 64 + (beat % 4) * 5, 0.8]],
};

const rooms = [];
for (const name of Object.keys(parts)) {
  const client = new RoomtoneClient({ baseUrl: server });
  await registered(client, name);
  const [first] = rooms;
  const room = first
    ? await client.joinRoom(first.room.info.roomId)
    : await client.createRoom({ roomName, maxUsers: 20 });
  room.on('state', ({ status }) => {
    if (status === 'closed') process.exit(1);
  });
  rooms.push({ name, room });
}
console.log(`Three invented players are in ${screens}/rooms/${rooms[0].room.info.roomId}`);

/** The server may still be starting. */
async function registered(client, displayName) {
  const [username, password] = [
    `${displayName.toLowerCase()}-${randomBytes(3).toString('hex')}`,
    randomBytes(18).toString('base64url'),
  ];
  for (;;) {
    try {
      await client.register({ username, displayName, email: `${username}@example.org`, password });
      return;
    } catch (error) {
      if (error.reason !== 'unreachable') throw error;
      await wait(200);
    }
  }
}

/** Sent shortly before their time: a server takes no notes of the far future. */
let waiting = [];
let beat = 0;
let nextUs = rooms[0].room.serverNowUs() + aheadUs;
setInterval(() => {
  const untilUs = rooms[0].room.serverNowUs() + aheadUs;
  while (untilUs > nextUs) {
    const chord = chords[Math.floor(beat / 8) % chords.length];
    for (const { name, room } of rooms) {
      for (const [key, velocity, beats] of parts[name](chord, beat)) {
        room.noteOn(key, velocity, { atUs: nextUs });
        waiting.push({ room, key, atUs: nextUs + beats * beatUs });
      }
    }
    beat++;
    nextUs += beatUs;
  }
  const due = waiting.filter(({ atUs }) => atUs <= untilUs);
  waiting = waiting.filter(({ atUs }) => atUs > untilUs);
  for (const { room, key, atUs } of due) room.noteOff(key, { atUs });
}, 100);
