import { clientTo, dialTcp } from '../page-fetcher/connect.ts';
import { isOnOwnNetwork } from '../page-fetcher/public-address.ts';
import { createSystemResolver } from '../page-fetcher/resolve.ts';
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
  const { url } = target;
  const client = await clientTo(target, network, signal);
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
