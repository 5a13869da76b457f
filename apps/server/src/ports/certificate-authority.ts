/** How an authority makes sure that a name leads to this server (RFC 8555, section 8; RFC 8737). */
export type ChallengeKind = 'tls-alpn-01' | 'http-01';

/** The answers that the authority looks for while it checks. */
export type ChallengeAnswer =
  | {
      readonly kind: 'tls-alpn-01';
      readonly name: string;
      /** PEM; for connections that speak `acme-tls/1`, and no other. */
      readonly cert: string;
      readonly key: string;
    }
  | {
      readonly kind: 'http-01';
      /** The last part of the path that is asked for. */
      readonly token: string;
      readonly content: string;
    };

/** A certificate for a name, signed by an authority. */
export interface IssuedCertificate {
  /** PEM: the certificate, then those that lead to the authority. */
  readonly chain: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** Why there is no certificate. */
export type IssueProblem =
  /** The authority does not answer, or not as an ACME server does. */
  | 'unreachable'
  /** The authority did not find this server under the name. */
  | 'challengeFailed'
  /** The authority wants to be asked less often. */
  | 'rateLimited'
  /** The authority has another reason, which its own words give. */
  | 'refused'
  /** The answer is not a certificate for this name and key. */
  | 'unusable'
  /** Something failed on this machine, such as a full disk. */
  | 'local';

export class IssueFailure extends Error {
  override readonly name = 'IssueFailure';
  readonly problem: IssueProblem;
  /** The time for which the authority does not want to be asked again, ms. */
  readonly retryAfterMs: number | undefined;

  constructor(problem: IssueProblem, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.problem = problem;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export interface CertificateOrder {
  readonly challenge: ChallengeKind;
  /** Answers the challenge from now on, until the returned function is called. */
  readonly show: (answer: ChallengeAnswer) => Promise<() => void>;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
}

/** An authority that signs certificates for this server's name and key. */
export interface CertificateAuthority {
  /** The authority's clock, ms since 1970. @throws {IssueFailure} */
  nowMs(signal: AbortSignal): Promise<number>;
  /** @throws {IssueFailure} */
  issue(order: CertificateOrder): Promise<IssuedCertificate>;
}

interface StoredCertificate {
  readonly certificate: IssuedCertificate;
  /** True if another authority has issued it, such as one for tests: it serves until there is one from this authority. */
  readonly isForeign: boolean;
}

/** Keeps the certificate from one start to the next. */
export interface CertificateStore {
  /** The stored certificate, if it is for this server's name and key; undefined without one. */
  read(): StoredCertificate | undefined;
  /** Replaces it by one of this authority, in one step. */
  write(certificate: IssuedCertificate): Promise<void>;
  /** Until when the authority does not want to be asked, wall clock; undefined if it did not say so. */
  readWait(): number | undefined;
  writeWait(untilMs: number | undefined): Promise<void>;
}
