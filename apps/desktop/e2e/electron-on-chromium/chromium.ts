import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type Duplex, Transform } from 'node:stream';
import { TLSSocket, connect as tlsConnect } from 'node:tls';
import { type BrowserContext, chromium } from '@playwright/test';
import type * as Electron from 'electron';
import { makeSelfSigned } from '../../../server/src/adapters/tls/self-signed.ts';

/** Chromium knows no app: scheme, so its pages come from this address, and what they send says the real origin. */
const web = 'http://roomtone.localhost';
const own = 'app://roomtone';

/** What a session does with what its pages ask for. */
export interface Way {
  handle: (request: Request) => Promise<Response>;
  /** https://www.electronjs.org/docs/latest/api/session#sessetcertificateverifyprocproc */
  verify: (request: Electron.Request, answer: (verdict: number) => void) => void;
}

export const toWeb = (url: string) => (url.startsWith(own) ? web + url.slice(own.length) : url);
export const toApp = (url: string) => (url.startsWith(web) ? own + url.slice(web.length) : url);

export async function launchChromium(userData: string, server: string): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(join(userData, 'Chromium'), {
    executablePath: process.env['ROOMTONE_CHROMIUM'] ?? '/usr/bin/chromium',
    proxy: { server, bypass: '<-loopback>' },
    // What certificates are worth, the proxy asks the session.
    ignoreHTTPSErrors: true,
    handleSIGTERM: false,
    // By the port, tests reach the same pages.
    args: ['--no-sandbox', '--remote-debugging-port=0', '--disable-features=LocalNetworkAccessChecks'],
  });
}

/** By this pages reach the app's protocol handler and this machine, and nothing else. Resolves with its address. */
export async function openProxy(way: Way): Promise<string> {
  const proxy = createServer((asked, answer) => void forward(asked, answer, way));
  proxy.on('connect', (asked, socket) => void tunnel(asked.url ?? '', socket, way));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

function isHere(host: string | undefined): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  return ['localhost', '[::1]', ...all].includes(name);
}

async function forward(asked: IncomingMessage, answer: ServerResponse, { handle }: Way): Promise<void> {
  const { url = '', method = 'GET' } = asked;
  if (url.startsWith(`${web}/`)) {
    const response = await handle(new Request(toApp(url), { method }));
    answer.writeHead(response.status, Object.fromEntries(response.headers));
    answer.end(Buffer.from(await response.arrayBuffer()));
    return;
  }
  if (!isHere(URL.parse(url)?.host)) return void answer.writeHead(403).end();
  const { origin } = asked.headers;
  const headers = origin === web ? { ...asked.headers, origin: own } : asked.headers;
  const onward = request(url, { method, headers }, (got) => {
    if (got.headers['access-control-allow-origin'] === own) got.headers['access-control-allow-origin'] = web;
    got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers));
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

/** WebSockets and all that is encrypted come this way. */
async function tunnel(target: string, socket: Duplex, way: Way): Promise<void> {
  if (!isHere(target)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  const { hostname, port } = new URL(`https://${target}`);
  const [host, number] = [hostname.replace(/^\[|\]$/g, ''), Number(port || 443)];
  socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n\r\n');
  const [first]: Buffer[] = await once(socket, 'data');
  socket.pause();
  socket.unshift(first);
  // A TLS connection begins with a handshake record.
  const isTls = first?.[0] === 22;
  const far = isTls ? tlsConnect({ host, port: number, rejectUnauthorized: false }) : connect(number, host);
  far.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('close', () => far.destroy());
  if (far instanceof TLSSocket) {
    await once(far, 'secureConnect');
    const certificate = { data: String(far.getPeerX509Certificate()) } as Electron.Certificate;
    const verdict = await new Promise((answer) => way.verify({ hostname, certificate } as Electron.Request, answer));
    if (verdict !== 0) return void far.destroy();
  }
  const near = isTls ? new TLSSocket(socket as never, { isServer: true, ...(await identity()) }) : socket;
  near.on('error', () => far.destroy());
  near.pipe(renamed(`Origin: ${web}\r\n`, `Origin: ${own}\r\n`)).pipe(far);
  far.pipe(renamed(`access-control-allow-origin: ${own}\r\n`, `access-control-allow-origin: ${web}\r\n`)).pipe(near);
}

/** A header stands in one piece in all that browsers and servers send. */
function renamed(from: string, to: string): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, chunk.includes(from) ? Buffer.from(chunk.toString('latin1').replaceAll(from, to), 'latin1') : chunk),
  });
}

let made: Promise<{ key: string; cert: string }> | undefined;

/** In place of each server's, which the session has judged. */
function identity(): Promise<{ key: string; cert: string }> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  made ??= makeSelfSigned(privateKey, ['localhost'], Date.now()).then((cert) => ({ key, cert }));
  return made;
}
