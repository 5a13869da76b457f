import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

/** A real server in a process and a data directory of its own. */
export interface RunningServer {
  readonly url: string;
  /** Starts it again on the same data and port. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'roomtone-e2e-'));
  let { child, url } = await launch(dataDir, '0');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    get url() {
      return url;
    },
    async restart(signal) {
      await end(signal);
      ({ child, url } = await launch(dataDir, new URL(url).port));
    },
    async stop() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(dataDir: string, port: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ROOMTONE_DATA_DIR: dataDir, ROOMTONE_PORT: port, ROOMTONE_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const url = /Roomtone is ready: (\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      child.stderr.resume();
      return { child, url };
    }
  }
  throw new Error(`the server did not start:\n${said.join('\n')}`);
}
