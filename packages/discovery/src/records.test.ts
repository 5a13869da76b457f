import { announcementTtlSeconds, limits } from '@roomtone/protocol';
import { type Answer, decode, encode, type RecordType } from 'dns-packet';
import { describe, expect, test } from 'vitest';
import { answersTo, recordNames, recordsOf, serviceName } from './records.ts';

const fingerprint = `${'k'.repeat(42)}Y`;
const announced = {
  announcement: { name: 'Ada', version: '0.1.0', scheme: 'https', fingerprint },
  port: 7420,
  addresses: ['192.168.1.5', '192.168.1.6'],
} as const;

describe('R16.4: the records of a server', () => {
  test('are a pointer, a location, a text and addresses, as any DNS-SD browser reads them', () => {
    const names = recordNames('Ada', fingerprint);
    const packet = decode(encode({ type: 'response', answers: recordsOf(names, announced) }));
    expect(packet.answers?.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'PTR _roomtone._tcp.local',
      'SRV Ada kkkkkkkk._roomtone._tcp.local',
      'TXT Ada kkkkkkkk._roomtone._tcp.local',
      'A roomtone-kkkkkkkk.local',
      'A roomtone-kkkkkkkk.local',
    ]);
  });

  test.each([
    ['dots', 'Ada v1.2.', 'Ada v1 2 kkkkkkkk'],
    ['the longest name in the widest script', '🎹'.repeat(limits.serverName.max), `${'🎹'.repeat(13)} kkkkkkkk`],
  ])('a name with %s is one label of at most 63 bytes', (_what, name, label) => {
    const { instance } = recordNames(name, fingerprint);
    expect(instance).toBe(`${label}.${serviceName}`);
    expect(Buffer.byteLength(label)).toBeLessThanOrEqual(63);
  });

  test('fit into one packet of any network even at their largest', () => {
    const name = '🎹'.repeat(limits.serverName.max);
    const addresses = Array.from({ length: limits.discovery.addressesPerServer }, (_each, index) => `10.0.0.${index}`);
    const full = { ...announced, announcement: { ...announced.announcement, name }, addresses };
    const answers = recordsOf(recordNames(name, fingerprint), full);
    expect(encode({ type: 'response', answers }).byteLength).toBeLessThan(1_472);
  });
});

describe('queries are answered', () => {
  const names = recordNames('Ada', fingerprint);
  const records = recordsOf(names, announced);

  test.each([
    ['a query for servers', serviceName, 'PTR'],
    ['a query for everything under that name', '_ROOMTONE._TCP.LOCAL', 'ANY'],
    ['a query for its location', names.instance, 'SRV'],
    ['a query for its text', names.instance, 'TXT'],
    ['a query for its addresses', names.host, 'A'],
  ] as const)('with everything for %s', (_who, name, type) => {
    // ANY exists only in questions, and the types leave it out.
    expect(answersTo([{ name, type: type as RecordType }], [], names, records)).toEqual(records);
  });

  test('with the service itself for a query that lists services', () => {
    const answers = answersTo([{ name: '_services._dns-sd._udp.local', type: 'PTR' }], [], names, records);
    expect(answers).toMatchObject([{ type: 'PTR', data: serviceName }]);
  });

  test.each([
    ['another service', '_ipp._tcp.local', 'PTR'],
    ['another kind of record', names.host, 'AAAA'],
    ['another server', `Bob.${serviceName}`, 'SRV'],
  ] as const)('with nothing for a query for %s', (_what, name, type) => {
    expect(answersTo([{ name, type }], [], names, records)).toEqual([]);
  });

  test('with nothing if the answer is known for at least half of its life, and with everything otherwise', () => {
    const known = (ttl: number): Answer[] => [{ type: 'PTR', name: serviceName, ttl, data: names.instance }];
    const asked = [{ name: serviceName, type: 'PTR' as const }];
    expect(answersTo(asked, known(announcementTtlSeconds / 2), names, records)).toEqual([]);
    expect(answersTo(asked, known(announcementTtlSeconds / 2 - 1), names, records)).toEqual(records);
  });
});
