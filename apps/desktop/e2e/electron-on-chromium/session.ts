import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type Duplex, Transform } from 'node:stream';
import { TLSSocket, connect as tlsConnect } from 'node:tls';
import { type BrowserContext, chromium } from '@playwright/test';
import type * as Electron from 'electron';
import { loadTls } from '../../../server/src/adapters/tls/certificate.ts';
import { standInApp } from './app.ts';
import { hostile } from './hostile.ts';
import { needEarly, needReady } from './strict.ts';

/** Chromium does not know the app: scheme, so pages come from this address, and requests carry the real origin. */
const web = 'http://roomtone.localhost';
const own = 'app://roomtone';
export const toWeb = (url: string) => (url.startsWith(own) ? web + url.slice(own.length) : url);
export const toApp = (url: string) => (url.startsWith(web) ? own + url.slice(web.length) : url);

type Handle = (request: Request) => Response | Promise<Response>;
type Verify = (request: Electron.Request, answer: (verdict: number) => void) => void;

type Ask = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>;
type Check = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;
type Device = NonNullable<Parameters<Electron.Session['setDevicePermissionHandler']>[0]>;
type Display = NonNullable<Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0]>;

/** Its pages share a Chromium context with its own storage. */
export class StandInSession {
  handle: Handle = () => new Response(null, { status: 404 });
  verify: Verify = (_request, answer) => answer(-3);
  readonly #open: (proxy: { server: string; bypass: string }) => Promise<BrowserContext>;
  #context: Promise<BrowserContext> | undefined;
  // Without handlers everything is granted, as in Electron.
  #ask: Ask = (_contents, _permission, answer) => answer(true);
  #check: Check = () => true;
  #device: Device | undefined;
  #display: Display | undefined;
  readonly setPermissionRequestHandler = (ask: Ask) => {
    this.#ask = ask;
  };
  readonly setPermissionCheckHandler = (check: Check) => {
    this.#check = check;
  };
  /** The answer to a page that asks for a permission; `mediaTypes` for that to see or to hear. */
  grants = (permission: Parameters<Ask>[1], requestingUrl: string, mediaTypes?: ('audio' | 'video')[]) =>
    new Promise<boolean>((answer) =>
      this.#ask({} as Electron.WebContents, permission, answer, {
        ...{ requestingUrl, isMainFrame: true },
        ...(mediaTypes && { mediaTypes }),
      }),
    );
  /** The answer to a page that looks without asking. */
  has = (permission: Parameters<Check>[1], requestingUrl: string) =>
    this.#check(null, permission, new URL(requestingUrl).origin, { requestingUrl, isMainFrame: true });
  readonly setDevicePermissionHandler = (device: Device) => {
    this.#device = device;
  };
  readonly setDisplayMediaRequestHandler = (display: Display) => {
    this.#display = display;
  };
  /** The answer to a page that looks for devices of a kind. Without a handler it gets those that it has been given before: none. */
  hasDevice = (deviceType: 'hid' | 'serial' | 'usb', requestingUrl: string) =>
    this.#device?.({ deviceType, origin: new URL(requestingUrl).origin, device: {} as Electron.HIDDevice }) ?? false;
  /** The answer to a page that asks for a screen or a window: true if it gets a picture of one. Without a handler it never does. */
  showsScreen = (securityOrigin: string) =>
    new Promise<boolean>((resolve) => {
      if (this.#display === undefined) return resolve(false);
      const request = { securityOrigin, videoRequested: true, audioRequested: false, userGesture: true, frame: null };
      this.#display(request, (streams) => resolve(streams?.video !== undefined));
    });
  readonly #verdicts = new Map<string, Promise<number>>();
  /** Chromium keeps a session's verdicts on certificates for a while. */
  verdictOn(hostname: string, certificate: Electron.Certificate): Promise<number> {
    const ask = () =>
      new Promise<number>((answer) => this.verify({ hostname, certificate } as Electron.Request, answer));
    if (!hostile('verdicts-cached')) return ask();
    const key = `${hostname} ${certificate.data}`;
    const verdict = this.#verdicts.get(key) ?? ask();
    this.#verdicts.set(key, verdict);
    return verdict;
  }
  readonly setCertificateVerifyProc = (verify: Verify) => void Object.assign(this, { verify });
  readonly protocol: Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'> = {
    registerSchemesAsPrivileged: () => needEarly('protocol.registerSchemesAsPrivileged'),
    handle: (_scheme, handle) => {
      needReady('protocol.handle');
      Object.assign(this, { handle });
    },
  };
  constructor(open: (proxy: { server: string; bypass: string }) => Promise<BrowserContext>) {
    this.#open = open;
  }
  context = () => {
    this.#context ??= openProxy(this).then((server) => this.#open({ server, bypass: '<-loopback>' }));
    return this.#context;
  };
  /** Does not open a context only to close it: a second instance has no windows, and the first owns the folder. */
  close = async () => (await this.#context)?.close();
}

/** The proxy asks the session to verify certificates. Through the port, tests reach the same pages. */
const defaultSession = new StandInSession((proxy) =>
  chromium.launchPersistentContext(join(standInApp.getPath(), 'Chromium'), {
    executablePath: process.env['ROOMTONE_CHROMIUM'] ?? '/usr/bin/chromium',
    proxy,
    ignoreHTTPSErrors: true,
    handleSIGTERM: false,
    args: [
      '--no-sandbox',
      '--remote-debugging-port=0',
      '--disable-features=LocalNetworkAccessChecks',
      // Stands in for `autoplayPolicy`, which Chromium sets for all pages at once.
      '--autoplay-policy=no-user-gesture-required',
    ],
  }),
);
standInApp.closeWindows = () => defaultSession.close();
const openPartition = async (proxy: { server: string; bypass: string }) => {
  const browser = (await defaultSession.context()).browser();
  if (browser === null) throw new Error('Chromium has no other contexts');
  return browser.newContext({ proxy, ignoreHTTPSErrors: true });
};
const partitions = new Map<string, StandInSession>();
const newPartition = (name: string) => partitions.set(name, new StandInSession(openPartition)).get(name);
export const session = {
  defaultSession,
  fromPartition: (name: string) => partitions.get(name) ?? newPartition(name) ?? defaultSession,
};

/**
 * Opens the proxy through which pages reach the app's protocol handler and this machine, but nothing else. Resolves with
 * its address.
 */
async function openProxy(way: StandInSession): Promise<string> {
  const proxy = createServer((incoming, answer) => void forward(incoming, answer, way));
  proxy.on('connect', async ({ url = '' }, socket) => {
    if (isHere(url) && (await mayReach(url, way))) await tunnel(url, socket, way);
    else socket.destroy();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

function isHere(host = ''): boolean {
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return ['localhost', '[::1]', ...own].includes(URL.parse(`http://${host}`)?.hostname ?? '');
}

/** Newer Chromiums than that of the tests ask before a page reaches this machine or its network. */
function mayReach(host: string, way: StandInSession): Promise<boolean> {
  const { hostname } = new URL(`http://${host}`);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return way.grants(isLoopback ? 'loopback-network' : 'local-network', `${own}/`);
}

async function forward(incoming: IncomingMessage, answer: ServerResponse, way: StandInSession): Promise<void> {
  const { url = '', method = 'GET' } = incoming;
  if (url.startsWith(`${web}/`)) {
    const response = await way.handle(new Request(toApp(url), { method }));
    answer.writeHead(response.status, Object.fromEntries(response.headers));
    return void answer.end(Buffer.from(await response.arrayBuffer()));
  }
  const host = URL.parse(url)?.host ?? '';
  if (!isHere(host) || !(await mayReach(host, way))) return void answer.writeHead(403).end();
  const onward = request(url, { method, headers: swapped(incoming.headers, web, own) }, (got) =>
    got.pipe(answer.writeHead(got.statusCode ?? 502, swapped(got.headers, own, web))),
  );
  onward.on('error', () => answer.destroy());
  incoming.pipe(onward);
}

const swapped = (headers: IncomingHttpHeaders, from: string, to: string): IncomingHttpHeaders =>
  JSON.parse(JSON.stringify(headers).replaceAll(`"${from}"`, `"${to}"`));

/** Tunnels WebSockets and everything encrypted. */
async function tunnel(target: string, socket: Duplex, way: StandInSession): Promise<void> {
  const { hostname, port } = new URL(`https://${target}`);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) };
  socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n\r\n');
  const [first]: Buffer[] = await once(socket, 'data');
  socket.pause().unshift(first);
  // A TLS connection begins with a handshake record.
  const far = first?.[0] === 22 ? tlsConnect({ ...place, rejectUnauthorized: false }) : connect(place);
  far.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('close', () => far.destroy());
  let near = socket;
  if (far instanceof TLSSocket) {
    await once(far, 'secureConnect');
    const certificate = { data: String(far.getPeerX509Certificate()) } as Electron.Certificate;
    const verdict = await way.verdictOn(hostname, certificate);
    if (verdict !== 0) return void far.destroy();
    // Replaces the server's certificate, which the session has verified. The socket is one of a server's.
    const credentials = await loadTls({ mode: 'auto' }, standInApp.getPath(), Date.now(), ['localhost']);
    near = new TLSSocket(socket as never, { isServer: true, ...credentials }).on('error', () => far.destroy());
  }
  near.pipe(renamed(`Origin: ${web}\r\n`, `Origin: ${own}\r\n`)).pipe(far);
  far.pipe(renamed(`access-control-allow-origin: ${own}\r\n`, `access-control-allow-origin: ${web}\r\n`)).pipe(near);
}

/** Browsers and servers always send a header in one piece. */
function renamed(from: string, to: string): Transform {
  const rename = (text: Buffer) => Buffer.from(text.toString('latin1').replaceAll(from, to), 'latin1');
  return new Transform({ transform: (part, _coding, done) => done(null, part.includes(from) ? rename(part) : part) });
}
