// docs/sdk.md from top to bottom: in Node, Bun, Deno and a browser, each with a server of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { RoomtoneClient } from '@roomtone/sdk';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { chromium as browser } from '../../../../apps/desktop/e2e/chromium.ts';
import { type RunningServer, startServer } from '../../../../testing/running-server.ts';
import { type Example, examples, programOf, type Servers } from '../documented/program.ts';

const harness = fileURLToPath(new URL('../documented/harness.ts', import.meta.url));
/** Where the packages are found, as a program that has installed them finds them. */
const installed = fileURLToPath(new URL('../../../../examples', import.meta.url));
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const runtimes = { bun: '1.4.5', deno: '2.9.6' };
const forPages = /browser|worker/;
/** Things that a page has not: files, variables of its process, and certificates that it checks itself. */
const notForPages = /node:|sdk\/node'|process\.env|key=…/;
const unlimited = {
  ROOMTONE_EMAIL: 'optional',
  ROOMTONE_RATE_LIMIT_AUTH: '100000',
  ROOMTONE_RATE_LIMIT_GENERAL: '100000',
};

let home: RunningServer;
let invitation: string;

beforeAll(async () => {
  home = await startServer({ ROOMTONE_TLS: 'auto', ...unlimited });
  const host = new RoomtoneClient({ baseUrl: home.url, fingerprint: home.fingerprint });
  await host.register({ username: 'host', password: 'correct horse 7' });
  const { roomId } = await host.rooms.create({ roomName: 'At home' });
  invitation = `${home.url}/rooms/${roomId}#key=${home.fingerprint}`;
});
afterAll(() => home?.stop());

/** A folder with the program, and the server that it uses. */
async function prepared(all: readonly Example[], end: string, env: Readonly<Record<string, string>> = {}) {
  const server = await startServer({ ...unlimited, ...env });
  const folder = mkdtempSync(join(installed, '.documented-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  });
  const servers: Servers = { url: server.url, invitation };
  copyFileSync(harness, join(folder, 'harness.ts'));
  writeFileSync(join(folder, 'program.ts'), programOf(all, servers, end));
  writeFileSync(join(folder, 'me.png'), Buffer.from(picture, 'base64'));
  return folder;
}

/** Resolves with what the program has said. */
async function said(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return `${output}\n${problems}`;
}

/** The path of a runtime, installed for this test alone. */
async function runtime(name: keyof typeof runtimes): Promise<string> {
  const folder = mkdtempSync(join(installed, '.runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await said('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${runtimes[name]}`], folder);
  return join(folder, 'node_modules/.bin', name);
}

const runs: Readonly<Record<string, () => Promise<readonly [string, readonly string[]]>>> = {
  Node: async () => [process.execPath, ['--experimental-strip-types', 'program.ts']],
  Bun: async () => [await runtime('bun'), ['program.ts']],
  Deno: async () => [
    await runtime('deno'),
    ['run', '--allow-all', '--no-check', '--node-modules-dir=manual', 'program.ts'],
  ],
};

test.each(['Node', 'Bun', 'Deno'] as const)('every example of docs/sdk.md runs in %s', async (name) => {
  const [command, args] = (await runs[name]?.()) ?? expect.fail('there is no such runtime');
  const all = examples().filter((each) => !forPages.test(each.name));
  const folder = await prepared(all, 'console.log(outcome()); process.exit(0);');
  const output = await said(command, args, folder);
  expect(output).toContain('all examples ran');
  expect(output.match(/^ok /gm)).toHaveLength(all.length);
});

test('every example of docs/sdk.md that needs nothing of Node runs in a browser', async () => {
  const pages = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<title>Examples</title>'),
  );
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void pages.close());
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const all = examples().filter(({ code }) => !notForPages.test(code));
  const folder = await prepared(all, 'console.log(outcome());', { ROOMTONE_ALLOWED_ORIGINS: origin });
  const bundle = await rolldown({ input: join(folder, 'program.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  const opened = await chromium.launch(browser);
  onTestFinished(() => opened.close());
  const page = await opened.newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(origin);
  await page.addScriptTag({ type: 'module', content: output[0].code });
  await expect
    .poll(() => lines.find((line) => /all examples ran|examples failed/.test(line)), { timeout: 60_000 })
    .toBeDefined();
  expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('ok '))).toHaveLength(all.length);
});
