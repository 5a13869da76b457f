import { X509Certificate } from 'node:crypto';
import type { HealthDetailsView } from '@roomtone/protocol/rest';
import { loadTls } from '../adapters/tls/certificate.ts';
import type { Config } from '../config/config.ts';
import { ServedCertificate } from '../http/plugins/served-certificate.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { PreparedCertificate } from './named-certificate.ts';
import { hostNames } from './network-addresses.ts';

export interface ServedCertificatesOptions {
  readonly config: Config;
  /** The router's, if it leads here. */
  readonly publicAddress: () => string | undefined;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Gets words for the host about the certificate of an authority. */
  readonly onNews: (text: string) => void;
}

/** The certificates that clients see. */
export interface ServedCertificates {
  /** For every name and address; undefined where the server speaks plain http. */
  readonly certificate: ServedCertificate | undefined;
  /** For the public name alone, from an authority; undefined unless the server asks one. */
  readonly named: PreparedCertificate | undefined;
  readonly health: () => HealthDetailsView['certificate'];
}

/** @throws {ConfigError} if the host's own files cannot be used. */
export async function loadCertificates(options: ServedCertificatesOptions): Promise<ServedCertificates> {
  const { config, publicAddress, dataDir, clock, log, onNews } = options;
  const { tls, publicUrl } = config;
  const load = () => loadTls(tls, dataDir, clock.nowMs(), hostNames(config, publicAddress()));
  const first = await load();
  if (first === undefined) return { certificate: undefined, named: undefined, health: () => null };
  const certificate = new ServedCertificate({ first, load, log });
  if (tls.mode !== 'acme' || publicUrl === undefined) {
    const source = tls.mode === 'files' ? 'files' : 'self_signed';
    return { certificate, named: undefined, health: () => ({ source, ...healthOf(certificate) }) };
  }
  // Loaded only where it is used.
  const { prepareNamedCertificate } = await import('./named-certificate.ts');
  const named = await prepareNamedCertificate({
    config: { ...config, publicUrl },
    dataDir,
    key: first.key,
    clock,
    log,
    onNews,
  });
  return { certificate, named, health: () => ({ source: 'authority', ...namedHealthOf(named) }) };
}

type Health = Omit<NonNullable<HealthDetailsView['certificate']>, 'source'>;

function healthOf({ current, lastFailure }: ServedCertificate): Health {
  const { validToDate } = new X509Certificate(current.cert);
  return { valid_until: validToDate.toISOString(), last_failure: failure(lastFailure) };
}

function namedHealthOf({ state: { current, lastFailure } }: PreparedCertificate): Health {
  const until = current === undefined ? null : new Date(current.notAfterMs).toISOString();
  return { valid_until: until, last_failure: failure(lastFailure) };
}

function failure(last: { readonly atMs: number; readonly reason: string } | undefined): Health['last_failure'] {
  return last === undefined ? null : { time: new Date(last.atMs).toISOString(), reason: last.reason };
}
