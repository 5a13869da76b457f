import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

/** A real server: a process and a data directory of its own, on a free port. */
export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Resolves when the server says that it is ready, with the address it says. */
export async function startServer(): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'roomtone-examples-'));
  const env = { ...process.env, ROOMTONE_PORT: '0', ROOMTONE_DATA_DIR: dataDir, ROOMTONE_LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [entry], { cwd: dataDir, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const gone = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const url = /ready: (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    return {
      url,
      async stop() {
        child.kill('SIGTERM');
        await gone;
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  }
  throw new Error(`The server did not start:\n${said.join('\n')}`);
}
