import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';

/** Chromium knows no app: scheme, so its pages come from this address, and what they send says the real origin. */
const web = 'http://roomtone.localhost';
const own = 'app://roomtone';
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** https://www.electronjs.org/docs/latest/api/protocol#protocolhandlescheme-handler */
type Handle = (request: Request) => Promise<Response>;

export const toWeb = (url: string) => (url.startsWith(own) ? web + url.slice(own.length) : url);
export const toApp = (url: string) => (url.startsWith(web) ? own + url.slice(web.length) : url);

/** Starts a Chromium whose pages reach the app's protocol handler and this machine, and nothing else. */
export async function launchChromium(userData: string, handle: Handle): Promise<BrowserContext> {
  const proxy = createServer((asked, answer) => void forward(asked, answer, handle));
  proxy.on('connect', tunnel);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return await chromium.launchPersistentContext(join(userData, 'Chromium'), {
    executablePath: process.env['ROOMTONE_CHROMIUM'] ?? '/usr/bin/chromium',
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' },
    handleSIGTERM: false,
    // By the port, tests reach the same pages.
    args: ['--no-sandbox', '--remote-debugging-port=0', '--disable-features=LocalNetworkAccessChecks'],
  });
}

async function forward(asked: IncomingMessage, answer: ServerResponse, handle: Handle): Promise<void> {
  const { url = '', method = 'GET' } = asked;
  if (url.startsWith(`${web}/`)) {
    const response = await handle(new Request(toApp(url), { method }));
    answer.writeHead(response.status, Object.fromEntries(response.headers));
    answer.end(Buffer.from(await response.arrayBuffer()));
    return;
  }
  if (!loopback.test(URL.parse(url)?.host ?? '')) return void answer.writeHead(403).end();
  const { origin } = asked.headers;
  const headers = origin === web ? { ...asked.headers, origin: own } : asked.headers;
  const onward = request(url, { method, headers }, (got) => {
    if (got.headers['access-control-allow-origin'] === own) got.headers['access-control-allow-origin'] = web;
    got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers));
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

/** WebSockets come this way; only their first bytes, the handshake, name an origin. */
function tunnel(asked: IncomingMessage, socket: Socket): void {
  const target = asked.url ?? '';
  if (!loopback.test(target)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  const { hostname, port } = new URL(`http://${target}`);
  const onward = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  socket.once('data', (first) => {
    onward.write(first.toString('latin1').replace(`\r\nOrigin: ${web}\r\n`, `\r\nOrigin: ${own}\r\n`), 'latin1');
    socket.pipe(onward).pipe(socket);
  });
  socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
}
