// An update from a feed on this machine. AppImage's own runtime comes from github.com, so each AppImage here is a script that
// starts the packed folder, with the variable that the runtime would set; what replaces, restarts and renews is the app itself.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { stringify } from 'yaml';
import { attachToPages } from '../../../apps/desktop/e2e/running-electron.ts';
import { signedText } from '../../../apps/desktop/src/main/updates/update-signature.ts';
import { packApp } from './pack-app.mjs';
import { flagsFor, startPacked } from './packed-app.mjs';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const [before, after] = ['0.0.1', '0.0.2'];

/** @param {Awaited<ReturnType<import('./linux-desktop.mjs').startDesktop>>} desktop */
export async function tryUpdate(folder, desktop, say) {
  const feed = join(folder, 'feed');
  const person = join(folder, 'person');
  mkdirSync(feed, { recursive: true });
  const server = createServer((request, response) =>
    serve(join(feed, new URL(request.url, 'http://feed').pathname), response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = `http://127.0.0.1:${server.address().port}/`;
    const programs = [];
    for (const version of [before, after]) programs.push(await packVersion(join(folder, version), version, address));
    const installed = appImage(join(folder, 'installed'), before, programs[0], person);
    offer(feed, appImage(feed, after, programs[1], person));

    const app = await startPacked(installed, person, { desktop: desktop.env });
    await app.page.evaluate(() => globalThis.roomtone.app.startAtLogin(true));
    expect(startedAtLogin(person)).toBe(installed);
    const windows = await desktop.windows();
    await app.page.evaluate(() => globalThis.roomtone.app.checkForUpdates());
    const dialogs = async () => (await desktop.windows()).filter((window) => !windows.includes(window));
    await expect.poll(dialogs, { timeout: 60_000 }).toHaveLength(1);
    const old = await addressOf(person);
    await desktop.press((await dialogs())[0], 'Return');
    await expect.poll(() => addressOf(person), { timeout: 60_000 }).not.toBe(old);
    expect(readdirSync(dirname(installed))).toEqual([`roomtone-${after}.AppImage`]);
    expect(await quit(person)).toBe(after);
    await app.quit();
    say(`The app updates itself from ${before} to ${after}, and starts again.`);

    const atLogin = startedAtLogin(person);
    expect(atLogin).toBe(join(dirname(installed), `roomtone-${after}.AppImage`));
    const again = await startPacked(atLogin, person, { desktop: desktop.env, by: '--at-login' });
    expect(await versionIn(again.page)).toBe(after);
    await again.quit();
    say('What starts at login is the new version.');
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Packs one version, with the feed where it looks for the next. */
async function packVersion(folder, version, address) {
  const program = await packApp(folder, {
    version,
    updateKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  });
  writeFileSync(join(dirname(program), 'resources/app-update.yml'), stringify({ provider: 'generic', url: address }));
  return program;
}

/** @returns the path of a script in `folder` that stands for an AppImage of that version */
function appImage(folder, version, program, person) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `roomtone-${version}.AppImage`);
  const flags = flagsFor(person).join(' ');
  // A script's own path is not that of its start, if it was moved since.
  writeFileSync(path, `#!/bin/sh\nexport APPIMAGE="$(realpath "$0")"\nexec ${program} ${flags} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Lists an AppImage as the newest version, as finish-release.mjs does. */
function offer(feed, path) {
  const content = readFileSync(path);
  const sha512 = createHash('sha512').update(content).digest('base64');
  const signature = sign(null, Buffer.from(signedText(after, sha512)), privateKey).toString('base64');
  const url = path.split('/').at(-1);
  const list = { version: after, files: [{ url, sha512, size: content.length, signature }], path: url, sha512 };
  writeFileSync(join(feed, `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`), stringify(list));
}

function serve(path, response) {
  try {
    response.end(readFileSync(path));
  } catch {
    response.writeHead(404).end();
  }
}

/** The program that the desktop starts at login. */
function startedAtLogin(person) {
  const entry = readFileSync(join(person, 'config/autostart/roomtone.desktop'), 'utf8');
  return /^Exec="([^"]+)" --at-login$/m.exec(entry)?.[1];
}

/** Where the pages of the app that runs now can be attached to. */
async function addressOf(person) {
  const [port, path] = readFileSync(join(person, 'data/DevToolsActivePort'), 'utf8').split('\n');
  return `ws://127.0.0.1:${port}${path}`;
}

/** Ends the app that has started itself; resolves with its version. */
async function quit(person) {
  const browser = await attachToPages(await addressOf(person));
  const version = await versionIn(browser.contexts()[0].pages()[0]);
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  const gone = once(browser, 'disconnected');
  process.kill(processInfo.find(({ type }) => type === 'browser').id);
  await gone;
  return version;
}

async function versionIn(page) {
  return (await page.evaluate(() => globalThis.roomtone.app.settings())).version;
}
