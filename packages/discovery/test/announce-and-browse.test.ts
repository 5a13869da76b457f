import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import type { Announcement } from '@roomtone/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Announcer, announce, browseServers, type Interfaces, type ServerNews } from '../src/index.ts';

const onProblem = (error: Error) => {
  throw error;
};

function loopback(address: string): Interfaces {
  const info: NetworkInterfaceInfo = {
    ...{ address, netmask: '255.0.0.0', family: 'IPv4', mac: '00:00:00:00:00:00', internal: true },
    cidr: null,
  };
  return { lo: [info] };
}

function announcementOf(name: string): Announcement {
  // Another test run on this machine must not be mistaken for this one.
  const own = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  return { name, version: '0.1.0', scheme: 'https', fingerprint: own };
}

function browse(fingerprint: string | undefined) {
  const news: ServerNews[] = [];
  const browser = browseServers({
    onNews: (each) => {
      if (each.server.fingerprint === fingerprint) news.push(each);
    },
    onProblem,
    interfaces: () => loopback('127.0.0.1'),
  });
  onTestFinished(() => browser.stop());
  return news;
}

test('R16.4: a server is found over the network, updated when it moves, and lost after its goodbye', async () => {
  const ada = announcementOf('Ada’s studio');
  const news = browse(ada.fingerprint);
  let address = '127.0.0.1';
  const announcer: Announcer = announce({
    announcement: () => ada,
    port: 7420,
    onProblem,
    interfaces: () => loopback(address),
  });
  await vi.waitUntil(() => news.length === 1, { timeout: 20_000 });
  expect(news[0]).toEqual({
    kind: 'found',
    server: { ...ada, id: ada.fingerprint, port: 7420, addresses: ['127.0.0.1'] },
  });

  address = '127.0.0.2';
  await vi.waitUntil(() => news.length === 2, { timeout: 20_000 });
  expect(news[1]).toMatchObject({ kind: 'changed', server: { addresses: ['127.0.0.2'] } });

  await announcer.stop();
  await vi.waitUntil(() => news.length === 3, { timeout: 20_000 });
  expect(news[2]).toMatchObject({ kind: 'lost', server: { fingerprint: ada.fingerprint } });
});

test('R16.4: a browser that starts later gets an answer; a server on one address names only that one', async () => {
  const [everywhere, nowhere] = [announcementOf('Everywhere'), announcementOf('Nowhere here')];
  const options = { port: 7421, onProblem, interfaces: () => loopback('127.0.0.1') };
  const announcers = [
    announce({ ...options, announcement: () => everywhere, address: '127.0.0.1' }),
    announce({ ...options, announcement: () => nowhere, address: '192.0.2.1' }),
  ];
  onTestFinished(async () => {
    for (const announcer of announcers) await announcer.stop();
  });
  const [found, other] = [browse(everywhere.fingerprint), browse(nowhere.fingerprint)];
  await vi.waitUntil(() => found.length > 0, { timeout: 20_000 });
  expect(found[0]).toMatchObject({ kind: 'found', server: { name: 'Everywhere', addresses: ['127.0.0.1'] } });
  expect(other).toEqual([]);
});

/** How many of this process's sockets are bound to UDP port 5353. */
function socketsOnMdnsPort(): number {
  const own = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${fd}`))?.[1]];
    } catch {
      // The descriptor of the listing itself.
      return [];
    }
  });
  const bound = readFileSync('/proc/net/udp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '']) => local.endsWith(`:${(5353).toString(16).toUpperCase()}`));
  return bound.filter((columns) => own.includes(columns[9])).length;
}

test.skipIf(process.platform !== 'linux')(
  'R16.4: browsing leaves UDP port 5353 alone, announcing binds it',
  async () => {
    const ada = announcementOf('Ada’s studio');
    const before = socketsOnMdnsPort();
    const news = browse(ada.fingerprint);
    const interfaces = () => loopback('127.0.0.1');
    const announcer = announce({ announcement: () => ada, port: 7422, onProblem, interfaces });
    onTestFinished(() => announcer.stop());
    await vi.waitUntil(() => news.length > 0, { timeout: 20_000 });
    expect(socketsOnMdnsPort()).toBe(before + 1);
  },
);
