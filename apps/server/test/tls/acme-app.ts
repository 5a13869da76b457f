import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Pebble } from '../../../../testing/pebble/pebble.ts';
import { loadTls } from '../../src/adapters/tls/certificate.ts';
import { type PreparedCertificate, prepareNamedCertificate } from '../../src/composition/named-certificate.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** An address that pebble-challtestsrv resolves to this machine, like every other name. */
export const name = 'music.example.org';

export interface AcmeApp extends Omit<TestApp, 'clock'> {
  readonly named: PreparedCertificate;
  readonly port: number;
  readonly clock: FakeClock;
  /** Fingerprint of the server's own key. */
  readonly fingerprint: string;
  /** Words for the host. */
  readonly news: readonly string[];
  /** The delay until the next look, ms. */
  readonly nextMs: () => number | undefined;
  /** Lets that time pass; resolves when the look is over. */
  pass(): Promise<void>;
  /** The connection of a client that asks for this name. */
  open(servername?: string): Promise<TLSSocket>;
}

export interface AcmeAppOptions {
  readonly pebble: Pebble;
  readonly dataDir: string;
  /** To listen on. */
  readonly port?: number;
  /** Loopback unless given. */
  readonly host?: string;
  /** For checks by http. */
  readonly httpPort?: number;
  readonly nowMs?: number;
  readonly email?: string;
}

/** The application over https, with a certificate from the authority. Only its clock and timers are the test's. */
export async function startAcmeApp(options: AcmeAppOptions): Promise<AcmeApp> {
  const { pebble, dataDir, port = 0, host = '127.0.0.1', httpPort, nowMs = Date.now(), email } = options;
  const clock = createFakeClock(nowMs);
  const tls = await loadTls({ mode: 'acme' }, dataDir, Date.now(), [name]);
  if (tls === undefined) throw new Error('there is no certificate');
  const news: string[] = [];
  const logLines: string[] = [];
  const write = (fields: object, message: string) => void logLines.push(`${message} ${JSON.stringify(fields)}`);
  let next: { readonly delayMs: number; readonly run: () => void } | undefined;
  const named = await prepareNamedCertificate({
    config: {
      acme: { directoryUrl: pebble.directoryUrl, email, termsAgreed: true, httpPort },
      host,
      publicUrl: `https://${name}`,
    },
    dataDir,
    key: tls.key,
    clock,
    log: { info: write, warn: write, error: write },
    onNews: (text) => news.push(text),
    trusted: [pebble.trusted],
    after(delayMs, run) {
      next = { delayMs, run };
      return () => {
        next = undefined;
      };
    },
  });
  const test = await createTestApp({ deps: { tls, named }, env: { ROOMTONE_PUBLIC_URL: `https://${name}` } });
  onTestFinished(() => named.stop());
  await test.app.listen({ host, port });
  const bound = (test.app.server.address() as AddressInfo).port;
  return {
    ...test,
    named,
    port: bound,
    clock,
    fingerprint: tls.fingerprint,
    news,
    logLines,
    nextMs: () => next?.delayMs,
    async pass() {
      const due = next;
      next = undefined;
      clock.advance(due?.delayMs ?? 0);
      // It resolves when the look is over.
      await due?.run();
    },
    async open(servername = name) {
      const socket = connect({
        port: bound,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        ...(servername === '' ? {} : { servername }),
      });
      await once(socket, 'secureConnect');
      onTestFinished(() => void socket.destroy());
      return socket;
    },
  };
}
