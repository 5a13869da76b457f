import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { colyseus, type Peer, rawTcp, rawWs, roomtone, socketIo } from './load/peers.ts';
import { type MeasuredProcess, startOnCore } from './measured-process.ts';

export const peerNames = ['raw-ws', 'roomtone', 'raw-tcp', 'socket.io', 'colyseus'] as const;
export type PeerName = (typeof peerNames)[number];

export interface RunningPeer {
  readonly peer: Peer;
  readonly server: MeasuredProcess;
  stop(): Promise<void>;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const entry = here('../apps/server/dist/main.js');
/** A pro may own 50 rooms: two of them have enough for every shape. */
const accounts = ['ada', 'bob'];
const unlimited = '1000000';

/** Starts a peer's server on that core. */
export function startPeer(name: PeerName, core: number): Promise<RunningPeer> {
  switch (name) {
    case 'roomtone':
      return startRoomtone(core);
    case 'raw-ws':
      return startOther('raw-ws.mjs', core, rawWs);
    case 'raw-tcp':
      return startOther('raw-tcp.mjs', core, rawTcp);
    case 'socket.io':
      return startOther('socket-io.mjs', core, socketIo);
    case 'colyseus':
      return startOther('colyseus.mjs', core, colyseus);
  }
}

async function startOther(file: string, core: number, client: (port: number) => Peer): Promise<RunningPeer> {
  const server = await startOnCore(core, [here(`peers/${file}`)], {
    readyLine: /^listening on (\d+)$/,
    cwd: here('peers'),
    env: { NODE_ENV: 'production' },
  });
  return { peer: client(Number(server.ready)), server, stop: () => server.stop() };
}

async function startRoomtone(core: number): Promise<RunningPeer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'roomtone-bench-'));
  const env = {
    NODE_ENV: 'production',
    ROOMTONE_DATA_DIR: dataDir,
    ROOMTONE_PORT: '0',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_LOG_LEVEL: 'warn',
    ROOMTONE_RATE_LIMIT_GENERAL: unlimited,
    ROOMTONE_RATE_LIMIT_AUTH: unlimited,
  };
  const password = randomBytes(12).toString('hex');
  for (const name of accounts) {
    runCommand(env, ['user', 'add', name], password);
    runCommand(env, ['user', 'grant', name, 'pro'], '');
  }
  const server = await startOnCore(core, [entry], { readyLine: /^Roomtone is ready: (\S+)/, cwd: dataDir, env });
  const tokens = await Promise.all(accounts.map((name) => signIn(server.ready, name, password)));
  return {
    peer: roomtone(server.ready, tokens),
    server,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function runCommand(env: Readonly<Record<string, string>>, args: readonly string[], input: string): void {
  const { status, stderr } = spawnSync(process.execPath, [entry, ...args], {
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
