// Two people play on a released server: what a release must be able to do wherever it is installed.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'vitest';
import { RoomtoneClient } from '../../packages/sdk/dist/index.js';
import { startServer } from '../../testing/running-server.ts';

/**
 * Starts the server, has two SDK clients play, chat, upload a picture and open a page, and requests what it serves.
 * @param {string} entry its `main.js`
 */
export async function runSmokeTest(entry) {
  const page = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Tonight</title>');
  }).listen(0, '127.0.0.1');
  await once(page, 'listening');
  const host = `127.0.0.1:${page.address().port}`;
  const server = await startServer({ ROOMTONE_EMAIL: 'optional', ROOMTONE_SCRAPE_ALLOW_HOSTS: host }, [], entry);
  try {
    console.log(`start-up of the released server: ${await cpuMsOf(server.url)} ms of CPU until it answers`);
    const [ada, bob] = await Promise.all(['ada', 'bob'].map((username) => signUp(server.url, username)));
    const room = await ada.createRoom({ roomName: 'Kitchen' });
    const other = await bob.joinRoom(room.info.roomId);
    const heard = new Promise((resolve) => other.on('notes', resolve));
    expect(room.noteOn(60, 100)).toEqual({ sent: true });
    await heard;
    await other.chat('Once more?');
    await ada.account.uploadAvatar(new Blob([onePixel], { type: 'image/png' }));
    expect(await ada.scrapeUrl(`http://${host}/`)).toMatchObject({ title: 'Tonight' });
    for (const path of ['/', '/docs/', '/docs/api', '/docs/openapi.json', '/proto/vectors.json', '/sounds.json']) {
      expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
    }
    for (const one of [room, other]) one.close();
  } finally {
    await server.stop();
    page.close();
  }
}

/** CPU time that the server reports to have used since its start. */
async function cpuMsOf(url) {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Math.round(Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]) * 1000);
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
