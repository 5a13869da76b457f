import { Stripe } from 'stripe';
import { UnknownCustomer } from '../../ports/payments.ts';

export interface StripeClientOptions {
  readonly secretKey: string;
  /** Where Stripe's API is, without a path; undefined for Stripe itself. */
  readonly apiBase: string | undefined;
  /** How often a request that found no answer is sent again. */
  readonly maxNetworkRetries: number;
}

/** The official client. Making it asks nothing of the network. */
export function createStripeClient({ secretKey, apiBase, maxNetworkRetries }: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
    ...(apiBase === undefined ? {} : apiAddress(apiBase)),
    maxNetworkRetries,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Roomtone' },
  });
}

/** Stripe refused or could not be asked. Says what a host needs to find it in Stripe's logs, and nothing of the user. */
export class StripeFailed extends Error {
  override readonly name = 'StripeFailed';
}

/**
 * Waits for Stripe's answer. Its own errors carry what was sent, which must reach no log.
 * @throws {UnknownCustomer} when that is why it was refused.
 * @throws {StripeFailed} for every other refusal.
 */
export async function answerOf<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (isMissing(error, 'customer')) throw new UnknownCustomer('Stripe does not know this customer.');
    const { type, code = 'none', statusCode = 'none', requestId = 'none' } = error;
    throw new StripeFailed(`Stripe: ${type}, code ${code}, status ${statusCode}, request ${requestId}`);
  }
}

/** The same, but undefined for what Stripe does not have. */
export async function answerIfThere<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    return isMissing(error) ? undefined : answerOf(Promise.reject(error));
  }
}

function isMissing(error: unknown, param?: string): boolean {
  const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
  return isRefusal && (param === undefined || error.param === param);
}

function apiAddress(apiBase: string): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? 'http' : 'https',
    // Node wants IPv6 addresses without the brackets they have in URLs.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  };
}
