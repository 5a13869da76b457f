// A PostgreSQL of the tests' own: its own folder and port, started once per run by Vitest.
import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSelfSignedCertificate } from '../../src/adapters/tls/self-signed-certificate.ts';

const run = promisify(execFile);
const folders = '/usr/lib/postgresql';

export interface Cluster {
  /** `postgres://…` of a user who may create databases, without a database. */
  readonly url: string;
  /** The file with its certificate, which is its own authority. */
  readonly certificate: string;
  /** The process that starts all others. */
  readonly pid: number;
  /** Starts it again after it has ended. */
  start(): Promise<void>;
  /** Ends it; with `immediate`, as a power failure would. */
  end(how?: 'fast' | 'immediate'): Promise<void>;
  /** Ends it and deletes its folder. */
  remove(): Promise<void>;
}

/** The folder of PostgreSQL's programs; undefined where it is not installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(folders) ? readdirSync(folders).map(Number).filter(Number.isInteger) : [];
  const [newest] = versions.sort((one, other) => other - one);
  if (newest === undefined) return undefined;
  const bin = join(folders, String(newest), 'bin');
  return existsSync(join(bin, 'initdb')) ? bin : undefined;
}

/** Makes and starts a cluster. @param settings lines of its configuration. */
export async function startCluster(bin: string, settings: readonly string[] = []): Promise<Cluster> {
  // PostgreSQL does not run as root, and its own account may not enter the folders of others.
  const folder = mkdtempSync('/tmp/roomtone-postgres-');
  const account = await postgresAccount();
  const options = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const password = 'geheim-of-tests';
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  chmodSync(passwordFile, 0o644);
  const port = await freePort();
  await run(
    join(bin, 'initdb'),
    [
      ...['-D', data, '-U', 'tests', '--pwfile', passwordFile, '-A', 'scram-sha-256'],
      ...['-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions'],
    ],
    { cwd: '/', ...options },
  );
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    'fsync = off',
    'ssl = on',
    'max_connections = 200',
    'shared_buffers = 64MB',
    'autovacuum = off',
    "log_min_messages = 'fatal'",
    ...settings,
  ];
  writeFileSync(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  for (const [name, text] of [
    ['server.key', key.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['server.crt', await createSelfSignedCertificate(key, ['localhost', '127.0.0.1'], Date.now())],
  ] as const) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    if (account !== undefined) chownSync(join(data, name), account.uid, account.gid);
  }
  let child = spawnPostgres();

  function spawnPostgres() {
    return spawn(join(bin, 'postgres'), ['-D', data], { cwd: '/', stdio: 'ignore', ...options });
  }
  const ready = async () => {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`);
      const answer = await run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).then(
        () => true,
        () => false,
      );
      if (answer) return;
    }
  };
  const ended = () =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const cluster: Cluster = {
    url: `postgres://tests:${password}@127.0.0.1:${port}`,
    certificate: join(data, 'server.crt'),
    get pid() {
      return child.pid ?? 0;
    },
    async start() {
      child = spawnPostgres();
      await ready();
    },
    async end(how = 'fast') {
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended();
    },
    async remove() {
      await cluster.end('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await ready();
  return cluster;
}

export async function postgresAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
