import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverEnvironment, serverFlags } from '../scripts/server-environment.mjs';
import { type MeasuredProcess, startOn } from './measured-process.ts';

/** This repository's own build. */
export const ownBuild = fileURLToPath(new URL('../apps/server/dist', import.meta.url));
/** A pro can own 50 rooms: two of them have enough for every kind of load. */
export const accounts = ['ada', 'bob'] as const;
const unlimited = '100000000';

/** A data directory with two accounts, for servers without rate limits. */
export interface PreparedRoomtone {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly password: string;
  /** Deletes the directory. */
  remove(): void;
}

/** @param build the folder of a built server: another build may not read this one's database */
export function prepareRoomtone(build = ownBuild): PreparedRoomtone {
  const dataDir = newFolder();
  const env = {
    NODE_ENV: 'production',
    // As set by npm start, the systemd unit and the container.
    ...serverEnvironment({}),
    ROOMTONE_DATA_DIR: dataDir,
    ROOMTONE_PORT: '0',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_LOG_LEVEL: 'warn',
    ROOMTONE_RATE_LIMIT_GENERAL: unlimited,
    ROOMTONE_RATE_LIMIT_AUTH: unlimited,
    ROOMTONE_COMMAND_LIMIT_FACTOR: '1000000',
  };
  const password = randomBytes(12).toString('hex');
  for (const name of accounts) {
    runCommand(build, env, ['user', 'add', name], password);
    runCommand(build, env, ['user', 'grant', name, 'pro'], '');
  }
  return { dataDir, env, password, remove: () => removeFolder(dataDir) };
}

/** A copy in another directory: creating the accounts again would take longer. */
export function copyOf({ dataDir: original, env, password }: PreparedRoomtone): PreparedRoomtone {
  const dataDir = newFolder();
  cpSync(original, dataDir, { recursive: true });
  return { dataDir, env: { ...env, ROOMTONE_DATA_DIR: dataDir }, password, remove: () => removeFolder(dataDir) };
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'roomtone-bench-'));
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/**
 * Starts the server on this core, or on all; resolves when it is ready.
 * @param build the folder of a built server
 * @param through a command to run it with, such as `ip netns exec other`
 */
export function startServerOn(
  core: number | 'all',
  { dataDir, env }: PreparedRoomtone,
  build = ownBuild,
  through: readonly string[] = [],
): Promise<MeasuredProcess> {
  return startOn(core, [...serverFlags, join(build, 'main.js')], {
    readyLine: /^Roomtone is ready: (\S+)/,
    cwd: dataDir,
    env,
    through,
  });
}

/** The accounts' access tokens. */
export function signInAll(url: string, { password }: PreparedRoomtone): Promise<string[]> {
  return Promise.all(accounts.map((name) => signIn(url, name, password)));
}

function runCommand(
  build: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string,
): void {
  const { status, stderr } = spawnSync(process.execPath, [join(build, 'main.js'), ...args], {
    cwd: env['ROOMTONE_DATA_DIR'],
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
}

async function signIn(url: string, username: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await response.json()) as { data?: { token: string } };
  if (data === undefined) throw new Error(`${username} could not sign in: ${response.status}`);
  return data.token;
}
