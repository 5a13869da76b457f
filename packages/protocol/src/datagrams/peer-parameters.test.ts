import { describe, expect, test } from 'vitest';
import { peerIssue, peerSdp, readPeerSdp } from './peer-parameters.ts';

const peer = {
  iceUfrag: 'aZ0+',
  icePwd: 'abcdefghijklmnopqrstu/',
  fingerprint: Uint8Array.from({ length: 32 }, (_, index) => index * 8),
};

describe('R17.5: the parameters of a peer', () => {
  test.each([
    ['the shortest', {}, undefined],
    ['the longest', { iceUfrag: 'u'.repeat(32), icePwd: 'p'.repeat(64) }, undefined],
    ['a short user name', { iceUfrag: 'abc' }, 'iceUfrag'],
    ['a long user name', { iceUfrag: 'u'.repeat(33) }, 'iceUfrag'],
    ['a line break', { iceUfrag: 'abcd\r\na=x' }, 'iceUfrag'],
    ['a line break at the end', { iceUfrag: 'abcd\n' }, 'iceUfrag'],
    ['a short password', { icePwd: 'p'.repeat(21) }, 'icePwd'],
    ['a long password', { icePwd: 'p'.repeat(65) }, 'icePwd'],
    ['a space', { icePwd: `${'p'.repeat(22)} ` }, 'icePwd'],
    ['a short fingerprint', { fingerprint: new Uint8Array(31) }, 'fingerprint'],
    ['a long fingerprint', { fingerprint: new Uint8Array(33) }, 'fingerprint'],
    ['no fingerprint', { fingerprint: new Uint8Array() }, 'fingerprint'],
  ])('%s', (_name, changes, field) => {
    expect(peerIssue({ ...peer, ...changes })?.field).toBe(field);
  });

  test('are read from the description that they were written into', () => {
    const sdp = peerSdp(peer, 'actpass', { addresses: ['192.0.2.1', '2001:db8::1'], port: 7420 });
    expect(readPeerSdp(sdp)).toEqual(peer);
    const candidates = sdp.split('\r\n').filter((line) => line.startsWith('a=candidate:'));
    expect(candidates).toEqual([
      expect.stringMatching(/^a=candidate:1 1 udp \d+ 192\.0\.2\.1 7420 typ host$/),
      expect.stringMatching(/^a=candidate:2 1 udp \d+ 2001:db8::1 7420 typ host$/),
    ]);
    const priorities = candidates.map((line) => Number(line.split(' ')[3]));
    expect(priorities[0]).toBeGreaterThan(priorities[1] ?? 0);
  });

  test('are not found in a description without them', () => {
    expect(() => readPeerSdp('v=0\r\n')).toThrow('no fingerprint');
    expect(() => readPeerSdp('a=fingerprint:sha-1 00\r\na=ice-ufrag:a\r\na=ice-pwd:b\r\n')).toThrow('SHA-256');
  });
});
