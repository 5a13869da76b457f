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
import { isLong } from '../../testing/long-runs.ts';
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

  // Its four pages take seconds; R26 itself is tested at the server and in the SDK.
  if (isLong) {
    test('R26: what one draws over the falling notes, the others see, also those who join later', async () => {
      const signedIn = async (page: Page, username: string) => {
        const account = new RoomtoneClient({ baseUrl: server.url });
        await account.register({ username, email: `${username}@example.org`, password: 'correct horse 7' });
        await page.getByPlaceholder('Username').fill(username);
        await page.getByPlaceholder('Password').fill('correct horse 7');
        await page.getByRole('button', { name: 'Sign in to draw' }).click();
        await page.getByRole('button', { name: 'Wipe my lines' }).waitFor();
      };
      // The colour in the middle of the page, where the line is and no note falls.
      const middle = (page: Page) =>
        page.evaluate(() => {
          const canvas = document.querySelector('canvas');
          const [x, y] = [(canvas?.width ?? 0) / 2, (canvas?.height ?? 0) / 2];
          return [...(canvas?.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])];
        });
      const nothing = [0, 0, 0, 0];
      const bea = await open('drawing');
      await signedIn(bea, 'bea');
      const watching = await open('drawing');
      await expect.poll(() => room.participants.size).toBe(3);
      const cursor = room.waitFor('data');
      await bea.mouse.move(100, 180);
      expect(await cursor).toMatchObject({ topic: 'cursor', lossy: true });
      await bea.mouse.down();
      await bea.mouse.move(540, 180, { steps: 12 });
      await bea.mouse.move(560, 300, { steps: 4 });
      await bea.mouse.up();
      const drawn = await middle(bea);
      expect(drawn).not.toEqual(nothing);
      await expect.poll(() => middle(watching)).toEqual(drawn);
      const late = await open('drawing');
      await expect.poll(() => middle(late)).toEqual(drawn);
      for (const key of [40, 47, 52]) room.noteOn(key, 90);
      await bea.getByRole('button', { name: 'Wipe my lines' }).click();
      await expect.poll(() => middle(late)).toEqual(nothing);
      room.releaseAll();
      for (const page of [bea, watching, late]) await page.close();
      await expect.poll(() => room.participants.size).toBe(1);
    });
  }

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
