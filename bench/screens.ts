// How soon and how smoothly the screens appear in a real Chromium: `npm run bench:screens`; with `-- --save` into docs/weight.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, type CDPSession, chromium as engine, type Page } from '@playwright/test';
import { MemoryTokenStore, type Room, RoomtoneClient } from '@roomtone/sdk';
import { chromium } from '../apps/desktop/e2e/chromium.ts';
import { startServer } from '../testing/running-server.ts';
import { median, quantile } from './statistics.ts';

const repeats = 3;
/** "Slow 4G" as Chromium's own tools call it, on a phone with a quarter of this machine's speed. */
const slow = { latency: 562, bytesPerSecond: (1.4 * 1_000_000) / 8, cpu: 4 };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const laptop = { viewport: { width: 1440, height: 900 } };
const watchedMs = 8_000;
const notesPerSecond = 20;
const kibi = 1024;
const report = fileURLToPath(new URL('../docs/weight.md', import.meta.url));
const marker = '<!-- Written by npm run bench:screens -- --save -->';

const { values: options } = parseArgs({ options: { save: { type: 'boolean', default: false } } });
const server = await startServer();
const browser = await engine.launch(chromium);
try {
  const lines: string[] = [];
  for (const part of [firstVisit, intoARoom, whilePlaying]) {
    const found = await part();
    console.log(`${found.join('\n')}\n`);
    lines.push(...found, '');
  }
  if (options.save) {
    const [text = ''] = readFileSync(report, 'utf8').split(marker);
    writeFileSync(report, `${text}${marker}\n\n${lines.join('\n')}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exit();

interface Visit {
  readonly paintMs: number;
  readonly largestMs: number;
  readonly noteMs: number;
  readonly scriptKib: number;
  readonly otherKib: number;
  readonly afterKib: number;
}

/** Somebody new opens the server's address and presses a key until it lights up. */
async function firstVisit(): Promise<string[]> {
  const visits: Visit[] = [];
  const empty: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    visits.push(await visit());
    empty.push(await emptyPage());
  }
  const of = (figure: (visit: Visit) => number) => median(visits.map(figure));
  const nothing = median(empty);
  return [
    `A first visit on a slow phone (${slow.latency} ms, 1.4 Mbit/s, CPU ×${slow.cpu}), medians of ${repeats}:`,
    '',
    '| figure | value | times an empty page of the same server |',
    '|---|---:|---:|',
    row(
      'first paint',
      of(({ paintMs }) => paintMs),
      'ms',
      nothing,
    ),
    row(
      'largest paint',
      of(({ largestMs }) => largestMs),
      'ms',
      nothing,
    ),
    row(
      'first note of one’s own',
      of(({ noteMs }) => noteMs),
      'ms',
      nothing,
    ),
    row(
      'script before that note',
      of(({ scriptKib }) => scriptKib),
      'KiB',
    ),
    row(
      'everything else before it',
      of(({ otherKib }) => otherKib),
      'KiB',
    ),
    row(
      'in the ten seconds after it',
      of(({ afterKib }) => afterKib),
      'KiB',
    ),
  ];
}

function row(name: string, value: number, unit: string, nothing?: number): string {
  return `| ${name} | ${value.toFixed(0)} ${unit} | ${nothing === undefined ? '' : (value / nothing).toFixed(1)} |`;
}

async function visit(): Promise<Visit> {
  const { context, page } = await slowPage();
  const bytes = { script: 0, other: 0 };
  context.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => undefined);
    if (sizes === undefined) return;
    const kind = request.resourceType() === 'script' || /\.js$/.test(request.url()) ? 'script' : 'other';
    bytes[kind] += sizes.responseBodySize + sizes.responseHeadersSize;
  });
  await page.addInitScript(() => {
    Object.assign(globalThis, { roomtoneLargest: 0 });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(globalThis, { roomtoneLargest: startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  // The first input ends the measurement of the largest paint.
  await page.locator('[data-playable]').waitFor();
  const lit = page.locator('[data-pressed]').first();
  while (!(await lit.isVisible())) {
    await page.keyboard.down('KeyK');
    await page.waitForTimeout(50);
    if (!(await lit.isVisible())) await page.keyboard.up('KeyK');
  }
  const noteMs = await page.evaluate(() => performance.now());
  const [scriptKib, otherKib] = [bytes.script / kibi, bytes.other / kibi];
  await page.keyboard.up('KeyK');
  const before = bytes.script + bytes.other;
  await page.waitForTimeout(10_000);
  const afterKib = (bytes.script + bytes.other - before) / kibi;
  const { paintMs, largestMs } = await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    largestMs: (globalThis as { roomtoneLargest?: number }).roomtoneLargest ?? 0,
  }));
  await context.close();
  return { paintMs, largestMs, noteMs, scriptKib, otherKib, afterKib };
}

/** A page of text from the same server. @returns its first paint, ms */
async function emptyPage(): Promise<number> {
  const { context, page } = await slowPage();
  await page.goto(`${server.url}/health`);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const ms = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await context.close();
  return ms;
}

async function slowPage(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...phone, locale: 'en-GB' });
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page), { isSlowNetwork: true });
  return { context, page };
}

async function slowDown(devTools: CDPSession, { isSlowNetwork }: { isSlowNetwork: boolean }): Promise<void> {
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
  if (!isSlowNetwork) return;
  await devTools.send('Network.enable');
  const throughput = { downloadThroughput: slow.bytesPerSecond, uploadThroughput: slow.bytesPerSecond };
  await devTools.send('Network.emulateNetworkConditions', { offline: false, latency: slow.latency, ...throughput });
}

/** From the lobby into a room, on the slow phone. */
async function intoARoom(): Promise<string[]> {
  const figures: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const { context, page } = await slowPage();
    const { client, signIn } = await account(`lobby-${repeat}`);
    const name = `Kitchen ${repeat}`;
    await client.rooms.create({ roomName: name });
    await signIn(page);
    await page.goto(server.url);
    const card = page
      .getByRole('link', { name: new RegExp(name) })
      .or(page.getByRole('button', { name: new RegExp(name) }));
    await card.first().waitFor();
    const startMs = performance.now();
    await card.first().click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByRole('group', { name: 'Piano' }).waitFor();
    figures.push(performance.now() - startMs);
    await context.close();
  }
  return [`From the lobby into a room on that phone: ${median(figures).toFixed(0)} ms (median of ${repeats}).`];
}

interface Smoothness {
  readonly frameP95Ms: number;
  readonly longTasks: number;
  readonly scriptShare: number;
  readonly heapMib: number;
}

/** A room in which everybody else plays, on a laptop and on the same with a quarter of its speed. */
async function whilePlaying(): Promise<string[]> {
  const lines = [
    `A room in which each of the others plays ${notesPerSecond} notes a second, for ${watchedMs / 1000} s:`,
    '',
    '| players | CPU | frames, p95 | tasks over 100 ms | script, share of a core | heap of the page |',
    '|---:|---:|---:|---:|---:|---:|',
  ];
  for (const players of [1, 8, 12]) {
    for (const isSlow of [false, true]) {
      const { frameP95Ms, longTasks, scriptShare, heapMib } = await smoothness(players, isSlow);
      const share = `${(scriptShare * 100).toFixed(0)}%`;
      lines.push(
        `| ${players} | ${isSlow ? `×${slow.cpu}` : '×1'} | ${frameP95Ms.toFixed(1)} ms | ${longTasks} | ${share} | ${heapMib.toFixed(0)} MiB |`,
      );
    }
  }
  return lines;
}

async function smoothness(players: number, isSlow: boolean): Promise<Smoothness> {
  const stem = `band-${players}-${isSlow ? 'slow' : 'fast'}`;
  const { client, signIn } = await account(stem);
  const { roomId } = await client.rooms.create({ roomName: stem, maxUsers: 16 });
  const context = await newLaptop(browser);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await signIn(page);
  await page.goto(`${server.url}/rooms/${roomId}`);
  await page.getByRole('group', { name: 'Piano' }).waitFor();
  const others = await Promise.all(Array.from({ length: players - 1 }, (_, index) => join(`${stem}-${index}`, roomId)));
  const timers = others.map((room, index) => {
    let note = 36 + index * 3;
    return setInterval(() => {
      room.noteOff(note);
      note = 36 + ((note - 35) % 48);
      room.noteOn(note, 80);
    }, 1_000 / notesPerSecond);
  });
  if (isSlow) await slowDown(devTools, { isSlowNetwork: false });
  await devTools.send('Performance.enable');
  await page.waitForTimeout(2_000);
  const before = await metrics(devTools);
  const { frames, longTasks } = await page.evaluate(watchFrames, watchedMs);
  const after = await metrics(devTools);
  for (const timer of timers) clearInterval(timer);
  for (const room of others) room.close();
  await context.close();
  return {
    frameP95Ms: quantile(frames, 0.95),
    longTasks,
    scriptShare: (after.script - before.script) / (after.seconds - before.seconds),
    heapMib: after.heap / 2 ** 20,
  };
}

/** Runs in the page. */
function watchFrames(ms: number): Promise<{ frames: number[]; longTasks: number }> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    let longTasks = 0;
    const observer = new PerformanceObserver((list) => {
      longTasks += list.getEntries().filter(({ duration }) => duration > 100).length;
    });
    observer.observe({ type: 'longtask' });
    const startMs = performance.now();
    let lastMs = startMs;
    const frame = (nowMs: number) => {
      if (nowMs > lastMs) frames.push(nowMs - lastMs);
      lastMs = nowMs;
      if (nowMs - startMs < ms) requestAnimationFrame(frame);
      else {
        observer.disconnect();
        resolve({ frames, longTasks });
      }
    };
    requestAnimationFrame(frame);
  });
}

async function metrics(devTools: CDPSession): Promise<{ script: number; seconds: number; heap: number }> {
  const { metrics: all } = await devTools.send('Performance.getMetrics');
  const of = (name: string) => all.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { script: of('ScriptDuration'), seconds: of('Timestamp'), heap: of('JSHeapUsedSize') };
}

function newLaptop(of: Browser): Promise<BrowserContext> {
  return of.newContext({ ...laptop, locale: 'en-GB' });
}

async function join(name: string, roomId: string): Promise<Room> {
  const { client } = await account(name);
  return client.joinRoom(roomId);
}

/** A new account, and the way to sign a page in with it. */
async function account(name: string) {
  const tokenStore = new MemoryTokenStore();
  const client = new RoomtoneClient({ baseUrl: server.url, tokenStore });
  await client.register({ username: name, email: `${name}@example.org`, password: crypto.randomUUID() });
  const signIn = async (page: Page) => {
    await page.goto(`${server.url}/health`);
    const tokens = JSON.stringify(await tokenStore.load());
    await page.evaluate((value) => localStorage.setItem('roomtone.tokens', value), tokens);
  };
  return { client, signIn };
}
