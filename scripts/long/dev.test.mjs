import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../run.mjs';

async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

test('npm run dev has a server, its screens and three players in a room, and ends with all of them', async () => {
  const [port, screensPort] = [await freePort(), await freePort()];
  const args = [join(root, 'scripts/dev.mjs'), '--port', String(port), '--screens-port', String(screensPort)];
  const dev = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void dev.kill());
  let link = '';
  for await (const line of createInterface({ input: dev.stdout })) {
    [link = ''] = /http:\S+\/rooms\/\S+/.exec(line) ?? [];
    if (link !== '') break;
  }
  expect(await (await fetch(link)).text()).toContain('/@vite/client');
  const { pathname, origin } = new URL(link);
  const room = async () => (await fetch(`${origin}/api${pathname}`)).json();
  await expect
    .poll(async () => (await room()).data.users.map((user) => user.display_name))
    .toEqual(['Mara', 'Teo', 'Ines']);
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
}, 120_000);
