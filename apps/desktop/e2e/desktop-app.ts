import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test';
import type * as Electron from 'electron';
import type { HostileMode } from './electron-on-chromium/hostile.ts';
import { bufferSound, loadLittle } from './memory.ts';
import { startRunning } from './running-electron.ts';
import { leaveOutPictures } from './test-players.ts';
import { realElectron, type WhereOptions } from './where-it-runs.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const main = here('../dist/main/index.js');
const standIn = here('./electron-on-chromium/start.ts');

/** The running app, on Electron or on the stand-in in this folder. */
export interface DesktopApp {
  /** The main window. */
  readonly page: Page;
  /** The folder with all of its data. */
  readonly userData: string;
  /** Runs a function in the main process. It is sent as text and cannot use anything from its scope. */
  evaluate<Result, Arg = undefined>(
    run: (parts: typeof Electron, arg: Arg) => Result,
    arg?: Arg,
  ): Promise<Awaited<Result>>;
  /** A window other than these, once it shows this path. */
  window(path: string, ...others: readonly Page[]): Promise<Page>;
  /** Everything it has printed. */
  readonly printed: { text: string };
  /**
   * Starts the app a second time on the same folder, with a link or a file if one is given; resolves with the exit status.
   */
  startAgain(by?: string): Promise<number | null>;
  /** Quits the app as a user does. */
  quit(): Promise<void>;
}

interface Fixtures {
  /**
   * Starts the app, on a new folder unless one is given, perhaps with a link or a file; it ends and is removed with the
   * test. `path` is where its window opens, "/" unless the link leads elsewhere.
   * `hostile` works on the stand-in only.
   */
  startApp: (userData?: string, by?: string, path?: string, hostile?: readonly HostileMode[]) => Promise<DesktopApp>;
}

export const test = base.extend<Fixtures & WhereOptions>({
  runsOn: ['stand-in', { option: true }],
  startApp: async ({ runsOn }, use) => {
    const apps: DesktopApp[] = [];
    const folders: string[] = [];
    await use(async (given, by, path = '/', hostile = []) => {
      const userData = given ?? (await newFolder());
      folders.push(userData);
      const app = await (runsOn === 'stand-in'
        ? startStandIn(userData, path, by, hostile)
        : startElectron(userData, path, by));
      apps.push(app);
      leaveOutPictures(app.page);
      // A dialog from a link may be in front of it.
      await expect(app.page.locator('h1').first()).toBeVisible({ timeout: 60_000 });
      return app;
    });
    await Promise.all(apps.map((app) => app.quit()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  },
});
export { expect } from '@playwright/test';
export { electronOnly, standInOnly } from './where-it-runs.ts';

/** Makes a data folder as if the app had run before, with a port that no other test's app uses. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'roomtone-app-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  writeFileSync(join(folder, 'remembered.json'), JSON.stringify({ port, joining: 'added', window: null }));
  return folder;
}

/** Starts the stand-in for an app that ends by itself; resolves with its exit status and everything that it printed. */
export async function startToFail(userData: string, hostile: readonly HostileMode[]) {
  const child = spawn(process.execPath, [standIn, main, `--user-data-dir=${userData}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ROOMTONE_HOSTILE: hostile.join() },
  });
  const printed = collect(child);
  return { code: await exitOf(child), printed: printed.text };
}

async function startElectron(userData: string, path: string, by?: string): Promise<DesktopApp> {
  if (realElectron === undefined) throw new Error('Electron is not here');
  const { program, app: folder } = realElectron;
  // Machines of tests have no graphics card.
  const app = await startRunning(program, startedBy([folder, `--user-data-dir=${userData}`, '--disable-gpu'], by));
  const pages = () => app.context.pages();
  await makeLight([app.context]);
  return {
    page: await windowAt(pages, path),
    userData,
    printed: collect(app.child),
    evaluate: app.evaluate,
    window: (other, ...others) => windowAt(pages, other, others),
    startAgain: (other) =>
      exitOf(spawn(program, startedBy([folder, `--user-data-dir=${userData}`], other), { stdio: 'ignore' })),
    quit: app.quit,
  };
}

async function startStandIn(
  userData: string,
  path: string,
  by: string | undefined,
  hostile: readonly HostileMode[],
): Promise<DesktopApp> {
  const args = [standIn, main, `--user-data-dir=${userData}`];
  const addressFile = join(userData, 'Chromium/DevToolsActivePort');
  await rm(addressFile, { force: true });
  const child = spawn(process.execPath, startedBy(args, by), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ROOMTONE_HOSTILE: hostile.join() },
  });
  const printed = collect(child);
  const browser = await connectTo(addressFile);
  const pages = () => browser.contexts().flatMap((context) => context.pages());
  let lastId = 0;
  const evaluate: DesktopApp['evaluate'] = async (run, arg) => {
    lastId++;
    const id = lastId;
    child.send({ id, source: String(run), arg });
    for (;;) {
      const [answer] = await once(child, 'message');
      if (answer.id !== id) continue;
      if ('problem' in answer) throw new Error(answer.problem);
      return answer.value;
    }
  };
  return {
    page: await windowAt(pages, path),
    userData,
    printed,
    evaluate,
    window: (path, ...others) => windowAt(pages, path, others),
    startAgain: (other) => exitOf(spawn(process.execPath, startedBy(args, other), { stdio: 'ignore' })),
    quit: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        await evaluate(({ app }) => setTimeout(() => app.quit()) && undefined);
        await gone;
      }
      await browser.close();
    },
  };
}

function startedBy(args: readonly string[], by: string | undefined): string[] {
  return by === undefined ? [...args] : [...args, by];
}

/** Connects to the pages that the stand-in has opened; it writes their address to a file. */
async function connectTo(addressFile: string): Promise<Browser> {
  let browser: Browser | undefined;
  await expect(async () => {
    const [port] = readFileSync(addressFile, 'utf8').split('\n');
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  }).toPass();
  if (browser === undefined) throw new Error('Chromium did not start');
  await makeLight(browser.contexts());
  return browser;
}

async function makeLight(contexts: readonly BrowserContext[]): Promise<void> {
  for (const context of contexts) {
    await context.addInitScript(loadLittle);
    await context.addInitScript(bufferSound);
    // A page that is just navigating gets it afterwards.
    for (const page of context.pages()) {
      await page.evaluate(loadLittle).catch(() => {});
      await page.evaluate(bufferSound).catch(() => {});
    }
  }
}

async function windowAt(pages: () => Page[], path: string, others: readonly Page[] = []): Promise<Page> {
  const find = () =>
    pages().find(
      (page) => !others.includes(page) && /roomtone/.test(page.url()) && new URL(page.url()).pathname === path,
    );
  await expect.poll(find).toBeDefined();
  const page = find();
  if (page === undefined) throw new Error(`the window at ${path} closed again`);
  return page;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit');
  return code;
}

function collect(child: ChildProcess): { text: string } {
  const printed = { text: '' };
  child.stdout?.on('data', (chunk) => {
    printed.text += chunk;
  });
  return printed;
}
