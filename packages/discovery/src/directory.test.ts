import { type Announcement, announcementTtlSeconds, limits } from '@roomtone/protocol';
import type { Answer } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originsOf, ServerDirectory } from './directory.ts';
import type { Network } from './network.ts';
import { recordNames, recordsOf, serviceName } from './records.ts';

const seed = Number(process.env['ROOMTONE_TEST_SEED'] ?? 20_261_121);
process.stdout.write(`property tests: seed ${seed}\n`);

const fingerprint = (letter: string) => `${letter.repeat(42)}Y`;
const home: Network = { name: 'eth0', addresses: [{ address: '192.168.1.9', netmask: '255.255.255.0' }] };
const wifi: Network = { name: 'wlan0', addresses: [{ address: '10.0.0.9', netmask: '255.0.0.0' }] };
const ada: Announcement = { name: 'Ada', version: '0.1.0', scheme: 'https', fingerprint: fingerprint('a') };

function packet(announcement: Announcement, addresses: readonly string[], ttl?: number, port = 7420): Answer[] {
  const names = recordNames(announcement.name, announcement.fingerprint ?? 'plain-id');
  return recordsOf(names, { announcement, port, addresses }, ttl);
}

const textsOf = (news: ReturnType<ServerDirectory['take']>) =>
  news.map(({ kind, server }) => `${kind} ${server.name} ${originsOf(server).join(' ')}`);

describe('R16.5: servers on the network', () => {
  test('are found, reported once, changed and lost', () => {
    const directory = new ServerDirectory();
    expect(textsOf(directory.take(packet(ada, ['192.168.1.5']), home, 0))).toEqual([
      'found Ada https://192.168.1.5:7420',
    ]);
    expect(directory.take(packet(ada, ['192.168.1.5']), home, 10)).toEqual([]);
    expect(textsOf(directory.take(packet(ada, ['192.168.1.6']), home, 20))).toEqual([
      'changed Ada https://192.168.1.6:7420',
    ]);
    expect(textsOf(directory.take(packet({ ...ada, name: 'Ada’s' }, ['192.168.1.6']), home, 30))).toEqual([
      'changed Ada’s https://192.168.1.6:7420',
    ]);
    expect(directory.servers).toMatchObject([{ id: ada.fingerprint, name: 'Ada’s', port: 7420 }]);
    expect(textsOf(directory.take(packet(ada, ['192.168.1.6'], 0), home, 40))).toEqual([
      'lost Ada’s https://192.168.1.6:7420',
    ]);
    expect(directory.servers).toEqual([]);
  });

  test('a server that is no longer announced is lost when its time has passed, however long it claimed', () => {
    const directory = new ServerDirectory();
    directory.take(packet(ada, ['192.168.1.5'], 1_000_000), home, 500);
    const overMs = 500 + announcementTtlSeconds * 1_000;
    expect(directory.expire(overMs - 1)).toEqual([]);
    expect(textsOf(directory.expire(overMs))).toEqual(['lost Ada https://192.168.1.5:7420']);
  });

  test('a server in two networks is one server with the addresses of both', () => {
    const directory = new ServerDirectory();
    directory.take(packet(ada, ['192.168.1.5']), home, 0);
    expect(textsOf(directory.take(packet(ada, ['10.0.0.5']), wifi, 0))).toEqual([
      'changed Ada https://192.168.1.5:7420 https://10.0.0.5:7420',
    ]);
    expect(textsOf(directory.leave(home))).toEqual(['changed Ada https://10.0.0.5:7420']);
    expect(textsOf(directory.leave(wifi))).toEqual(['lost Ada https://10.0.0.5:7420']);
  });

  test('another key under the same name is another server', () => {
    const directory = new ServerDirectory();
    directory.take(packet(ada, ['192.168.1.5']), home, 0);
    const other = { ...ada, fingerprint: fingerprint('b') };
    expect(textsOf(directory.take(packet(other, ['192.168.1.66']), home, 0))).toEqual([
      'found Ada https://192.168.1.66:7420',
    ]);
    expect(directory.servers).toHaveLength(2);
  });

  test('a server without a key is identified by its name on the network', () => {
    const directory = new ServerDirectory();
    directory.take(packet({ ...ada, scheme: 'http', fingerprint: undefined }, ['192.168.1.5']), home, 0);
    expect(directory.servers).toMatchObject([{ id: `ada plain-id.${serviceName}`, fingerprint: undefined }]);
  });
});

describe('R16.5: invalid announcements are ignored', () => {
  const whole = packet(ada, ['192.168.1.5']);
  const without = (type: Answer['type']) => whole.filter((record) => record.type !== type);
  test.each<[string, Answer[]]>([
    ['nothing', []],
    ['no pointer', without('PTR')],
    ['no place', without('SRV')],
    ['no text', without('TXT')],
    ['no address', without('A')],
    ['only addresses elsewhere', packet(ada, ['8.8.8.8', '127.0.0.1', '10.0.0.5'])],
    ['port 0', packet(ada, ['192.168.1.5'], 120, 0)],
    ['another service', whole.map((record) => ({ ...record, name: record.name.replace('roomtone', 'ipp') }))],
    [
      'a text that is not UTF-8',
      whole.map((each) => (each.type === 'TXT' ? { ...each, data: [Buffer.of(0xff)] } : each)),
    ],
  ])('%s', (_what, records) => {
    expect(new ServerDirectory().take(records, home, 0)).toEqual([]);
  });

  test(`more than ${limits.discovery.servers} servers, ${limits.discovery.addressesPerServer} addresses or ${limits.discovery.recordsPerPacket} records`, () => {
    const directory = new ServerDirectory();
    for (let index = 0; index <= limits.discovery.servers; index++) {
      const one = { ...ada, name: `s${index}`, fingerprint: `${String(index).padStart(42, 'x')}Y` };
      expect(directory.take(packet(one, ['192.168.1.5']), home, 0)).toHaveLength(
        index < limits.discovery.servers ? 1 : 0,
      );
    }
    expect(directory.servers).toHaveLength(limits.discovery.servers);

    const most = limits.discovery.addressesPerServer;
    const addresses = Array.from({ length: most + 1 }, (_each, index) => `192.168.1.${index + 20}`);
    const [first] = new ServerDirectory().take(packet(ada, addresses), home, 0);
    expect(first?.server.addresses).toEqual(addresses.slice(0, most));

    const filler = Array.from(
      { length: limits.discovery.recordsPerPacket - whole.length + 1 },
      (): Answer => ({ type: 'A', name: 'x.local', ttl: 120, data: '192.168.1.7' }),
    );
    expect(new ServerDirectory().take([...filler.slice(1), ...whole], home, 0)).toHaveLength(1);
    expect(new ServerDirectory().take([...filler, ...whole], home, 0)).toEqual([]);
  });

  test('for any packets, what is shown stays within bounds and nothing throws', () => {
    const name = fc.constantFrom(serviceName, `a.${serviceName}`, `b.${serviceName}`, 'h.local', '.', '');
    const text = fc.oneof(
      fc.constantFrom('name=a', 'version=1', 'scheme=http', 'scheme=https', `fingerprint=${fingerprint('c')}`),
      fc.string({ unit: 'binary' }).map((value) => `name=${value}`),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    );
    const ttl = fc.constantFrom(0, 1, 120, 0xffff_ffff);
    const record: fc.Arbitrary<Answer> = fc.oneof(
      fc.record({ type: fc.constant('PTR' as const), name, ttl, data: name }),
      fc.record({
        type: fc.constant('SRV' as const),
        name,
        ttl,
        data: fc.record({ port: fc.constantFrom(0, 1, 7420, 65_535), target: name }),
      }),
      fc.record({ type: fc.constant('TXT' as const), name, ttl, data: fc.array(text, { maxLength: 20 }) }),
      fc.record({ type: fc.constant('A' as const), name, ttl, data: fc.oneof(fc.ipV4(), fc.constant('192.168.1.5')) }),
    );
    const real = packet({ ...ada, fingerprint: fingerprint('d') }, ['192.168.1.5', '10.0.0.5']);
    const records = fc
      .tuple(fc.array(record, { maxLength: 8 }), fc.subarray(real, { minLength: real.length - 1 }))
      .chain(([odd, most]) => fc.shuffledSubarray([...odd, ...most]));
    const packets = fc.array(fc.tuple(records, fc.constantFrom(home, wifi)), { maxLength: 8 });
    let found = 0;
    fc.assert(
      fc.property(packets, (all) => {
        const directory = new ServerDirectory();
        for (const [records, network] of all) found += directory.take(records, network, 0).length;
        for (const server of directory.servers) {
          expect(server.name).toMatch(/^[^\p{C}]+$/u);
          expect(server.addresses.length).toBeGreaterThan(0);
          expect(server.addresses.length).toBeLessThanOrEqual(limits.discovery.addressesPerServer);
        }
        directory.expire(Number.POSITIVE_INFINITY);
        expect(directory.servers).toEqual([]);
      }),
      { numRuns: 300, seed },
    );
    expect(found).toBeGreaterThan(0);
  });
});
