import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Place } from './address.ts';

const waitMs = 5_000;

/** Asks as a browser asks before a page of another origin may call. It sends nothing secret, so the certificate does not matter. */
export function preflight({ host, port, isSecure }: Place, origin: string): Promise<string | undefined> {
  const request = isSecure ? secureRequest : plainRequest;
  return new Promise((resolve) => {
    const sent = request({
      ...{ host, port, method: 'OPTIONS', path: '/api/rooms', timeout: waitMs, rejectUnauthorized: false },
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    sent.once('response', (response) => {
      response.resume();
      const allowed = response.headers['access-control-allow-origin'];
      resolve(allowed);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(undefined));
    sent.end();
  });
}
