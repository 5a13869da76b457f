import { EventEmitter } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, CommandLine, ProcessMetric } from 'electron';

const switches = new Map(process.argv.filter((arg) => arg.startsWith('--')).map((arg) => splitSwitch(arg.slice(2))));

/** https://www.electronjs.org/docs/latest/api/app */
class StandInApp extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = {
    /** "" when the switch is absent: https://www.electronjs.org/docs/latest/api/command-line */
    getSwitchValue: (name: string) => switches.get(name) ?? '',
  } as CommandLine;
  readonly children = new Set<{ readonly name: string; readonly pid: number | undefined }>();
  /** Makes ready what windows need. */
  start: () => void = () => {};
  /** Closes every window; set by the windows. */
  closeWindows: () => Promise<void> = async () => {};
  readonly #paths = new Map<string, string>([['userData', join(tmpdir(), 'roomtone-stand-in')]]);
  #lock: string | undefined;
  #isQuitting = false;

  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`no path for ${name}`);
    return path;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  getVersion(): string {
    return '0.0.0';
  }

  /** https://www.electronjs.org/docs/latest/api/structures/process-metric */
  getAppMetrics(): ProcessMetric[] {
    return [...this.children].map(({ name, pid = 0 }) => ({ name, pid }) as ProcessMetric);
  }

  enableSandbox(): void {}

  setAppUserModelId(): void {}

  /** https://www.electronjs.org/docs/latest/api/app#appwhenready */
  async whenReady(): Promise<void> {
    await new Promise(setImmediate);
    this.start();
  }

  /**
   * The first instance on a data folder has it; a later one makes the first emit 'second-instance':
   * https://www.electronjs.org/docs/latest/api/app#apprequestsingleinstancelockadditionaldata
   */
  requestSingleInstanceLock(): boolean {
    const path = join(this.getPath('userData'), 'instance.lock');
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
    } catch {
      try {
        process.kill(Number(readFileSync(path, 'utf8')), 'SIGUSR2');
        return false;
      } catch {
        // It was left behind by a crash.
        writeFileSync(path, String(process.pid));
      }
    }
    this.#lock = path;
    process.on('SIGUSR2', () => this.emit('second-instance', {}, [], ''));
    return true;
  }

  /**
   * 'before-quit' may prevent it; then windows close, 'will-quit' and 'quit' follow:
   * https://www.electronjs.org/docs/latest/api/app#event-before-quit
   */
  quit(): void {
    if (this.#isQuitting) return;
    if (isPrevented(this, 'before-quit')) return;
    this.#isQuitting = true;
    void this.closeWindows().then(() => {
      this.emit('will-quit', {});
      this.emit('quit', {}, 0);
      this.exit(0);
    });
  }

  /** Ends at once and asks nobody: https://www.electronjs.org/docs/latest/api/app#appexitexitcode */
  exit(code = 0): void {
    if (this.#lock !== undefined) rmSync(this.#lock, { force: true });
    process.exit(code);
  }

  /** Not emitted while the app quits: https://www.electronjs.org/docs/latest/api/app#event-window-all-closed */
  allClosed(): void {
    if (this.#isQuitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }
}

/** Whether a listener called preventDefault(). */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}): boolean {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  emitter.emit(name, event);
  return event.defaultPrevented;
}

export const standInApp = new StandInApp();
type Imitated = Exclude<keyof StandInApp, keyof EventEmitter | 'start' | 'children' | 'closeWindows' | 'allClosed'>;
export const app: Pick<App, Imitated> & EventEmitter = standInApp;

function splitSwitch(text: string): [string, string] {
  const at = text.indexOf('=');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
