import { validationError } from '@roomtone/protocol';
import type { FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../../config/config.ts';

/** `{base_url}`: as configured, else the address that the client used. */
export function baseUrlOf(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  if (!isHost(request.host)) throw validationError([{ field: 'Host', issue: 'is not a host' }]);
  // X-Forwarded-Proto can hold anything.
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  return `${scheme}://${request.host}`;
}

/**
 * The address by which a client reaches this server: `{base_url}`, or the other name of the server by which the client came,
 * because a router may not lead its own network to the public name. Only for hosts that have passed the host check.
 */
export function reachedUrlOf(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): string {
  const { publicUrl } = config;
  if (publicUrl === undefined) return baseUrlOf(request, config);
  const { origin } = request.headers;
  const page = origin === undefined ? null : URL.parse(origin);
  // A page knows better than an untrusted proxy if it came by https.
  if (page !== null && page.host === request.host.toLowerCase()) {
    return page.host === new URL(publicUrl).host ? publicUrl : page.origin;
  }
  if (origin === new URL(publicUrl).origin || isAddressOfProxy(request)) return publicUrl;
  return request.hostname === new URL(publicUrl).hostname ? publicUrl : baseUrlOf(request, { publicUrl: undefined });
}

/** True if the host is probably the address at which a proxy reaches this server, and not the one that its client used. */
function isAddressOfProxy({ hostname, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-host'] !== undefined) return false;
  return isLoopback(hostname) || headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

/** The WebSocket form of an http(s) address. */
export function webSocketUrl(baseUrl: string): string {
  return baseUrl.replace(/^http/, 'ws');
}

/** True for a host with an optional port, without any character that has a meaning in a header or a page. */
export function isHost(text: string | undefined): text is string {
  return text !== undefined && /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text);
}

/**
 * Checks if a page from `origin` may open a WebSocket here (S2.9): pages of this server, of the desktop app, and of the
 * origins that the host has allowed. Programs send no Origin and always may.
 */
export function createOriginCheck(
  config: Pick<Config, 'allowedOrigins' | 'publicUrl'>,
): (origin: string | undefined, host: string | undefined) => boolean {
  const allowed = new Set(['app://roomtone', ...config.allowedOrigins]);
  if (config.publicUrl !== undefined) allowed.add(new URL(config.publicUrl).origin);
  return (origin, host) => {
    if (origin === undefined) return true;
    if (allowed.has(origin.toLowerCase())) return true;
    const url = URL.parse(origin);
    return url !== null && ['http:', 'https:'].includes(url.protocol) && url.host === host?.toLowerCase();
  };
}
