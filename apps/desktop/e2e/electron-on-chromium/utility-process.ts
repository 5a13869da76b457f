import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { ForkOptions, MessagePortMain } from 'electron';
import { standInApp } from './app.ts';
import { arrived, portOf } from './ports.ts';

/** What passes between this process and utility-child.ts; port 0 is the parent port. */
export interface Parcel {
  readonly port: number;
  readonly message: unknown;
  readonly transfer: readonly number[];
}

const childHalf = new URL('./utility-child.ts', import.meta.url).href;

/** A child process with Node and a parent port: https://www.electronjs.org/docs/latest/api/utility-process */
class StandInUtilityProcess extends EventEmitter {
  readonly stdout = null;
  readonly stderr = null;
  readonly name: string;
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: string[] = [], options: ForkOptions = {}) {
    super();
    const { env, cwd, serviceName = 'Node Utility Process' } = options;
    this.#child = fork(modulePath, args, {
      execArgv: ['--import', childHalf],
      serialization: 'advanced',
      stdio: ['ignore', options.stdio === 'ignore' ? 'ignore' : 'inherit', 'inherit', 'ipc'],
      env: (env as NodeJS.ProcessEnv | undefined) ?? process.env,
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.name = serviceName;
    standInApp.children.add(this);
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', ({ port, message, transfer }: Parcel) => {
      if (port === 0) this.emit('message', message);
      else arrived(port, message, transfer);
    });
    this.#child.on('exit', (code, signal) => {
      const exitCode = code ?? 9;
      standInApp.children.delete(this);
      // https://www.electronjs.org/docs/latest/api/app#event-child-process-gone
      if (exitCode !== 0) {
        const reason = signal === null ? 'abnormal-exit' : 'killed';
        standInApp.emit('child-process-gone', {}, { type: 'Utility', reason, exitCode, serviceName });
      }
      this.emit('exit', exitCode);
    });
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }

  postMessage(message: unknown, transfer: readonly MessagePortMain[] = []): void {
    this.#send(
      0,
      message,
      transfer.map((port) => portOf(port).moveTo(this.#send)),
    );
  }

  readonly #send = (port: number, message: unknown, transfer: readonly number[]) => {
    // Whoever has gone hears nothing more.
    if (this.#child.connected) this.#child.send({ port, message, transfer } satisfies Parcel, () => {});
  };
}

export const utilityProcess: Pick<typeof Electron.utilityProcess, 'fork'> = {
  fork: (modulePath, args, options) => new StandInUtilityProcess(modulePath, args, options),
};
