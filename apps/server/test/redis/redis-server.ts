// A Redis of the tests' own: its own folder and port.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const missingRedis = 'needs Redis: apt-get install redis-server';

export interface RedisServer {
  /** `redis://…` with its password. */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  readonly pid: number;
  /** Starts it again, empty, after it has ended. */
  start(): Promise<void>;
  /** Ends it as SIGKILL does. */
  kill(): Promise<void>;
  /** Stops and continues all its work, as SIGSTOP and SIGCONT do. */
  pause(): void;
  resume(): void;
  /** Ends it and deletes its folder. */
  remove(): Promise<void>;
}

export interface RedisServerOptions {
  /** Key and certificate, in files, for TLS in place of plain connections. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  readonly settings?: readonly string[];
}

/** The path of a program that may be installed; undefined where it is not. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

export function findRedis(): string | undefined {
  return findProgram('redis-server');
}

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis({ tls, settings = [] }: RedisServerOptions = {}): Promise<RedisServer> {
  const program = findRedis();
  if (program === undefined) throw new Error(missingRedis);
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-redis-'));
  const password = 'geheim-of-tests';
  const port = await freePort();
  const listen =
    tls === undefined
      ? ['--port', String(port)]
      : [
          ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
          ...['--tls-key-file', tls.key, '--tls-cert-file', tls.certificate],
        ];
  const args = [
    ...listen,
    ...['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    ...['--requirepass', password, '--logfile', '', ...settings],
  ];
  const spawned = () => spawn(program, args, { cwd: '/', stdio: 'ignore' });
  let child = spawned();
  const ended = () =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = async () => {
    const ask = ['-h', '127.0.0.1', '-p', String(port), ...(tls === undefined ? [] : ['--tls', '--insecure']), 'ping'];
    for (;;) {
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}.`);
      const { stdout } = await run('redis-cli', ask, { env: { ...process.env, REDISCLI_AUTH: password } }).catch(
        () => ({ stdout: '' }),
      );
      if (stdout.includes('PONG')) return;
    }
  };
  const server: RedisServer = {
    url: `${tls === undefined ? 'redis' : 'rediss'}://:${password}@127.0.0.1:${port}`,
    port,
    password,
    get pid() {
      return child.pid ?? 0;
    },
    async start() {
      child = spawned();
      await ready();
    },
    async kill() {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await ended();
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async remove() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await ready();
  return server;
}

/** A port that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
