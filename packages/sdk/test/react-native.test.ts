import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { RoomtoneClient } from '@roomtone/sdk';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { password } from './on-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ ROOMTONE_EMAIL: 'optional' });
});
afterAll(() => server?.stop());

/** Bundled as Metro does: by the condition and the field `react-native`, without modules of Node. */
async function bundled() {
  const bundle = await rolldown({
    input: join(import.meta.dirname, '../dist/index.js'),
    platform: 'neutral',
    resolve: {
      conditionNames: ['react-native', 'import', 'require', 'default'],
      mainFields: ['react-native', 'browser', 'module', 'main'],
      aliasFields: [['react-native']],
    },
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'sdk', codeSplitting: false });
  await bundle.close();
  return output[0];
}

test('React Native gets the modules that browsers get', () => {
  const described = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  expect(described['react-native']).toEqual(described.browser);
});

test('the bundle for React Native signs in, plays and hears where only its globals exist', async () => {
  const globals = {
    ...{ console, fetch, WebSocket, URL, URLSearchParams, FormData, Blob, AbortController, TextEncoder, TextDecoder },
    // Those of the machine, whose WebSocket gives them.
    ...{ ArrayBuffer, Uint8Array },
    ...{ setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask, atob, btoa },
    performance: { now: () => performance.now() },
  };
  const { code, imports } = await bundled();
  expect(imports).toEqual([]);
  const { RoomtoneClient: Client } = runInContext(`${code}; sdk`, createContext(globals));
  const client: RoomtoneClient = new Client({ baseUrl: server.url });
  await client.register({ username: 'ada', password });
  const room = await client.createRoom({ roomName: 'Loft' });
  const listener = await new Client({ baseUrl: server.url }).joinRoom(room.info.roomId);
  const heard = listener.waitFor('note');
  room.noteOn(60, 90);
  expect(await heard).toMatchObject({ type: 'noteOn', key: 60 });
  expect(Math.abs(room.serverNowUs() / 1_000 - Date.now())).toBeLessThan(60_000);
  await expect(new Client({ baseUrl: 'http://127.0.0.1:1' }).server()).rejects.toMatchObject({ reason: 'unreachable' });
  await Promise.all([room.leave(), listener.leave()]);
});
