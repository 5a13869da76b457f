import { createSecureContext, type SecureContext } from 'node:tls';
import { createAcmeAuthority } from '../adapters/acme/acme-authority.ts';
import { createAcmeFiles, loadAccountKey } from '../adapters/acme/acme-files.ts';
import { ManagedCertificate, type ManagedCertificateState } from '../application/hosting/managed-certificate.ts';
import type { Config } from '../config/config.ts';
import { ChallengeAnswers } from '../http/plugins/challenge-answers.ts';
import type { NamedCertificate } from '../http/plugins/server.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { timers } from '../realtime/scheduler.ts';
import { version } from '../version.ts';

export interface NamedCertificateOptions {
  readonly config: Pick<Config, 'acme' | 'host'> & { readonly publicUrl: string };
  readonly dataDir: string;
  /** The server's key, PEM: the certificate is for this one, so that the server stays who it is (decision 014). */
  readonly key: string;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
  /** Gets words for the host. */
  readonly onNews: (text: string) => void;
  /** PEM; replaces the usual authorities, by which the https of the directory is checked. */
  readonly trusted?: readonly string[];
  /** Node's timers unless given. */
  readonly after?: typeof timers.after;
}

/** What looks after the certificate for the name of ROOMTONE_PUBLIC_URL. */
export interface PreparedCertificate extends NamedCertificate {
  readonly state: ManagedCertificateState;
  /** Call it once the server listens; resolves when the first look is over. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws if the key of the account at the authority cannot be read. */
export async function prepareNamedCertificate(options: NamedCertificateOptions): Promise<PreparedCertificate> {
  const { config, dataDir, key, clock, log, onNews, trusted, after = timers.after } = options;
  const { directoryUrl, email, httpPort } = config.acme;
  // Certificates have no final dot.
  const name = new URL(config.publicUrl).hostname.replace(/\.$/, '');
  const challenges = new ChallengeAnswers({ host: config.host, port: httpPort, log });
  const accountKey = await loadAccountKey(dataDir);
  const userAgent = `Roomtone/${version()}`;
  const say = (state: ManagedCertificateState) => onNews(certificateText(state, { name, directoryUrl }));
  let served: { readonly chain: string; readonly context: SecureContext } | undefined;
  const certificate = new ManagedCertificate({
    name,
    authority: await createAcmeAuthority({ directoryUrl, accountKey, email, name, key, userAgent, trusted }),
    store: createAcmeFiles(dataDir, { name, key, directoryUrl }),
    clock,
    after,
    show: (answer) => challenges.show(answer),
    log,
    onChange: say,
  });
  return {
    challenges,
    contextFor(asked) {
      const chain = certificate.state.current?.chain;
      if (chain === undefined || asked.toLowerCase() !== name) return undefined;
      if (served?.chain !== chain)
        served = { chain, context: createSecureContext({ cert: chain, key, minVersion: 'TLSv1.2' }) };
      return served.context;
    },
    get isIssued() {
      return certificate.state.current !== undefined;
    },
    get state() {
      return certificate.state;
    },
    start() {
      say(certificate.state);
      return certificate.start();
    },
    stop: () => certificate.stop(),
  };
}

/** The state of the certificate for the server's name, in words for the host. */
function certificateText(
  { current, lastFailure }: ManagedCertificateState,
  { name, directoryUrl }: { readonly name: string; readonly directoryUrl: string },
): string {
  const authority = new URL(directoryUrl).host;
  if (lastFailure === undefined) {
    return current === undefined
      ? `There is no certificate for ${name} yet, so browsers warn. The server is asking ${authority} for one.`
      : `Certificate for ${name}: valid until ${dateOf(current.notAfterMs)}.`;
  }
  const { problem, reason, nextMs } = lastFailure;
  const what =
    current === undefined
      ? `There is no certificate for ${name} yet, so browsers warn: ${authority} issued none.`
      : `The certificate for ${name} could not be renewed. It stays in use, and is valid until ${dateOf(current.notAfterMs)}.`;
  return [
    what,
    `Reason: ${reason}`,
    ...(problem === 'challengeFailed'
      ? [
          `What helps: port 443 (or port 80) of ${name} has to lead to the port of this server, from anywhere on the internet.`,
        ]
      : []),
    `Next attempt: ${timeOf(nextMs)}.`,
  ].join('\n');
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
