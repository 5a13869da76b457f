import { validationError } from '@roomtone/protocol';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/** `{base_url}`: as configured, else the address that the client used. */
export function baseUrlOf(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  if (!isHost(request.host)) throw validationError([{ field: 'Host', issue: 'is not a host' }]);
  // X-Forwarded-Proto can hold anything.
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  return `${scheme}://${request.host}`;
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
