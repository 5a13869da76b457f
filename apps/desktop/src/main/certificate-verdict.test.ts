import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSelfSigned } from '../../../server/src/adapters/tls/self-signed.ts';
import { certificateAnswer, fingerprintOf, verdict } from './certificate-verdict.ts';
import { ServerPins } from './server-pins.ts';

const server = 'https://studio.local:7420';
const folder = mkdtempSync(join(tmpdir(), 'roomtone-pins-'));
const path = join(folder, 'servers.json');

let certificate: string;
let renewed: string;
let foreign: string;
let pins: ServerPins;

beforeAll(async () => {
  const key = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const own = key();
  certificate = await makeSelfSigned(own, ['studio.local'], Date.now());
  renewed = await makeSelfSigned(own, ['another.name'], 0);
  foreign = await makeSelfSigned(key(), ['studio.local'], Date.now());
  pins = new ServerPins(path);
  pins.trust(server, fingerprintOf(certificate) ?? '');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a server with TLS', () => {
  it('is its key, whatever its certificate says', () => {
    expect(verdict(pins, 'studio.local', certificate)).toBe('trusted');
    expect(verdict(pins, 'studio.local', renewed)).toBe('trusted');
    expect(verdict(pins, 'studio.local', foreign)).toBe('refused');
    expect(verdict(pins, 'studio.local', 'no certificate')).toBe('refused');
    expect(verdict(pins, 'elsewhere', certificate)).toBe('unknown');
  });

  it('gets a connection as the one that is known, and nobody else does', () => {
    const answer = (hostname: string, data: string) =>
      certificateAnswer(pins, { hostname, certificate: { data } as Electron.Certificate });
    expect(answer('studio.local', certificate)).toBe(0);
    expect(answer('studio.local', foreign)).toBe(-2);
    expect(answer('elsewhere', certificate)).toBe(-2);
  });

  it('has its key for identity; without a known key nothing proves who it is', () => {
    expect(pins.identityOf(server)).toBe(`key:${fingerprintOf(certificate)}`);
    expect(pins.identityOf('http://studio.local:7420')).toBeUndefined();
    expect(pins.identityOf('https://studio.local:7421')).toBeUndefined();
  });
});

it('what is known of servers outlasts the app, its own server’s identity too', () => {
  const next = new ServerPins(path);
  expect(next.own).toBe(pins.own);
  expect(next.identityOf(server)).toBe(pins.identityOf(server));
});
