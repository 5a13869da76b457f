import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { canInjectFaults, createFaults } from '../../../../../testing/faults/faults.ts';
import { fourFreePorts, Pebble } from '../../../../../testing/pebble/pebble.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { end, startServer } from '../../support/server-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { name } from '../acme-app.ts';

// The built server as a process, against Debian's pebble.

const missing = Pebble.missing();
const dayMs = 86_400_000;

describe.skipIf(missing !== undefined)('a server process with a certificate from an authority', () => {
  let tlsPort: number;
  let pebble: Pebble;
  beforeAll(async () => {
    [tlsPort] = await fourFreePorts();
    pebble = await Pebble.start({ tlsPort });
  });
  afterAll(() => pebble.stop());
  afterEach(() => pebble.reset());

  const settings = () => ({
    ROOMTONE_TLS: 'acme',
    ROOMTONE_HOST: '0.0.0.0',
    ROOMTONE_PORT: String(tlsPort),
    ROOMTONE_PUBLIC_URL: `https://${name}`,
    ROOMTONE_ACME_TERMS: 'agreed',
    ROOMTONE_ACME_DIRECTORY: pebble.directoryUrl,
    NODE_EXTRA_CA_CERTS: pebble.trustedFile,
  });

  async function certificateInHealth() {
    const { body } = await sendRaw(tlsPort, 'GET /health/detailed HTTP/1.0\r\nHost: localhost\r\n\r\n');
    return body.certificate;
  }

  /** The issuer of the certificate that a client by the name sees. */
  async function issuerShown(): Promise<string | undefined> {
    const named = { host: '127.0.0.1', port: tlsPort, servername: name, rejectUnauthorized: false };
    const page = get({ ...named, path: '/health', headers: { host: name }, agent: false });
    const [response] = await once(page, 'response');
    const { issuer } = response.socket.getPeerCertificate();
    response.resume();
    await once(response, 'close');
    return response.statusCode === 200 ? issuer.CN : undefined;
  }

  test('S28.8, S28.11: the process says what it does, /health/detailed shows it, and a kill while it orders leaves nothing half done', async () => {
    const dataDir = temporaryDirectory();
    const env = settings();
    const ordered = new Promise<void>((resolve) => {
      pebble.interfere = (request) => {
        if (!request.url?.startsWith('/finalize')) return undefined;
        resolve();
        // Never answered.
        return new Promise(() => {});
      };
    });
    const first = await startServer(dataDir, { env });
    await ordered;
    expect(await certificateInHealth()).toEqual({ source: 'authority', valid_until: null, last_failure: null });
    expect(await issuerShown()).toBe('Roomtone');
    expect(await end(first, 'SIGKILL')).toBe('SIGKILL');
    expect(readdirSync(dataDir)).not.toContain('acme-cert.pem');
    pebble.reset();
    const second = await startServer(dataDir, { env });
    await expect.poll(() => second.out.stderr).toMatch(/Certificate for music\.example\.org: valid until/);
    expect(await certificateInHealth()).toEqual({
      source: 'authority',
      valid_until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      last_failure: null,
    });
    expect(await issuerShown()).toMatch(/^Pebble/);
    expect(second.out.stdout).not.toMatch(/BEGIN|PRIVATE/);
    expect(await end(second, 'SIGTERM')).toBe(0);
    expect(readdirSync(dataDir).filter((file) => file.endsWith('.new'))).toEqual([]);
  });

  test.skipIf(!canInjectFaults())(
    'S28.7, S28.8: a process whose clock stands years off keeps its certificate and names the clock as the reason',
    async () => {
      const dataDir = temporaryDirectory();
      const faults = createFaults({ below: dataDir, scratch: temporaryDirectory() });
      onTestFinished(() => faults.close());
      const env = { ...settings(), ...faults.env };
      const right = await startServer(dataDir, { env });
      await expect.poll(() => right.out.stderr).toMatch(/valid until/);
      await end(right, 'SIGTERM');
      const stored = () => readFileSync(join(dataDir, 'acme-cert.pem'), 'utf8');
      const before = stored();
      for (const years of [10, -20]) {
        faults.set('clockOffsetMs', years * 365 * dayMs);
        const wrong = await startServer(dataDir, { env });
        await expect
          .poll(() => wrong.out.stderr)
          .toMatch(/Reason: .* not valid at the time of this computer: check the clock/);
        expect(wrong.out.stderr).toContain('It stays in use');
        expect(await certificateInHealth()).toMatchObject({
          last_failure: { reason: expect.stringContaining('clock') },
        });
        expect(await issuerShown()).toMatch(/^Pebble/);
        await end(wrong, 'SIGTERM');
      }
      expect(stored()).toBe(before);
      expect(pebble.count('201 /order-plz')).toBe(1);
    },
  );
});
