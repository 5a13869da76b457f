import { readInvitation } from '@roomtone/protocol';
import Value from 'typebox/value';
import { beforeEach, describe, expect, it } from 'vitest';
import { type HostingChoice, HostState } from '../../shared/hosting.ts';
import type { Internet } from '../../shared/internet.ts';
import type { ProcessState } from './host.ts';
import { Hosting } from './hosting.ts';

const fingerprint = `${'a'.repeat(42)}Y`;
const url = 'http://127.0.0.1:5000';
const token = 't'.repeat(43);

let changes: (HostingChoice | null)[];
let states: HostState[];
let hosting: Hosting;

beforeEach(() => {
  [changes, states] = [[], []];
  hosting = new Hosting({
    change: (hosting) => changes.push(hosting),
    now: () => 1_000,
    onChange: (state) => states.push(state),
  });
});
const anyone: HostingChoice = { joining: 'anyone', outside: false, guests: true };
const open = (...addresses: string[]): ProcessState => ({
  status: 'ready',
  url,
  hosting: { ...anyone, name: 'ada-laptop', addresses, fingerprint, internet: null, admission: null },
});
const openOutside = (internet: Internet): ProcessState => ({
  status: 'ready',
  url,
  hosting: {
    ...{ joining: 'added', outside: true, guests: false, name: 'ada-laptop', fingerprint, internet },
    admission: { token, people: 10, until: 9_000 },
    addresses: [studio, 'https://10.0.0.7:5000'],
  },
});
const studio = 'https://192.168.1.5:5000';
const openHosting = () => {
  const state = hosting.state;
  return state.status === 'ready' ? state.hosting : null;
};

describe('hosting a session', () => {
  it('opens and closes the server on request', () => {
    const outside: HostingChoice = { joining: 'added', outside: true, guests: false };
    hosting.open(anyone);
    hosting.open(outside);
    hosting.close();
    expect(changes).toEqual([anyone, outside, null]);
  });

  it('reports addresses, and a link that contains the key', () => {
    hosting.processChanged({ status: 'ready', url, hosting: null });
    expect(hosting.state).toEqual({ status: 'ready', url, hosting: null, trouble: null });
    expect(hosting.fingerprint).toBeUndefined();
    hosting.processChanged(open(studio));
    expect(openHosting()).toMatchObject({ addresses: [studio], port: 5000 });
    expect(readInvitation(openHosting()?.link ?? '')).toEqual({
      servers: [studio],
      fingerprint,
      roomId: undefined,
      name: 'ada-laptop',
    });
    expect(hosting.fingerprint).toBe(fingerprint);
  });

  it('S26.2, S29.9: has a second link for friends outside once the internet reaches it, which begins with the public address and lets them in', () => {
    hosting.processChanged(openOutside({ status: 'asking' }));
    expect(openHosting()).toMatchObject({ outside: true, internet: { status: 'asking' }, outsideLink: null });
    const internet = {
      status: 'open',
      address: '45.90.10.1',
      port: 5001,
      udpPort: null,
      protocol: 'UPnP',
      until: 7,
    } as const;
    hosting.processChanged(openOutside(internet));
    const invited = readInvitation(openHosting()?.outsideLink ?? '');
    expect(invited.servers).toEqual(['https://45.90.10.1:5001', studio, 'https://10.0.0.7:5000']);
    expect(invited).toMatchObject({ fingerprint, token });
    expect(openHosting()?.admits).toEqual({ people: 10, until: 9_000 });
    expect(readInvitation(openHosting()?.link ?? '').token, 'in the network the host decides').toBeUndefined();
    expect(readInvitation(openHosting()?.link ?? '').servers).toEqual([studio, 'https://10.0.0.7:5000']);
    expect(Value.Check(HostState, hosting.state)).toBe(true);
  });

  it('has no link while the computer is on no network', () => {
    hosting.processChanged(open());
    expect(openHosting()).toMatchObject({ addresses: [], link: null });
  });

  it('shows an ended or port problem until the next request, and a failure until the server works', () => {
    hosting.problem({ kind: 'failed', detail: 'no disk' });
    hosting.processChanged({ status: 'starting', attempt: 1 });
    expect(hosting.state).toMatchObject({ attempt: 1, trouble: { kind: 'failed', detail: 'no disk', at: 1_000 } });
    hosting.processChanged(open());
    expect(hosting.state).toMatchObject({ trouble: null });
    hosting.problem({ kind: 'ended', detail: '' });
    hosting.processChanged(open());
    expect(hosting.state).toMatchObject({ trouble: { kind: 'ended' } });
    hosting.open(anyone);
    hosting.processChanged(open());
    expect(hosting.state).toMatchObject({ trouble: null });
  });

  it('keeps the last lines that the server wrote', () => {
    hosting.wrote('first\nsec');
    hosting.wrote('ond\n');
    hosting.wrote(`${Array.from({ length: 199 }, (_each, index) => `line ${index}`).join('\n')}\n`);
    expect(hosting.log).toHaveLength(200);
    expect(hosting.log[0]).toBe('second');
  });
});
