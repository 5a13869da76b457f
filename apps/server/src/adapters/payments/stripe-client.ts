import { Stripe } from 'stripe';
import { UnknownCustomer } from '../../ports/payments.ts';

export interface StripeClientOptions {
  readonly secretKey: string;
  /** Base address of another API server, without a path; undefined for Stripe itself. */
  readonly apiBase: string | undefined;
  /** Number of times that a request without an answer is repeated. */
  readonly maxNetworkRetries: number;
}

/** Creates the official client, without any request. */
export function createStripeClient({ secretKey, apiBase, maxNetworkRetries }: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
    ...(apiBase === undefined ? {} : apiAddress(apiBase)),
    maxNetworkRetries,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Roomtone' },
  });
}

/** A refusal by Stripe, or no answer. Holds what a host needs to find it in Stripe's logs, and nothing about the user. */
export class StripeFailed extends Error {
  override readonly name = 'StripeFailed';
}

/**
 * Waits for Stripe's answer and replaces Stripe's errors, which contain the request and must not be logged.
 * @throws {UnknownCustomer} if Stripe does not know the customer.
 * @throws {StripeFailed} for every other failure.
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

/** Like answerOf(), but undefined if Stripe does not have the object. */
export async function answerIfFound<T>(request: Promise<T>): Promise<T | undefined> {
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
    // Node expects IPv6 addresses without the brackets used in URLs.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  };
}
