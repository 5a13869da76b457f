// A certificate authority on this machine: Debian's pebble, which is stricter than real ones, with a name server that sends
// every name here, and a proxy in front that refuses, waits or tells another time when a test says so.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer, request, type Server } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSelfSignedCertificate } from '../../apps/server/src/adapters/tls/self-signed-certificate.ts';

const programs = ['pebble', 'pebble-challtestsrv'];
const dayS = 86_400;
/** Refuses every fifth good nonce. */
const refusedNonces = '20';

export interface PebbleSettings {
  /** Where it checks names by TLS and by http; nobody answers there unless given. */
  readonly tlsPort?: number;
  readonly httpPort?: number;
  /** The address that every name has; loopback unless given. */
  readonly address?: string;
}

/** The proxy's answer to a request; undefined passes it on. */
export type Interference = (
  request: IncomingMessage,
  response: ServerResponse,
) => 'answered' | undefined | Promise<'answered' | undefined>;

export class Pebble {
  /** Life of the certificates. */
  static readonly validityMs = 90 * dayS * 1_000;
  readonly directoryUrl: string;
  /** PEM; vouches for the https of the directory. */
  readonly trusted: string;
  /** The same as a file. */
  readonly trustedFile: string;
  /** Signed requests so far, as their paths; some are repeated for a better nonce. */
  readonly requests: string[] = [];
  /** Those that succeeded, as status and path, such as `201 /order-plz`. */
  readonly accepted: string[] = [];
  interfere: Interference = () => undefined;
  /** Ms by which its clock is said to be ahead. */
  clockAheadMs = 0;
  readonly #folder: string;
  readonly #children: readonly ChildProcess[];
  readonly #proxy: Server;

  /** Why this machine cannot do it; undefined if it can. */
  static missing(): string | undefined {
    for (const name of programs) {
      try {
        execFileSync('which', [name], { stdio: 'ignore' });
      } catch {
        return `there is no program \`${name}\``;
      }
    }
    return undefined;
  }

  static async start({ tlsPort, httpPort, address = '127.0.0.1' }: PebbleSettings): Promise<Pebble> {
    const folder = mkdtempSync(join(tmpdir(), 'roomtone-pebble-'));
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const trusted = await createSelfSignedCertificate(privateKey, ['localhost', '127.0.0.1'], Date.now());
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const [port, dns, management, closed] = await fourFreePorts();
    const config = {
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: '',
        certificate: file('cert.pem', trusted),
        privateKey: file('key.pem', key),
        httpPort: httpPort ?? closed,
        tlsPort: tlsPort ?? closed,
        ocspResponderURL: '',
        externalAccountBindingRequired: false,
        certificateValidityPeriod: 90 * dayS,
      },
    };
    const names = spawn(
      'pebble-challtestsrv',
      [
        ...['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${management}`],
        ...['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv4', address, '-defaultIPv6', ''],
      ],
      { stdio: 'ignore' },
    );
    const authority = spawn(
      'pebble',
      ['-config', file('config.json', JSON.stringify(config)), '-dnsserver', `127.0.0.1:${dns}`, '-strict'],
      {
        stdio: process.env['ROOMTONE_SHOW_PEBBLE'] === '1' ? 'inherit' : 'ignore',
        env: { PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0', PEBBLE_WFE_NONCEREJECT: refusedNonces },
      },
    );
    await Promise.all([port, management].map(answers));
    const proxy = createHttpsServer({ cert: trusted, key });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return new Pebble({ folder, trusted, proxy, port, children: [names, authority] });
  }

  private constructor(started: {
    readonly folder: string;
    readonly trusted: string;
    readonly proxy: Server;
    readonly port: number;
    readonly children: readonly ChildProcess[];
  }) {
    this.#folder = started.folder;
    this.#children = started.children;
    this.#proxy = started.proxy;
    this.trusted = started.trusted;
    this.trustedFile = join(started.folder, 'cert.pem');
    this.directoryUrl = `https://localhost:${(started.proxy.address() as AddressInfo).port}/dir`;
    this.#proxy.on('request', (asked, response) => void this.#pass(asked, response, started.port));
  }

  /** How often something succeeded. @param what such as `201 /order-plz` for new orders. */
  count(what: string): number {
    return this.accepted.filter((each) => each === what).length;
  }

  /** Forgets what was asked, and does nothing special from now on. */
  reset(): void {
    this.interfere = () => undefined;
    this.clockAheadMs = 0;
    this.requests.length = 0;
    this.accepted.length = 0;
  }

  async stop(): Promise<void> {
    this.#proxy.close();
    this.#proxy.closeAllConnections();
    for (const child of this.#children) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #pass(asked: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const { method, url, headers } = asked;
    if (method === 'POST') this.requests.push(url ?? '');
    if ((await this.interfere(asked, response)) === 'answered') return;
    // Addresses are made of the Host that comes along, and signatures cover them.
    const passed = request({ host: '127.0.0.1', port, path: url, method, headers, rejectUnauthorized: false });
    passed.on('error', () => response.destroy());
    passed.on('response', (answer) => {
      const status = answer.statusCode ?? 500;
      if (method === 'POST' && status < 300) this.accepted.push(`${status} ${url}`);
      const date = new Date(Date.now() + this.clockAheadMs).toUTCString();
      response.writeHead(status, { ...answer.headers, date });
      answer.pipe(response);
    });
    asked.pipe(passed);
  }
}

let nextPort = 20_000 + ((process.pid * 16) % 10_000);

/** Four ports that nobody uses now, below those that the system gives to whoever asks for any. */
export async function fourFreePorts(): Promise<[number, number, number, number]> {
  return [await freePort(), await freePort(), await freePort(), await freePort()];
}

async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    server.listen(nextPort++, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      server.close();
      await once(server, 'close');
      return port;
    } catch {
      // Somebody has it.
    }
  }
}

/** Resolves once something listens there. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      socket.destroy();
    }
  }
}
