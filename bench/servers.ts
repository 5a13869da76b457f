import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { colyseus, type Peer, rawTcp, rawWs, roomtone, socketIo } from './load/peers.ts';
import { type MeasuredProcess, startOn } from './measured-process.ts';
import { copyOf, ownBuild, type PreparedRoomtone, prepareRoomtone, signInAll, startServerOn } from './roomtone.ts';

export const peerNames = ['raw-ws', 'roomtone', 'raw-tcp', 'socket.io', 'colyseus'] as const;
export type PeerName = (typeof peerNames)[number];

export interface RunningPeer {
  readonly peer: Peer;
  readonly server: MeasuredProcess;
  stop(): Promise<void>;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Installs the servers that Roomtone is compared with, once. */
export function installPeers(): void {
  if (existsSync(here('peers/node_modules'))) return;
  console.log('Installing the servers for comparison …');
  execFileSync('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'], { cwd: here('peers'), stdio: 'ignore' });
}

/** Starts another server on this core. @param name a peer's, or the folder of another build of Roomtone */
export function startPeer(name: string, core: number): Promise<RunningPeer> {
  switch (name) {
    case 'roomtone':
      return startRoomtone(core, ownBuild);
    case 'raw-ws':
      return startOther('raw-ws.mjs', core, rawWs);
    case 'raw-tcp':
      return startOther('raw-tcp.mjs', core, rawTcp);
    case 'socket.io':
      return startOther('socket-io.mjs', core, socketIo);
    case 'colyseus':
      return startOther('colyseus.mjs', core, colyseus);
    default:
      return startRoomtone(core, name);
  }
}

async function startOther(file: string, core: number, client: (port: number) => Peer): Promise<RunningPeer> {
  const server = await startOn(core, [here(`peers/${file}`)], {
    readyLine: /^listening on (\d+)$/,
    cwd: here('peers'),
    env: { NODE_ENV: 'production' },
  });
  return { peer: client(Number(server.ready)), server, stop: () => server.stop() };
}

/** By build: every start of Roomtone begins with a copy of its build's data. */
const originals = new Map<string, PreparedRoomtone>();

function originalData(build: string): PreparedRoomtone {
  const known = originals.get(build);
  if (known !== undefined) return known;
  const made = prepareRoomtone(build);
  process.once('exit', () => made.remove());
  originals.set(build, made);
  return made;
}

async function startRoomtone(core: number, build: string): Promise<RunningPeer> {
  const prepared = copyOf(originalData(build));
  const server = await startServerOn(core, prepared, build);
  return {
    peer: roomtone(server.ready, await signInAll(server.ready, prepared)),
    server,
    async stop() {
      await server.stop();
      prepared.remove();
    },
  };
}
