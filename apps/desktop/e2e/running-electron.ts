import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import type * as Electron from 'electron';
import { MainProcess } from './main-process.ts';

/** An app on Electron, with its pages attached. */
export interface RunningElectron {
  readonly child: ChildProcess;
  readonly context: BrowserContext;
  /** Runs a function in the main process. It is sent as text and cannot use anything from its scope. */
  evaluate<Result, Arg = undefined>(
    run: (parts: typeof Electron, arg: Arg) => Result,
    arg?: Arg,
  ): Promise<Awaited<Result>>;
  /** Quits the app as a user does. */
  quit(): Promise<void>;
}

/**
 * Starts an app whose fuses allow debuggers. Playwright's own `electron.launch` attaches while the first window is being
 * made, and waits for ever if the window's page changes its process at that moment.
 * @throws {Error} if it ends before its first window has loaded, with what it has printed
 */
export async function startRunning(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningElectron> {
  const { child, gone, printed } = spawnElectron(program, ['--inspect=0', devToolsSwitch, ...args], env);
  const browser = await attachToPages(await printed(devToolsLine));
  const main = await MainProcess.attach(await printed(/^Debugger listening on (ws:\S+)/m));
  return {
    child,
    context: contextOf(browser),
    evaluate: (run, arg) => main.evaluate(run, arg),
    quit: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        // One that ends by itself has nothing left to ask.
        await main.evaluate(({ app }) => void setTimeout(() => app.quit())).catch(() => {});
        // It would wait for its debugger to leave.
        main.leave();
        await gone;
      }
      await browser.close();
    },
  };
}

/** Lets debuggers of pages in, and what says where. */
export const devToolsSwitch = '--remote-debugging-port=0';
export const devToolsLine = /^DevTools listening on (ws:\S+)/m;

/** Starts Electron; it ends with this process at the latest. */
export function spawnElectron(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const gone = once(child, 'exit').finally(() => process.off('exit', kill));
  return {
    child,
    gone,
    /** The part in brackets of a line of standard error, once it is there. @throws {Error} if the app ends before. */
    printed: (line: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const [, found] = line.exec(said) ?? [];
          if (found !== undefined) resolve(found);
        };
        child.stderr.on('data', look);
        look();
        gone.then(() => reject(new Error(`Electron ended:\n${said}`)), reject);
      }),
  };
}

/**
 * Attaches to the pages of an app that was started with `--remote-debugging-port`, once its first window has loaded.
 * @param address of the port, `ws://…`
 */
export async function attachToPages(address: string): Promise<Browser> {
  const list = `http://${new URL(address).host}/json/list`;
  const titles = async () => {
    const targets: { readonly type: string; readonly title: string }[] = await (await fetch(list)).json();
    return targets.filter(({ type }) => type === 'page').map(({ title }) => title);
  };
  await expect.poll(titles, { timeout: 60_000 }).toContainEqual(expect.stringMatching(/Roomtone/));
  // Downloads stay the app's own affair.
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  const context = contextOf(browser);
  // Apps of several tests are on one screen, where only one window has the focus.
  context.on('page', (page) => void emulateFocus(page).catch(() => {}));
  await Promise.all(context.pages().map(emulateFocus));
  return browser;
}

async function emulateFocus(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}

function contextOf(browser: Browser): BrowserContext {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Electron has no pages');
  return context;
}
