import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { standInApp } from './app.ts';
import { Relay } from './ports.ts';
import { checkClonable, checkOptions, needReady, strict } from './strict.ts';

/** A message to or from the process; port 0 is the parent port, which also transfers ports. */
export interface Parcel {
  readonly port: number;
  readonly message: unknown;
  readonly transfer?: readonly number[];
}

/** A child process of Node with a parent port. */
class StandInUtilityProcess extends EventEmitter {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  readonly pid: number | undefined;
  readonly #child: ChildProcess;
  readonly #relay = new Relay((port, message) => void this.#send({ port, message }));
  constructor(modulePath: string, args: string[] = [], { serviceName = '', stdio }: Electron.ForkOptions = {}) {
    super();
    needReady('utilityProcess.fork');
    const output = stdio === 'pipe' || stdio === 'ignore' ? stdio : 'inherit';
    const child = fork(modulePath, args, {
      execArgv: ['--import', new URL('./utility-child.ts', import.meta.url).href],
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
    });
    this.#child = child;
    [this.stdout, this.stderr, this.pid] = [child.stdout, child.stderr, child.pid];
    standInApp.children.set(child, serviceName);
    child.on('message', ({ port, message }: Parcel) =>
      port === 0 ? this.emit('message', message) : this.#relay.arrived(port, message),
    );
    child.on('exit', (code) => {
      const exitCode = code ?? 9;
      standInApp.children.delete(child);
      this.#relay.end();
      const reason = exitCode === 0 ? 'clean-exit' : 'crashed';
      const service = { name: serviceName, serviceName: 'node.mojom.NodeService' };
      standInApp.emit('child-process-gone', {}, { type: 'Utility', reason, exitCode, ...service });
      this.emit('exit', exitCode);
    });
  }
  kill = () => this.#child.kill('SIGTERM');
  postMessage = (message: unknown, transfer: readonly Electron.MessagePortMain[] = []) => {
    checkClonable([message]);
    this.#send({ port: 0, message, transfer: transfer.map((port) => this.#relay.take(port)) });
  };

  /** A process that has exited gets no more messages. */
  #send = (parcel: Parcel) => this.#child.connected && this.#child.send(parcel, () => {});
}

export const utilityProcess: Pick<typeof Electron.utilityProcess, 'fork'> = {
  fork: (modulePath, args, options = {}) => {
    checkOptions('ForkOptions', options);
    return strict('UtilityProcess', new StandInUtilityProcess(modulePath, args, options));
  },
};
