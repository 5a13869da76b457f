import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, CommandLine, LoginItemSettings, ProcessMetric } from 'electron';
import { becomeReady, needEarly, strict } from './strict.ts';

class StandInApp extends EventEmitter {
  /** start.ts runs no packed app. */
  readonly isPackaged = false;
  readonly commandLine = {
    /** "" if the switch is absent. */
    getSwitchValue: (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? '',
  } as CommandLine;
  /** Names of utility processes. */
  readonly children = new Map<ChildProcess, string>();
  /** Set by the code that opens them. */
  closeWindows: () => Promise<void> = async () => {};
  #userData = '';
  #isQuitting = false;
  getVersion = () => '0.0.0-stand-in';
  getLoginItemSettings = () => ({ openAtLogin: false, wasOpenedAtLogin: false }) as LoginItemSettings;
  setLoginItemSettings = () => {};
  getPath = () => this.#userData;
  relaunch = () => {};
  releaseSingleInstanceLock = () => {};
  enableSandbox = () => needEarly('app.enableSandbox');
  setAppUserModelId = () => {};
  setAsDefaultProtocolClient = () => true;
  getPreferredSystemLanguages = () => [process.env['ROOMTONE_SYSTEM_LANGUAGE'] ?? 'en-GB'];
  getAppMetrics = () => [...this.children].map(([{ pid }, name]) => ({ name, pid }) as ProcessMetric);
  /** Exits without asking. */
  exit = (code = 0) => process.exit(code);
  setPath = (_userData: string, path: string) => {
    this.#userData = path;
  };
  whenReady = () =>
    new Promise<void>((resolve) =>
      setImmediate(() => {
        becomeReady();
        resolve();
      }),
    );
  /** The first instance on a data folder gets the lock; a later one makes the first emit 'second-instance'. */
  requestSingleInstanceLock(brought: Record<string, unknown> = {}): boolean {
    const [path, letter] = ['instance.lock', 'instance.letter'].map((name) => join(this.#userData, name)) as [
      string,
      string,
    ];
    try {
      const first = Number(readFileSync(path, 'utf8'));
      writeFileSync(letter, JSON.stringify(brought));
      return !process.kill(first, 'SIGUSR2');
    } catch {
      // There is no lock, or a crash has left it behind.
      writeFileSync(path, String(process.pid));
    }
    process.on('SIGUSR2', () => this.emit('second-instance', {}, [], '', JSON.parse(readFileSync(letter, 'utf8'))));
    process.on('exit', () => rmSync(path, { force: true }));
    return true;
  }
  /** A listener may prevent it. */
  quit(): void {
    if (this.#isQuitting || isPrevented(this, 'before-quit')) return;
    this.#isQuitting = true;
    void this.closeWindows().then(() => this.exit(0));
  }
  /** Not emitted while the app quits. */
  allClosed = () => this.#isQuitting || this.emit('window-all-closed');
}

/** Returns true if a listener called preventDefault(). */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}): boolean {
  const said: true[] = [];
  emitter.emit(name, { ...details, preventDefault: () => said.push(true) });
  return said.length > 0;
}

export const standInApp = new StandInApp();
type Imitated = Exclude<keyof StandInApp, keyof EventEmitter | 'children' | 'closeWindows' | 'allClosed'>;
export const app: Pick<App, Imitated> & EventEmitter = strict('App', standInApp);
