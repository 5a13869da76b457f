import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Site } from '../../ports/passkeys.ts';
import { baseUrlOf } from './addresses.ts';

/** Where a page of this server runs; undefined where browsers know no passkeys: over plain http, and at an IP address. */
export function siteOf(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): Site | undefined {
  const { protocol, hostname, origin } = new URL(baseUrlOf(request, config));
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? { origin, host: hostname } : undefined;
}
