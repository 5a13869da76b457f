import type { KeyObject } from 'node:crypto';
import { shownText } from '@roomtone/protocol';
import { FlattenedSign, type JWK } from 'jose';
import { Agent, type Dispatcher, request } from 'undici';
import { serverLimits } from '../../domain/server-limits.ts';
import { IssueFailure } from '../../ports/certificate-authority.ts';

const { answerMs, answerBytes, reasonCharacters } = serverLimits.certificates;
const namespace = 'urn:ietf:params:acme:error:';
/** Authorities forget nonces, and some refuse good ones to see what happens. */
const nonceAttempts = 8;

export interface AcmeSessionOptions {
  readonly directoryUrl: string;
  /** EC P-256. */
  readonly accountKey: KeyObject;
  /** The public half of the account key. */
  readonly accountJwk: JWK;
  readonly userAgent: string;
  /** PEM; replaces the usual authorities, by which the directory's own https is checked. */
  readonly trusted?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

export interface AcmeAnswer {
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly text: string;
  /** The parsed body; empty if it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | undefined;
}

/** Signed requests to an ACME server (RFC 8555, section 6): nonces, account, errors. Made for one order, and closed after it. */
export class AcmeSession {
  readonly #options: AcmeSessionOptions;
  readonly #agent: Agent;
  #directory: AcmeAnswer['body'] = {};
  #nonce: string | undefined;
  #accountUrl: string | undefined;

  constructor(options: AcmeSessionOptions) {
    this.#options = options;
    const { trusted } = options;
    this.#agent = new Agent({
      maxResponseSize: answerBytes,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      connect: { timeout: answerMs, ...(trusted === undefined ? {} : { ca: [...trusted] }) },
    });
  }

  /** Reads the directory; resolves with the authority's clock, ms since 1970. @throws {IssueFailure} */
  async open(): Promise<number> {
    const { headers, body } = await this.#request('GET', this.#options.directoryUrl);
    this.#directory = body;
    return Date.parse(String(headers['date'] ?? ''));
  }

  /** Finds the account of the key, or makes one, and accepts the authority's terms for it. @throws {IssueFailure} */
  async signIn(email: string | undefined): Promise<void> {
    const { meta } = this.#directory as { meta?: { externalAccountRequired?: unknown } };
    if (meta?.externalAccountRequired === true) {
      throw new IssueFailure(
        'refused',
        'the authority wants an account that was made elsewhere, which is not supported',
      );
    }
    const contact = email === undefined ? [] : [`mailto:${email}`];
    const { headers, body } = await this.post(this.#url('newAccount'), { termsOfServiceAgreed: true, contact });
    this.#accountUrl = checkedUrl(headers['location']);
    const before = Array.isArray(body['contact']) ? body['contact'] : [];
    // An account that was there already keeps its old contact until it is told.
    if (email !== undefined && before.length > 0 && !before.includes(contact[0])) {
      await this.post(this.#accountUrl, { contact });
    }
  }

  /** Posts to an address of the directory. @throws {IssueFailure} */
  postTo(resource: string, payload: object): Promise<AcmeAnswer> {
    return this.post(this.#url(resource), payload);
  }

  /** @param payload undefined to read what is at the address. @throws {IssueFailure} */
  async post(url: string, payload?: object, accept?: string): Promise<AcmeAnswer> {
    for (let attempt = 1; ; attempt++) {
      const body = await this.#signed(url, payload);
      try {
        return await this.#request('POST', url, body, accept);
      } catch (error) {
        if (!(error instanceof BadNonce) || attempt >= nonceAttempts) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #signed(url: string, payload: object | undefined): Promise<string> {
    const nonce = this.#nonce ?? (await this.#newNonce());
    // Each is good for one request.
    this.#nonce = undefined;
    const { accountKey, accountJwk } = this.#options;
    const who = this.#accountUrl === undefined ? { jwk: accountJwk } : { kid: this.#accountUrl };
    const text = payload === undefined ? '' : JSON.stringify(payload);
    const jws = await new FlattenedSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'ES256', nonce, url, ...who })
      .sign(accountKey);
    return JSON.stringify(jws);
  }

  async #newNonce(): Promise<string> {
    await this.#request('HEAD', this.#url('newNonce'));
    if (this.#nonce === undefined) throw new IssueFailure('unreachable', 'the authority gave no nonce');
    return this.#nonce;
  }

  #url(resource: string): string {
    return checkedUrl(this.#directory[resource]);
  }

  async #request(method: 'GET' | 'HEAD' | 'POST', url: string, body?: string, accept?: string): Promise<AcmeAnswer> {
    const { userAgent, signal } = this.#options;
    let status: number;
    let headers: AcmeAnswer['headers'];
    let text: string;
    try {
      const response = await request(url, {
        method,
        dispatcher: this.#agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
        headers: {
          'user-agent': userAgent,
          ...(accept === undefined ? {} : { accept }),
          ...(body === undefined ? {} : { 'content-type': 'application/jose+json' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      status = response.statusCode;
      headers = response.headers;
      text = await response.body.text();
    } catch (cause) {
      throw unreachable(url, cause);
    }
    const nonce = headers['replay-nonce'];
    if (typeof nonce === 'string') this.#nonce = nonce;
    const answer = { headers, text, body: objectIn(text), retryAfterMs: retryAfterOf(headers) };
    if (status >= 200 && status < 300) return answer;
    throw failureOf(status, answer);
  }
}

/** The authority did not accept the nonce; its answer has a better one. */
class BadNonce extends IssueFailure {}

/** The authority's own text, as it may be logged and shown: one line of bounded length. */
export function reasonIn(problem: unknown): string {
  const { detail, type } = (problem ?? {}) as { detail?: unknown; type?: unknown };
  const text = typeof detail === 'string' ? detail : typeof type === 'string' ? type : '';
  return shownText(text, reasonCharacters) || 'the authority gives no reason';
}

function failureOf(status: number, { body, retryAfterMs }: AcmeAnswer): IssueFailure {
  const type = typeof body['type'] === 'string' ? body['type'].replace(namespace, '') : '';
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (type === 'badNonce') return new BadNonce('refused', 'the authority accepts no nonce');
  if (type === 'rateLimited' || status === 429) return new IssueFailure('rateLimited', reasonIn(body), wait);
  if (status >= 500) return new IssueFailure('unreachable', `the authority answers ${status}: ${reasonIn(body)}`, wait);
  return new IssueFailure('refused', `${reasonIn(body)} (${shownText(type, 60) || status})`, wait);
}

function unreachable(url: string, cause: unknown): IssueFailure {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const { host } = new URL(url);
  const isAboutTime = code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID';
  // The error of several addresses that were all tried has no message.
  const why = isAboutTime
    ? 'its certificate is not valid at the time of this computer: check the clock'
    : message || code || 'no answer';
  return new IssueFailure('unreachable', `${host} cannot be reached: ${shownText(why, reasonCharacters)}`, { cause });
}

function retryAfterOf(headers: AcmeAnswer['headers']): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // A date counts from the authority's clock, since this machine's may be wrong.
  const waitMs = Date.parse(text) - Date.parse(String(headers['date'] ?? ''));
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/** @throws {IssueFailure} unless it is an https address. */
export function checkedUrl(value: unknown): string {
  if (typeof value === 'string' && URL.parse(value)?.protocol === 'https:') return value;
  throw new IssueFailure('unreachable', 'the authority does not answer as an ACME server does');
}

function objectIn(text: string): AcmeAnswer['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as AcmeAnswer['body']) : {};
  } catch {
    return {};
  }
}
