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
  test('are pointer, place, text and addresses, as any DNS-SD browser reads them', () => {
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

  test('the fullest packet fits what every network carries in one', () => {
    const name = '🎹'.repeat(limits.serverName.max);
    const addresses = Array.from({ length: limits.discovery.addressesPerServer }, (_each, index) => `10.0.0.${index}`);
    const full = { ...announced, announcement: { ...announced.announcement, name }, addresses };
    const answers = recordsOf(recordNames(name, fingerprint), full);
    expect(encode({ type: 'response', answers }).byteLength).toBeLessThan(1_472);
  });
});

describe('who is asked answers', () => {
  const names = recordNames('Ada', fingerprint);
  const records = recordsOf(names, announced);

  test.each([
    ['who looks for servers', serviceName, 'PTR'],
    ['who looks for everything under that name', '_ROOMTONE._TCP.LOCAL', 'ANY'],
    ['who asks where it is', names.instance, 'SRV'],
    ['who asks what it is', names.instance, 'TXT'],
    ['who asks for its addresses', names.host, 'A'],
  ] as const)('everything to %s', (_who, name, type) => {
    // ANY is a question's alone, and the types leave it out.
    expect(answersTo([{ name, type: type as RecordType }], [], names, records)).toEqual(records);
  });

  test('with the service itself to who lists services', () => {
    const answers = answersTo([{ name: '_services._dns-sd._udp.local', type: 'PTR' }], [], names, records);
    expect(answers).toMatchObject([{ type: 'PTR', data: serviceName }]);
  });

  test.each([
    ['another service', '_ipp._tcp.local', 'PTR'],
    ['another kind of record', names.host, 'AAAA'],
    ['another server', `Bob.${serviceName}`, 'SRV'],
  ] as const)('nothing to who asks for %s', (_what, name, type) => {
    expect(answersTo([{ name, type }], [], names, records)).toEqual([]);
  });

  test('nothing to who knows it for half its life yet, and everything to who knows it for less', () => {
    const known = (ttl: number): Answer[] => [{ type: 'PTR', name: serviceName, ttl, data: names.instance }];
    const asked = [{ name: serviceName, type: 'PTR' as const }];
    expect(answersTo(asked, known(announcementTtlSeconds / 2), names, records)).toEqual([]);
    expect(answersTo(asked, known(announcementTtlSeconds / 2 - 1), names, records)).toEqual(records);
  });
});
