import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@roomtone/server/config';
import { type RunningServer, startServer } from '@roomtone/server/start';
import type { MessagePortMain, ParentPort } from 'electron';
import { appOrigin } from '../shared/app-origin.ts';
import type { HostReply, HostRequest, HostStart } from '../shared/host-messages.ts';

// The process of the server inside the app. It ends when it is asked to, and when the main process is gone.

const giveUpMs = 9_000;

// Whatever is written holds hashes or keys: for this account's eyes only.
process.umask(0o077);
const parent: ParentPort = process.parentPort;
parent.once('message', ({ data, ports: [port] }) => {
  if (port !== undefined) void serve(data, port);
});

async function serve(start: HostStart, port: MessagePortMain): Promise<void> {
  const reply = (message: HostReply) => port.postMessage(message);
  const fail = (error: unknown) => {
    const portTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    reply({ kind: 'failed', problem: messageOf(error), portTaken });
    // The message needs a moment to leave.
    setTimeout(() => process.exit(1), 100);
  };
  try {
    const server = await startServer(...settings(start), {
      // What the build has put beside the server's own code.
      servedFrom: dirname(fileURLToPath(import.meta.resolve('@roomtone/server/start'))),
      usage: () => {
        const { user, system } = process.cpuUsage();
        return { cpuUs: user + system, memoryBytes: process.memoryUsage.rss() };
      },
      memoryLimitBytes: process.constrainedMemory(),
      onFailure: fail,
    });
    port.on('message', ({ data }) => answer(data, server, reply));
    port.on('close', () => stop(server));
    process.once('SIGTERM', () => stop(server));
    port.start();
    reply({ kind: 'ready', url: server.url });
  } catch (error) {
    fail(error);
  }
}

async function answer(request: HostRequest, server: RunningServer, reply: (message: HostReply) => void): Promise<void> {
  if (request.kind === 'stop') {
    stop(server);
    return;
  }
  const { id, name } = request;
  try {
    reply({ kind: 'session', id, session: await server.localProfile.openSession(name) });
  } catch (error) {
    reply({ kind: 'no-session', id, problem: messageOf(error) });
  }
}

/** Nothing of the environment counts: an app's server is set up by the app. */
function settings({ dataDir, port }: HostStart) {
  const { config, secrets } = readConfig({
    ROOMTONE_ENV: 'production',
    ROOMTONE_HOST: '127.0.0.1',
    ROOMTONE_PORT: String(port),
    ROOMTONE_DATA_DIR: dataDir,
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_ALLOWED_ORIGINS: appOrigin,
    ROOMTONE_LOG_LEVEL: 'warn',
  });
  return [config, secrets] as const;
}

function stop(server: RunningServer): void {
  setTimeout(() => process.exit(0), giveUpMs);
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
