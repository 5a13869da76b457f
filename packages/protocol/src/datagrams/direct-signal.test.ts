import { describe, expect, test } from 'vitest';
import { type DirectCandidate, directIssue, directLimits, directSdp, readCandidates } from './direct-signal.ts';
import { readPeerSdp } from './peer-parameters.ts';

const peer = { iceUfrag: 'aZ0+', icePwd: 'abcdefghijklmnopqrstu/', fingerprint: new Uint8Array(32) };
const name = '4e4f9f8a-6a0e-4a43-8f0b-2f5d3c1b7a90.local';
const host = (address: string, port = 9): DirectCandidate => ({ address, port, reflexive: false });

describe('R25.2: the description of a side of a direct channel', () => {
  test.each([
    ['an address', [host('192.0.2.1')], undefined],
    ['IPv6', [host('2001:db8::1'), host('::1')], undefined],
    ['a name of a local network', [host(name)], undefined],
    ['as many as may be', Array.from({ length: directLimits.candidates }, () => host('10.0.0.1')), undefined],
    ['one more', Array.from({ length: directLimits.candidates + 1 }, () => host('10.0.0.1')), 'candidates'],
    ['another name', [host('example.org')], 'candidates'],
    ['a name below another', [host(`${name}.example.org`)], 'candidates'],
    ['a number that is none', [host('256.0.0.1')], 'candidates'],
    ['three numbers', [host('1.2.3')], 'candidates'],
    ['a line of its own', [host('10.0.0.1\r\na=x')], 'candidates'],
    ['a line break at the end', [host('10.0.0.1\n')], 'candidates'],
    ['no port', [host('10.0.0.1', 0)], 'candidates'],
    ['a port too high', [host('10.0.0.1', 65_536)], 'candidates'],
  ])('with %s', (_what, candidates, field) => {
    expect(directIssue({ ...peer, candidates })?.field).toBe(field);
  });

  test('with parameters that are none is refused as that of a datagram channel', () => {
    expect(directIssue({ ...peer, icePwd: 'short', candidates: [] })?.field).toBe('icePwd');
  });

  test('is read from the session description that it was written into, the routers’ addresses first', () => {
    const reflexive = { address: '203.0.113.7', port: 41_000, reflexive: true };
    const sdp = directSdp({ ...peer, candidates: [host('10.0.0.1'), host(name), reflexive] }, 'actpass');
    expect(readPeerSdp(sdp)).toEqual(peer);
    expect(readCandidates(sdp)).toEqual([reflexive, host('10.0.0.1'), host(name)]);
  });

  test('leaves out what is no candidate over UDP, what is there twice, and what is too many', () => {
    const lines = [
      'a=candidate:1 1 tcp 1 10.0.0.1 9 typ host tcptype active',
      'a=candidate:2 2 udp 1 10.0.0.2 9 typ host',
      'a=candidate:3 1 udp 1 10.0.0.3 9 typ relay raddr 0.0.0.0 rport 0',
      'a=candidate:4 1 UDP 1 10.0.0.4 9 typ host generation 0',
      'a=candidate:5 1 udp 2 10.0.0.4 9 typ host',
      ...Array.from({ length: 20 }, (_, index) => `a=candidate:6 1 udp 1 10.0.1.${index} 9 typ host`),
    ];
    const found = readCandidates(lines.join('\r\n'));
    expect(found).toHaveLength(directLimits.candidates);
    expect(found[0]).toEqual(host('10.0.0.4'));
  });
});
