import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, CommandLine, ProcessMetric } from 'electron';

/** https://www.electronjs.org/docs/latest/api/app */
class StandInApp extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = {
    /** "" when the switch is absent: https://www.electronjs.org/docs/latest/api/command-line */
    getSwitchValue: (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? '',
  } as CommandLine;
  /** Names of utility processes. */
  readonly children = new Map<ChildProcess, string>();
  /** Set by what opens them. */
  closeWindows: () => Promise<void> = async () => {};
  #userData = '';
  #isQuitting = false;

  getPath = () => this.#userData;
  enableSandbox = () => {};
  setAsDefaultProtocolClient = () => true;
  getPreferredSystemLanguages = () => [process.env['ROOMTONE_SYSTEM_LANGUAGE'] ?? 'en-GB'];
  /** https://www.electronjs.org/docs/latest/api/structures/process-metric */
  getAppMetrics = () => [...this.children].map(([{ pid }, name]) => ({ name, pid }) as ProcessMetric);
  /** Asks nobody: https://www.electronjs.org/docs/latest/api/app#appexitexitcode */
  exit = (code = 0) => process.exit(code);
  setPath(_userData: string, path: string): void {
    this.#userData = path;
  }

  /** https://www.electronjs.org/docs/latest/api/app#appwhenready */
  whenReady = () => new Promise<void>((resolve) => setImmediate(resolve));

  /**
   * The first instance on a data folder has it; a later one makes the first emit 'second-instance':
   * https://www.electronjs.org/docs/latest/api/app#apprequestsingleinstancelockadditionaldata
   */
  requestSingleInstanceLock(brought: Record<string, unknown> = {}): boolean {
    const path = join(this.#userData, 'instance.lock');
    const letter = `${path}.brought`;
    try {
      const first = Number(readFileSync(path, 'utf8'));
      writeFileSync(letter, JSON.stringify(brought));
      process.kill(first, 'SIGUSR2');
      return false;
    } catch {
      // There is none, or a crash has left it behind.
      writeFileSync(path, String(process.pid));
    }
    process.on('SIGUSR2', () => this.emit('second-instance', {}, [], '', JSON.parse(readFileSync(letter, 'utf8'))));
    process.on('exit', () => rmSync(path, { force: true }));
    return true;
  }

  /** A listener may prevent it: https://www.electronjs.org/docs/latest/api/app#event-before-quit */
  quit(): void {
    if (this.#isQuitting || isPrevented(this, 'before-quit')) return;
    this.#isQuitting = true;
    void this.closeWindows().then(() => this.exit(0));
  }

  /** Not emitted while the app quits: https://www.electronjs.org/docs/latest/api/app#event-window-all-closed */
  allClosed(): void {
    if (!this.#isQuitting) this.emit('window-all-closed');
  }
}

/** Whether a listener called preventDefault(). */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}): boolean {
  let prevented = false;
  const preventDefault = () => {
    prevented = true;
  };
  emitter.emit(name, { ...details, preventDefault });
  return prevented;
}

export const standInApp = new StandInApp();
type Imitated = Exclude<keyof StandInApp, keyof EventEmitter | 'children' | 'closeWindows' | 'allClosed'>;
export const app: Pick<App, Imitated> & EventEmitter = standInApp;
