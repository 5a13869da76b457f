import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTls } from '../../../src/adapters/tls/certificate.ts';
import { ServedCertificate } from '../../../src/http/plugins/served-certificate.ts';
import type { TlsIdentity } from '../../../src/ports/tls-identity.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { createTestApp } from '../../support/test-app.ts';

const dayMs = 24 * 3600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

async function identity(dataDir: string, now: number, names: readonly string[] = []): Promise<TlsIdentity> {
  const tls = await loadTls({ mode: 'auto' }, dataDir, now, names);
  if (tls === undefined) throw new Error('there is no certificate');
  return tls;
}

/** The application over https, which checks its certificate every day. */
async function secureApp(load: (dataDir: string) => Promise<TlsIdentity>) {
  const dataDir = temporaryDirectory();
  const first = await identity(dataDir, Date.now());
  const { app, clock, logLines } = await createTestApp({ deps: { tls: first } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const loads = vi.fn(() => load(dataDir));
  const certificate = new ServedCertificate({ first, load: loads, log: app.log });
  certificate.keepRenewed(app.server, clock);
  const { port } = app.server.address() as AddressInfo;
  const shown = async () => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const serial = socket.getPeerX509Certificate()?.serialNumber;
    socket.destroy();
    return serial;
  };
  return { app, clock, first, certificate, loads, logLines, shown };
}

test('S6.2: ROOMTONE_TLS auto: a running server renews its certificate in time, under the same fingerprint', async () => {
  let now = Date.now();
  const renewed: string[] = [];
  const { app, first, loads, logLines, shown } = await secureApp(async (dataDir) => {
    const next = await identity(dataDir, now);
    renewed.push(next.fingerprint);
    return next;
  });
  const before = await shown();
  await vi.advanceTimersByTimeAsync(dayMs);
  await vi.waitFor(() => expect(renewed).toHaveLength(1));
  expect(await shown()).toBe(before);
  // Within 30 days before its end.
  now += 370 * dayMs;
  await vi.advanceTimersByTimeAsync(dayMs);
  await vi.waitFor(() => expect(logLines.join('')).toContain('serving a renewed certificate'));
  expect(await shown()).not.toBe(before);
  expect(renewed).toEqual([first.fingerprint, first.fingerprint]);
  await app.close();
  await vi.advanceTimersByTimeAsync(3 * dayMs);
  expect(loads).toHaveBeenCalledTimes(2);
});

test('S6.3: a certificate that cannot be read is logged, and the old one stays in use', async () => {
  const { logLines, shown } = await secureApp(() => Promise.reject(new Error('cert.pem is gone')));
  const before = await shown();
  await vi.advanceTimersByTimeAsync(dayMs);
  await vi.waitFor(() => expect(logLines.join('')).toContain('the certificate could not be renewed'));
  expect(await shown()).toBe(before);
});

test('R16.8: a machine with a new address gets a certificate for it immediately, with the same key', async () => {
  const names: string[] = [];
  const { certificate, first, shown } = await secureApp((dataDir) => identity(dataDir, Date.now(), names));
  const before = await shown();
  await certificate.renew();
  expect(await shown()).toBe(before);
  names.push('192.168.7.7');
  // Two changes in quick succession are handled one after the other.
  await Promise.all([certificate.renew(), certificate.renew()]);
  expect(await shown()).not.toBe(before);
  expect(new X509Certificate(certificate.current.cert).checkIP('192.168.7.7')).toBeDefined();
  expect(certificate.current.fingerprint).toBe(first.fingerprint);
});

test('a certificate made with a wrong clock is replaced within a minute after the clock is right', async () => {
  const right = Date.now();
  const { app, clock, first, certificate, shown } = await secureApp((dataDir) => identity(dataDir, clock.nowMs()));
  clock.setWallClock(right);
  await vi.advanceTimersByTimeAsync(60_000);
  const before = await shown();
  clock.setWallClock(right + 400 * dayMs);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(async () => expect(await shown()).not.toBe(before));
  const wrong = await shown();
  clock.setWallClock(right);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(async () => expect(await shown()).not.toBe(wrong));
  expect(certificate.current.fingerprint).toBe(first.fingerprint);
  const { validFromDate, validToDate } = new X509Certificate(certificate.current.cert);
  expect([validFromDate.getTime() < right, validToDate.getTime() > right]).toEqual([true, true]);
  await app.close();
});
