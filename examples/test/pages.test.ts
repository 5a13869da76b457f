// Every page in examples/pages, in Chromium against a real server.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launch } from '../../apps/desktop/e2e/chromium.ts';
import { type RunningServer, startServer } from '../../testing/running-server.ts';

const isSkipped = (process.env['ROOMTONE_SKIP'] ?? '').split(',').includes('chromium');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

describe.skipIf(isSkipped)('the pages', () => {
  let folder: string;
  let files: Server;
  let origin: string;
  let server: RunningServer;
  let browser: Browser;
  let room: Room;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'roomtone-pages-'));
    execFileSync(process.execPath, [fileURLToPath(new URL('../pages/build.mjs', import.meta.url)), folder]);
    files = createServer(({ url }, response) => {
      const { pathname } = new URL(url ?? '/', 'http://localhost');
      response.setHeader('content-type', types[extname(pathname)] ?? 'application/octet-stream');
      const file = join(folder, pathname);
      // Browsers also ask for an icon.
      response.statusCode = existsSync(file) ? 200 : 404;
      response.end(existsSync(file) ? readFileSync(file) : '');
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    server = await startServer({ ROOMTONE_ALLOWED_ORIGINS: origin });
    const ada = new RoomtoneClient({ baseUrl: server.url });
    await ada.register({ username: 'ada', email: 'ada@example.org', password: 'correct horse 7' });
    room = await ada.createRoom({ roomName: 'Loft' });
    browser = await chromium.launch(launch);
  });
  afterAll(async () => {
    await browser?.close();
    await room?.leave();
    await server?.stop();
    files?.close();
    files?.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (name: string): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
    page.on('pageerror', (error) => expect.fail(`${name}: ${error.message}`));
    const invitation = `${server.url}/rooms/${room.info.roomId}`;
    await page.goto(`${origin}/${name}/index.html?invitation=${encodeURIComponent(invitation)}`);
    return page;
  };

  test('the plain page names who is there and plays what it hears', async () => {
    const page = await open('plain');
    await page.getByRole('heading', { name: 'Loft' }).waitFor();
    await page.getByText('ada', { exact: true }).waitFor();
    room.noteOn(60, 90);
    await page.locator('#keys', { hasText: '60' }).waitFor();
    room.noteOff(60);
    await page.close();
  });

  test('the page with React shows people and chat', async () => {
    const page = await open('react');
    await page.getByRole('heading', { name: 'Loft' }).waitFor();
    await page.getByText('ada', { exact: true }).waitFor();
    await room.chat('Good evening');
    await page.getByText('ada: Good evening').waitFor();
    await page.close();
  });

  test('notes rise on the overlay in the colour of their player, on nothing', async () => {
    const page = await open('overlay');
    await expect.poll(() => room.participants.size).toBe(2);
    room.noteOn(72, 90);
    // The share of the canvas that is painted at all, and the opacity of its corner.
    const painted = () =>
      page.evaluate(() => {
        const canvas = document.querySelector('canvas');
        const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        let count = 0;
        for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) count++;
        return { count, corner: data[3] };
      });
    await expect.poll(async () => (await painted()).count).toBeGreaterThan(20);
    expect((await painted()).corner).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    room.noteOff(72);
    await page.close();
  });
});
