import { Client } from 'undici';
import { createConnector, dialTcp } from '../page-fetcher/connect.ts';
import { isOnOwnNetwork } from '../page-fetcher/public-address.ts';
import { addressesOf, createSystemResolver } from '../page-fetcher/resolve.ts';
import type { Target } from '../page-fetcher/target.ts';

const network = { resolve: createSystemResolver(), isOwn: (address: string) => isOnOwnNetwork(address), dial: dialTcp };

/**
 * Makes one request on a new connection, and reads nothing of the answer but its status. No redirect is followed.
 * @throws an error of the network, or a RoomtoneError for an address that is not public.
 */
export async function post(
  target: Target,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const { url, host, port } = target;
  const addresses = await addressesOf(target, network, signal);
  const client = new Client(url.origin, {
    connect: createConnector({ ...network, endpoint: { host, port, addresses }, signal }),
    allowH2: false,
    // The signal sets the time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const path = `${url.pathname}${url.search}`;
    const response = await client.request({ method: 'POST', path, headers, body, signal, reset: true });
    // An abandoned body must not emit an unhandled error.
    response.body.on('error', () => {});
    return response.statusCode;
  } finally {
    void client.destroy();
  }
}
