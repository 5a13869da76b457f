import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

const entry = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Nothing else of the environment reaches the server. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const inherited = { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly args?: readonly string[];
  /** The whole standard input; empty by default. */
  readonly input?: string;
  /** Leaves standard input open. */
  readonly keepsInputOpen?: boolean;
  /** Node's own options. */
  readonly nodeOptions?: readonly string[];
  /** A command to run it with, such as `setpriv` and its options. */
  readonly through?: readonly string[];
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly out: { stdout: string; stderr: string };
  /** Resolves with the exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Starts the built server as a process, on a free port by default. It is killed when the test ends. */
export function runServer(dataDir: string, options: ProcessOptions = {}): ServerProcess {
  if (!existsSync(entry)) throw new Error(`${entry} is missing: build first.`);
  const node = [process.execPath, ...(options.nodeOptions ?? []), entry, ...(options.args ?? [])];
  const [program = process.execPath, ...args] = [...(options.through ?? []), ...node];
  const child = spawn(program, args, {
    cwd: options.cwd ?? temporaryDirectory(),
    env: { ...inherited, ROOMTONE_PORT: '0', ROOMTONE_DATA_DIR: dataDir, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // The process may end without reading its input.
  child.stdin.on('error', () => undefined);
  if (options.keepsInputOpen !== true) child.stdin.end(options.input);
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    out.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    out.stderr += chunk;
  });
  const ended = once(child, 'close').then(([status, signal]) => status ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, out, ended };
}

/** Starts the server and waits for its ready line. */
export async function startServer(
  dataDir: string,
  options: ProcessOptions = {},
): Promise<ServerProcess & { readonly url: string }> {
  const server = runServer(dataDir, options);
  const { stderr } = server.child;
  if (stderr === null) throw new Error('standard error is not piped');
  const lines = createInterface({ input: stderr });
  for await (const line of lines) {
    const url = /^Roomtone is ready: (\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      stderr.resume();
      return { ...server, url };
    }
  }
  throw new Error(`The server ended with ${await server.ended}: ${server.out.stderr}`);
}

/** Sends the signal and resolves with the exit status, or the signal that ended the process. */
export function end(server: ServerProcess, signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
  server.child.kill(signal);
  return server.ended;
}
