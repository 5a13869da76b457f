// Two people play on a released server: what a release must be able to do wherever it has been put.
import { expect } from 'vitest';
import { RoomtoneClient } from '../../packages/sdk/dist/index.js';
import { startServer } from '../../testing/running-server.ts';

/**
 * Starts the server and has two SDK clients play, chat and upload a picture; looks at the pages that it serves.
 * @param {string} entry its `main.js`
 */
export async function playAnEvening(entry) {
  const server = await startServer({ ROOMTONE_EMAIL: 'optional' }, [], entry);
  try {
    const [ada, bob] = await Promise.all(['ada', 'bob'].map((username) => signUp(server.url, username)));
    const room = ada.openRoom({ create: { room_name: 'Kitchen' } });
    const { room: details } = await room.ready;
    const other = bob.openRoom({ roomId: details.roomId });
    await other.ready;
    const heard = new Promise((resolve) => other.on('notes', resolve));
    expect(room.play(Uint8Array.of(0x90, 60, 100))).toBe(true);
    await heard;
    await other.chat('Once more?');
    await ada.account.uploadAvatar(new Blob([onePixel], { type: 'image/png' }));
    for (const path of ['/', '/docs', '/docs/openapi.json', '/proto/', '/sounds.json']) {
      expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
    }
    for (const one of [room, other]) one.close();
  } finally {
    await server.stop();
  }
}

async function signUp(baseUrl, username) {
  const client = new RoomtoneClient({ baseUrl });
  await client.register({ username, password: 'correct horse 7' });
  return client;
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
