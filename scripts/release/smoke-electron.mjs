// `npm run -s exec -- node scripts/release/smoke-electron.mjs`: packs the app around the real Electron that the tests have, as a release
// with its fuses, and plays on it. Playwright attaches by the port for debuggers of pages, because the fuses shut the other way.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { build, Platform } from 'electron-builder';
import { expectLit, openRoom } from '../../apps/desktop/e2e/stories.ts';
import { RoomtoneClient } from '../../packages/sdk/dist/index.js';
import { electronFolder, electronVersion } from '../../testing/real-electron/fetch-electron.mjs';
import { lowerProcesses } from '../../testing/real-electron/lower-app.mjs';
import { provideElectron } from '../../testing/real-electron/provide-electron.mjs';
import { root } from '../run.mjs';
import { wrongFuses } from './fuses.mjs';
import { stageApp } from './stage.mjs';

const asOrdinaryUser = join(root, 'testing/real-electron/as-ordinary-user.sh');
const middleC = 'KeyA';
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const provided = await provideElectron();
if ('reason' in provided) console.log(`NOT RUN: the packed app on a real Electron: ${provided.reason}`);
else {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-smoke-'));
  const apps = [];
  try {
    const program = await pack(folder);
    await smoke(program, (name) => start(program, join(folder, name), apps));
  } finally {
    for (const app of apps) await app.quit();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    await provided.stop();
  }
}

async function pack(folder) {
  const staged = join(root, 'artifacts/package');
  await stageApp(staged);
  await lowerProcesses(join(staged, 'app/dist'));
  await build({
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    config: {
      directories: { output: folder },
      electronDist: electronFolder,
      electronVersion,
      compression: 'store',
      // The Node that has the server's place reads no archives.
      asarUnpack: ['dist/host-on-node/**', 'package.json'],
    },
  });
  return join(folder, 'linux-unpacked/roomtone');
}

async function smoke(program, startApp) {
  expect(await wrongFuses(program)).toEqual([]);
  say('The fuses are as a release sets them.');

  const host = await startApp('host');
  await expect(host.page.locator('h1').first()).toBeVisible();
  expect(await host.page.evaluate(() => document.visibilityState)).toBe('visible');
  say('The window is visible.');

  await openRoom(host.page, 'Kitchen');
  const { url } = await host.page.evaluate(() => globalThis.roomtone.windowServer());
  const link = `${url}${new URL(host.page.url()).pathname}`;
  await play(host.page);
  say('A key of the computer’s keyboard lights up and sounds.');
  say('NOT RUN: a note from a virtual MIDI port; this machine may have no ALSA sequencer.');

  const username = 'ada';
  const password = 'correct horse 7';
  await new RoomtoneClient({ baseUrl: url }).register({ username, email: 'ada@example.org', password });
  const ada = new RoomtoneClient({ baseUrl: url });
  await ada.login({ username, password });
  say('Somebody is added with a password, and signs in with it.');

  const room = await ada.joinRoom(new URL(link).pathname.split('/').at(-1));
  await ada.account.uploadAvatar(new Blob([onePixel], { type: 'image/png' }));
  expect((await fetch(`${url}/health`)).ok).toBe(true);
  expect(room.state.status).toBe('joined');
  say('A profile picture is uploaded, and the connection to the server stays.');

  room.noteOn(64, 100);
  await expectLit(host.page, [64]);
  await expect.poll(() => loudness(host.page)).toBeGreaterThan(0.01);
  room.noteOff(64);
  await expectLit(host.page, []);
  say('What somebody else plays lights up and sounds in the app.');
  await room.leave();

  say('NOT RUN: a second packed app that joins by link, a clicked notification, an update, and starting at login.');
  expect(host.errors).toEqual([]);
  say('The window has logged no error.');
}

async function play(page) {
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.down(middleC);
  await expectLit(page, [60]);
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.01);
  await page.keyboard.up(middleC);
  await expectLit(page, []);
}

/** The loudest sample that the page sends to the loudspeakers at this moment. */
function loudness(page) {
  return page.evaluate(() => globalThis.roomtoneLoudness());
}

/** Starts the packed app as an ordinary user, and attaches to its window. */
async function start(program, userData, apps) {
  mkdirSync(userData);
  const flags = [`--user-data-dir=${userData}`, '--disable-gpu', '--remote-debugging-port=0'];
  const child = spawn(asOrdinaryUser, [program, ...flags], {
    stdio: 'inherit',
    env: { ...process.env, ...provided.env },
  });
  const gone = once(child, 'exit');
  apps.push({
    quit: async () => {
      child.kill();
      await gone;
    },
  });
  // Chromium writes down which port it has taken.
  const written = join(userData, 'DevToolsActivePort');
  await expect.poll(() => existsSync(written), { timeout: 60_000 }).toBe(true);
  const [port] = readFileSync(written, 'utf8').split('\n');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  await expect.poll(() => context.pages().length, { timeout: 60_000 }).toBeGreaterThan(0);
  const [page] = context.pages();
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(listenToLoudspeakers);
  await page.reload();
  return { page, errors };
}

/** Runs in the page: an analyser beside the loudspeakers. */
function listenToLoudspeakers() {
  const analysers = [];
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (...args) {
    if (args[0] instanceof AudioDestinationNode) {
      const analyser = this.context.createAnalyser();
      analysers.push(analyser);
      connect.call(this, analyser);
    }
    return connect.apply(this, args);
  };
  globalThis.roomtoneLoudness = () => {
    const samples = analysers.map((analyser) => {
      const wave = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(wave);
      return Math.max(...wave.map(Math.abs));
    });
    return Math.max(0, ...samples);
  };
}

function say(text) {
  console.log(text);
}
