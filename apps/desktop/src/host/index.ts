import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@roomtone/server/config';
import { type RunningServer, type StartOptions, startServer } from '@roomtone/server/start';
import type { MessagePortMain, ParentPort } from 'electron';
import { appOrigin } from '../shared/app-origin.ts';
import type {
  Admission,
  HostQuestion,
  HostQuestions,
  HostReply,
  HostRequest,
  HostStart,
} from '../shared/host-messages.ts';
import type { Guest } from '../shared/hosting.ts';
import { internetReport } from './internet-report.ts';

// Entry point of the process that runs the app's own server. It exits when asked to, and when the main process is gone.

const stopTimeoutMs = 9_000;

// The files written here hold password hashes and keys, so only this account may read them.
process.umask(0o077);
const parent: ParentPort = process.parentPort;
parent.once('message', ({ data, ports: [port] }) => {
  if (port !== undefined) void serve(data, port);
});

async function serve(start: HostStart, port: MessagePortMain): Promise<void> {
  const reply = (message: HostReply) => port.postMessage(message);
  const fail = (error: unknown) => {
    reply({ kind: 'failed', problem: messageOf(error) });
    // Gives the message time to be sent.
    setTimeout(() => process.exit(1), 100);
  };
  try {
    const server = await startSomewhere(start, {
      // The files that the build puts beside the server's own code.
      servedFrom: dirname(fileURLToPath(import.meta.resolve('@roomtone/server/start'))),
      usage: () => {
        const { user, system } = process.cpuUsage();
        return { cpuUs: user + system, memoryBytes: process.memoryUsage.rss() };
      },
      memoryLimitBytes: process.constrainedMemory(),
      onNetworkChange: () => reply({ kind: 'network-changed', addresses: server.networkUrls }),
      onInternetChange: (state) => reply({ kind: 'internet-changed', internet: internetReport(state) }),
      onInternetRenewal: (state) => reply({ kind: 'internet-changed', internet: internetReport(state) }),
      onFailure: fail,
    });
    port.on('message', ({ data }) => void received(data, server, reply));
    port.on('close', () => stop(server));
    process.once('SIGTERM', () => stop(server));
    port.start();
    const { localUrl: url, name, fingerprint, networkUrls: addresses } = server;
    const internet = server.internet === undefined ? null : internetReport(server.internet.state);
    const admission = await admissionOf(server, start.hosting);
    const hosting = fingerprint === undefined ? null : { name, fingerprint, addresses, internet, admission };
    reply({ kind: 'ready', url, hosting });
  } catch (error) {
    fail(error);
  }
}

/** An invitation that lets friends outside in, where nobody else may make an account. */
async function admissionOf(server: RunningServer, hosting: HostStart['hosting']): Promise<Admission | null> {
  if (hosting?.outside !== true || hosting.joining !== 'added') return null;
  const { token, invitation } = await server.invite();
  return { token, people: invitation.maxUses, until: invitation.expiresAt };
}

/** Starts on the given port, or on a free one if another program is using it. */
async function startSomewhere(start: HostStart, options: StartOptions): Promise<RunningServer> {
  try {
    return await startServer(...settings(start), options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startServer(...settings({ ...start, port: 0 }), options);
  }
}

async function received(
  request: HostRequest,
  server: RunningServer,
  reply: (message: HostReply) => void,
): Promise<void> {
  if (request.kind === 'stop') {
    stop(server);
    return;
  }
  const { id, question } = request;
  try {
    reply({ kind: 'answer', id, answer: await answer(question, server) });
  } catch (error) {
    reply({ kind: 'no-answer', id, problem: messageOf(error) });
  }
}

async function answer(
  { kind, asked }: HostQuestion,
  server: RunningServer,
): Promise<HostQuestions[HostQuestion['kind']]['answer']> {
  switch (kind) {
    case 'session':
      return server.localProfile.openSession(asked.name);
    case 'add-person':
      return server.addUser(asked);
    case 'guests':
      return server.status().people.map(
        ({ userId, displayName, room, address, place, sinceMs }): Guest => ({
          name: displayName,
          isGuest: userId === '',
          room: room?.roomName ?? null,
          address,
          place,
          since: sinceMs,
        }),
      );
    case 'close-outside':
      return server.closeToInternet();
    case 'test-link':
      return server.reach.start()[0] ?? null;
    case 'reach': {
      const { own, visits } = server.reach.state;
      return { own, visits: visits.map(({ atMs: at, address, isOutside, udp }) => ({ at, address, isOutside, udp })) };
    }
  }
}

/** The environment is ignored: the app alone configures its server. */
function settings({ dataDir, port, hosting }: HostStart) {
  const { config, secrets } = readConfig({
    ROOMTONE_ENV: 'production',
    ROOMTONE_HOST: hosting === null ? '127.0.0.1' : '0.0.0.0',
    ROOMTONE_PORT: String(port),
    ROOMTONE_INTERNET: hosting?.outside === true ? 'on' : 'off',
    ROOMTONE_GUESTS: hosting?.guests === false ? 'off' : 'on',
    ROOMTONE_REGISTRATION: hosting?.joining === 'added' ? 'closed' : 'open',
    ROOMTONE_DATA_DIR: dataDir,
    ROOMTONE_EMAIL: 'optional',
    // On the internet a name is not enough.
    ROOMTONE_PASSWORD: hosting?.outside === true ? 'required' : 'optional',
    ROOMTONE_ALLOWED_ORIGINS: appOrigin,
    ROOMTONE_LOG_LEVEL: hosting === null ? 'warn' : 'info',
  });
  return [config, secrets] as const;
}

function stop(server: RunningServer): void {
  // The server did not finish in time.
  setTimeout(() => process.exit(1), stopTimeoutMs);
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
