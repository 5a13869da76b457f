import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import { serverLimits } from '../../domain/server-limits.ts';
import {
  type CertificateAuthority,
  type CertificateOrder,
  type ChallengeAnswer,
  type ChallengeKind,
  type IssuedCertificate,
  IssueFailure,
} from '../../ports/certificate-authority.ts';
import { type AcmeAnswer, AcmeSession, checkedUrl, reasonIn } from './acme-session.ts';
import { createCertificateRequest, createChallengeCertificate } from './certificate-requests.ts';
import { issuedCertificate } from './issued-certificate.ts';

const { orderMs } = serverLimits.certificates;
/** Between two questions whether the authority is done: it doubles, unless the authority says when to ask again. */
const pollMs = { first: 250, longest: 5_000 };

export interface AcmeAuthorityOptions {
  readonly directoryUrl: string;
  /** EC P-256. */
  readonly accountKey: KeyObject;
  /** For the authority's own mails. */
  readonly email: string | undefined;
  /** The certificate is for this name. */
  readonly name: string;
  /** And for this key, PEM. */
  readonly key: string;
  readonly userAgent: string;
  /** PEM; replaces the usual authorities. */
  readonly trusted?: readonly string[] | undefined;
}

/** An authority that speaks ACME (RFC 8555). Using it accepts its terms. */
export async function createAcmeAuthority(options: AcmeAuthorityOptions): Promise<CertificateAuthority> {
  const accountJwk = await exportJWK(createPublicKey(options.accountKey));
  const session = (signal: AbortSignal) => new AcmeSession({ ...options, accountJwk, signal });
  return {
    async nowMs(signal) {
      const acme = session(signal);
      try {
        return await acme.open();
      } finally {
        await acme.close();
      }
    },
    async issue(order) {
      const timeout = AbortSignal.timeout(orderMs);
      const signal = AbortSignal.any([order.signal, timeout]);
      const acme = session(signal);
      try {
        return await place({ ...order, signal }, options, accountJwk, acme);
      } catch (error) {
        if (!timeout.aborted || error instanceof IssueFailure) throw error;
        throw new IssueFailure('unreachable', 'the authority took too long', { cause: error });
      } finally {
        await acme.close();
      }
    },
  };
}

async function place(
  order: CertificateOrder,
  { name, key, email }: AcmeAuthorityOptions,
  accountJwk: JWK,
  acme: AcmeSession,
): Promise<IssuedCertificate> {
  await acme.open();
  await acme.signIn(email);
  const made = await acme.postTo('newOrder', { identifiers: [{ type: 'dns', value: name }] });
  const orderUrl = checkedUrl(made.headers['location']);
  const authorizations = Array.isArray(made.body['authorizations']) ? made.body['authorizations'] : [];
  for (const url of authorizations) await authorize(checkedUrl(url), { order, name, accountJwk, acme });
  const csr = createCertificateRequest(key, name);
  await acme.post(checkedUrl(made.body['finalize']), { csr: csr.toString('base64url') });
  const { body } = await settled(orderUrl, order.signal, acme);
  if (body['status'] !== 'valid') throw new IssueFailure('refused', reasonIn(body['error']));
  const { text } = await acme.post(checkedUrl(body['certificate']), undefined, 'application/pem-certificate-chain');
  const issued = issuedCertificate(text, { name, key });
  if (issued === undefined)
    throw new IssueFailure('unusable', 'what the authority sent is no certificate for this name');
  return issued;
}

interface Authorization {
  readonly order: CertificateOrder;
  readonly name: string;
  readonly accountJwk: JWK;
  readonly acme: AcmeSession;
}

/** Has the authority check that the name leads here, unless it has checked it lately. */
async function authorize(url: string, { order, name, accountJwk, acme }: Authorization): Promise<void> {
  const { body } = await acme.post(url);
  if (body['status'] === 'valid') return;
  const { challenge: kind, show, signal } = order;
  const challenge = challengesIn(body).find(({ type }) => type === kind);
  if (challenge === undefined) throw new IssueFailure('challengeFailed', `the authority does not offer ${kind}`);
  const { token } = challenge;
  if (typeof token !== 'string' || !/^[\w-]{1,256}$/.test(token)) {
    throw new IssueFailure('unreachable', 'the authority does not answer as an ACME server does');
  }
  const content = `${token}.${await calculateJwkThumbprint(accountJwk, 'sha256')}`;
  const hide = await show(answerTo(kind, { name, token, content }));
  try {
    await acme.post(checkedUrl(challenge.url), {});
    const { body: checked } = await settled(url, signal, acme);
    if (checked['status'] === 'valid') return;
    const failed = challengesIn(checked).find(({ error }) => error !== undefined);
    throw new IssueFailure('challengeFailed', `${kind}: ${reasonIn(failed?.error)}`);
  } finally {
    hide();
  }
}

function answerTo(
  kind: ChallengeKind,
  { name, token, content }: { readonly name: string; readonly token: string; readonly content: string },
): ChallengeAnswer {
  if (kind === 'http-01') return { kind, token, content };
  return { kind, name, ...createChallengeCertificate(name, content) };
}

/** Asks until something has come of an order or authorization. */
async function settled(url: string, signal: AbortSignal, acme: AcmeSession): Promise<AcmeAnswer> {
  for (let pauseMs = pollMs.first; ; pauseMs = Math.min(pauseMs * 2, pollMs.longest)) {
    const answer = await acme.post(url);
    const { status } = answer.body;
    if (status !== 'pending' && status !== 'processing') return answer;
    await delay(Math.min(answer.retryAfterMs ?? pauseMs, pollMs.longest), undefined, { signal });
  }
}

interface Challenge {
  readonly type?: unknown;
  readonly url?: unknown;
  readonly token?: unknown;
  readonly error?: unknown;
}

function challengesIn(body: AcmeAnswer['body']): readonly Challenge[] {
  const { challenges } = body;
  return Array.isArray(challenges) ? challenges.filter((each) => typeof each === 'object' && each !== null) : [];
}
