import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));

export interface RunningServer {
  readonly url: string;
  /** Kills it and starts it again on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The real server, as built, in a process and a data directory of its own. */
export async function startServer(): Promise<RunningServer> {
  if (!existsSync(entry)) throw new Error(`${entry} is missing: build the server first`);
  const dataDir = await mkdtemp(join(tmpdir(), 'roomtone-sdk-'));
  let { child, url } = await launch(dataDir, '0');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    url,
    restart: async () => {
      await end('SIGKILL');
      ({ child, url } = await launch(dataDir, new URL(url).port));
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(dataDir: string, port: string): Promise<{ child: ChildProcess; url: string }> {
  const settings = { ROOMTONE_DATA_DIR: dataDir, ROOMTONE_PORT: port, ROOMTONE_LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const url = /ready: (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    return { child, url };
  }
  throw new Error(`the server did not start:\n${said.join('\n')}`);
}

/** A wire to the server that can be cut. */
export async function startWire(serverUrl: string): Promise<{ url: string; cut(): void; stop(): Promise<unknown> }> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    cut,
    stop: () => {
      const closed = once(wire, 'close');
      wire.close();
      cut();
      return closed;
    },
  };
}
