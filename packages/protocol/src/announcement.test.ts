import { describe, expect, test } from 'vitest';
import { type Announcement, readAnnouncement, writeAnnouncement } from './announcement.ts';
import { limits } from './limits.ts';

const fingerprint = `${'k'.repeat(42)}Y`;
const announcement: Announcement = { name: 'Ada’s studio', version: '0.1.0', scheme: 'https', fingerprint };

describe('R16.4, R16.5: the announcement of a server on the network', () => {
  test('has name, version, scheme and fingerprint', () => {
    expect(writeAnnouncement(announcement)).toEqual([
      'txtvers=1',
      'name=Ada’s studio',
      'version=0.1.0',
      'scheme=https',
      `fingerprint=${fingerprint}`,
    ]);
    expect(readAnnouncement(writeAnnouncement(announcement))).toEqual(announcement);
  });

  test('fits into one TXT string even with the longest name', () => {
    const [, name = ''] = writeAnnouncement({ ...announcement, name: '🎹'.repeat(limits.serverName.max + 1) });
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    expect([...name].length).toBe('name='.length + limits.serverName.max);
  });

  test('is read among other strings, taking the first of duplicates', () => {
    const strings = ['', '=x', 'flag', 'NAME=Loft', 'name=Cellar', 'version=2', 'scheme=http', 'later=1'];
    expect(readAnnouncement(strings)).toEqual({ name: 'Loft', version: '2', scheme: 'http', fingerprint: undefined });
  });

  test('loses invisible characters in the name', () => {
    const strings = ['name=\u202eoidutS\u200b \u3164\n1', 'version=1', 'scheme=http'];
    expect(readAnnouncement(strings)?.name).toBe('oidutS 1');
  });

  test.each([
    ['nothing', []],
    ['no name', ['version=1', 'scheme=http']],
    ['a name without visible characters', ['name=\u200b\u2800', 'version=1', 'scheme=http']],
    ['no version', ['name=a', 'scheme=http']],
    ['an invalid version', ['name=a', 'version=<b>', 'scheme=http']],
    ['a version too long', ['name=a', `version=${'1'.repeat(limits.discovery.versionCharacters + 1)}`, 'scheme=http']],
    ['another scheme', ['name=a', 'version=1', 'scheme=file']],
    ['https without a fingerprint', ['name=a', 'version=1', 'scheme=https']],
    ['http with a fingerprint', ['name=a', 'version=1', 'scheme=http', `fingerprint=${fingerprint}`]],
    ['an invalid fingerprint', ['name=a', 'version=1', 'scheme=https', 'fingerprint=k']],
    [
      'everything after too many strings',
      [...Array.from({ length: limits.discovery.txtStrings }, () => ''), 'name=a', 'version=1', 'scheme=http'],
    ],
  ])('%s is not an announcement', (_what, strings) => {
    expect(readAnnouncement(strings)).toBeUndefined();
  });
});
