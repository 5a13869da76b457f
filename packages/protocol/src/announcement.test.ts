import { describe, expect, test } from 'vitest';
import { type Announcement, readAnnouncement, writeAnnouncement } from './announcement.ts';
import { limits } from './limits.ts';

const fingerprint = `${'k'.repeat(42)}Y`;
const announcement: Announcement = { name: 'Ada’s studio', version: '0.1.0', scheme: 'https', fingerprint };

describe('R16.4, R16.5: what a server says of itself on the network', () => {
  test('is name, version, scheme and key', () => {
    expect(writeAnnouncement(announcement)).toEqual([
      'txtvers=1',
      'name=Ada’s studio',
      'version=0.1.0',
      'scheme=https',
      `fingerprint=${fingerprint}`,
    ]);
    expect(readAnnouncement(writeAnnouncement(announcement))).toEqual(announcement);
  });

  test('the longest name fits a string of a TXT record', () => {
    const [, name = ''] = writeAnnouncement({ ...announcement, name: '🎹'.repeat(limits.serverName.max + 1) });
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    expect([...name].length).toBe('name='.length + limits.serverName.max);
  });

  test('is read whatever else is there, the first of what is there twice', () => {
    const strings = ['', '=x', 'flag', 'NAME=Loft', 'name=Cellar', 'version=2', 'scheme=http', 'later=1'];
    expect(readAnnouncement(strings)).toEqual({ name: 'Loft', version: '2', scheme: 'http', fingerprint: undefined });
  });

  test('a name that hides something is shown without it', () => {
    const strings = ['name=\u202eoidutS\u200b \u3164\n1', 'version=1', 'scheme=http'];
    expect(readAnnouncement(strings)?.name).toBe('oidutS 1');
  });

  test.each([
    ['nothing', []],
    ['no name', ['version=1', 'scheme=http']],
    ['a name that cannot be seen', ['name=\u200b\u2800', 'version=1', 'scheme=http']],
    ['no version', ['name=a', 'scheme=http']],
    ['a version that is none', ['name=a', 'version=<b>', 'scheme=http']],
    ['a version too long', ['name=a', `version=${'1'.repeat(limits.discovery.versionCharacters + 1)}`, 'scheme=http']],
    ['another scheme', ['name=a', 'version=1', 'scheme=file']],
    ['https without a key', ['name=a', 'version=1', 'scheme=https']],
    ['http with one', ['name=a', 'version=1', 'scheme=http', `fingerprint=${fingerprint}`]],
    ['a key that is none', ['name=a', 'version=1', 'scheme=https', 'fingerprint=k']],
    [
      'what comes after too many strings',
      [...Array.from({ length: limits.discovery.txtStrings }, () => ''), 'name=a', 'version=1', 'scheme=http'],
    ],
  ])('%s is no announcement', (_what, strings) => {
    expect(readAnnouncement(strings)).toBeUndefined();
  });
});
