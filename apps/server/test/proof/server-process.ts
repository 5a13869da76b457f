import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const entry = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

const unlimited = '100000000';

export interface LaunchOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A command and its arguments; without them the server runs. */
  readonly args?: readonly string[];
  /** A file descriptor for the log, or a pipe that the caller may read; by default the log is discarded. */
  readonly stdout?: number | 'pipe';
  /** Node's own options. */
  readonly nodeOptions?: readonly string[];
  /** A command to run it with, such as `unshare --mount sh -c …`; the server's command line follows. */
  readonly through?: readonly string[];
}

/** The built server as a process. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves with its URL once it is ready, or undefined if it ends before that. */
  readonly ready: Promise<string | undefined>;
  /** Resolves with its exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Its standard error so far. */
  readonly said: string;
  readonly isRunning: boolean;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Their data directories by server. */
const running = new Map<ServerProcess, string>();

/** Starts the server, or one of its commands. It is killed at the end of the proof's line, if not before. */
export function launch({
  dataDir,
  env = {},
  args = [],
  stdout,
  nodeOptions = [],
  through = [],
}: LaunchOptions): ServerProcess {
  if (!existsSync(entry)) throw new Error(`${entry} is missing: build first`);
  const [program = '', ...rest] = [...through, process.execPath, ...nodeOptions, entry, ...args];
  const child = spawn(program, rest, {
    // A folder without a developer's `.env` file.
    cwd: dirname(dataDir),
    env: { PATH: process.env['PATH'], ...settings(dataDir), ...env },
    stdio: ['ignore', stdout ?? 'ignore', 'pipe'],
  });
  const ended = once(child, 'close').then(([status, signal]) => (status ?? signal) as number | NodeJS.Signals);
  let said = '';
  const ready = new Promise<string | undefined>((resolve) => {
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        said += `${line}\n`;
        const url = /^Roomtone is ready: (\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    void ended.then(() => resolve(undefined));
  });
  const server: ServerProcess = {
    child,
    ready,
    ended,
    get said() {
      return said;
    },
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
  running.set(server, dataDir);
  void ended.then(() => running.delete(server));
  return server;
}

/** Starts the server and waits until it is ready. */
export async function start(options: LaunchOptions): Promise<ServerProcess & { readonly url: string }> {
  const server = launch(options);
  const url = await server.ready;
  if (url === undefined) throw new Error(`the server ended with ${await server.ended}: ${server.said}`);
  return Object.assign(server, { url });
}

/** Kills the servers that a line has left running: those with a data directory below its folder. */
export async function endServers(scratch: string): Promise<void> {
  const left = [...running].filter(([, dataDir]) => dataDir.startsWith(`${scratch}${sep}`));
  await Promise.all(left.map(([server]) => server.end('SIGKILL')));
}

/** A port that is free now, for servers that restart on the same port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}

function settings(dataDir: string): Readonly<Record<string, string>> {
  return {
    ROOMTONE_DATA_DIR: dataDir,
    ROOMTONE_PORT: '0',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_LOG_LEVEL: 'warn',
    ROOMTONE_RATE_LIMIT_GENERAL: unlimited,
    ROOMTONE_RATE_LIMIT_AUTH: unlimited,
    ROOMTONE_RATE_LIMIT_UPLOAD: unlimited,
    ROOMTONE_COMMAND_LIMIT_FACTOR: '1000000',
  };
}
