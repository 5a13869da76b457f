import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverEnvironment, serverFlags } from '../../../../scripts/server-environment.mjs';
import { keepTo } from './machine.ts';

const entry = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const unlimited = '100000000';

/** The built server, started as a host starts it, but with rate limits that are never reached. */
export interface LoadServer {
  readonly port: number;
  readonly url: string;
  readonly isRunning: boolean;
  /** Resident memory, bytes. */
  residentBytes(): number;
  /** Lines of its log about errors of the server itself. */
  failures(): string[];
  /** Kills the server and restarts it on the same port and data; resolves once it is ready. */
  killAndRestart(): Promise<void>;
  /** Stops the server; resolves with its exit status or signal. */
  stop(): Promise<number | string>;
}

/** @param scratch the folder for its data and log. */
export async function startLoadServer(
  scratch: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LoadServer> {
  const dataDir = join(scratch, 'data');
  const logFile = join(scratch, 'server.log');
  mkdirSync(dataDir, { recursive: true });
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    ...serverEnvironment({}),
    ROOMTONE_DATA_DIR: dataDir,
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_LOG_LEVEL: 'warn',
    ROOMTONE_RATE_LIMIT_GENERAL: unlimited,
    ROOMTONE_RATE_LIMIT_AUTH: unlimited,
    ROOMTONE_RATE_LIMIT_UPLOAD: unlimited,
    ROOMTONE_RATE_LIMIT_BILLING: unlimited,
    ROOMTONE_COMMAND_LIMIT_FACTOR: '1000000',
    ...env,
  };
  let { child, url } = await launch({ ...settings, ROOMTONE_PORT: '0' }, logFile);
  return {
    url,
    port: Number(new URL(url).port),
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    residentBytes() {
      const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      return Number(kib) * 1024;
    },
    failures: () => readFileSync(logFile, 'utf8').split('\n').filter(isFailure),
    async killAndRestart() {
      await end(child, 'SIGKILL');
      ({ child, url } = await launch({ ...settings, ROOMTONE_PORT: new URL(url).port }, logFile));
    },
    stop() {
      keepTo('all', process.pid);
      return end(child, 'SIGTERM');
    },
  };
}

async function launch(env: NodeJS.ProcessEnv, logFile: string): Promise<{ child: ChildProcess; url: string }> {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [...serverFlags, entry], {
    // A folder without a developer's `.env` file.
    cwd: env['ROOMTONE_DATA_DIR'],
    env,
    stdio: ['ignore', log, 'pipe'],
  });
  closeSync(log);
  keepTo('server', child.pid);
  keepTo('clients', process.pid);
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  child.once('exit', () => process.off('exit', killChild));
  let said = '';
  const { stderr } = child;
  if (stderr === null) throw new Error('standard error is not piped');
  for await (const line of createInterface({ input: stderr })) {
    said += `${line}\n`;
    const url = /Roomtone is ready: (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    stderr.resume();
    return { child, url };
  }
  throw new Error(`the server did not start:\n${said}`);
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode ?? child.signalCode ?? 'unknown';
}

/** In Pino's levels, 50 is an error and 60 is fatal. */
function isFailure(line: string): boolean {
  return /"level":(50|60)\b/.test(line);
}
