import { validationError } from '@roomtone/protocol';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/** `{base_url}`: as configured, else as the client addressed us. */
export function baseUrlOf(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  if (!isHost(request.host)) throw validationError([{ field: 'Host', issue: 'is not a host' }]);
  // A proxy can say anything.
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  return `${scheme}://${request.host}`;
}

/** The WebSocket form of an http(s) address. */
export function webSocketUrl(baseUrl: string): string {
  return baseUrl.replace(/^http/, 'ws');
}

/** Whether a Host header holds a host and perhaps a port, and nothing that could mean more in a header or a page. */
export function isHost(text: string | undefined): text is string {
  return text !== undefined && /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text);
}

/**
 * Whether a page from `origin` may open a WebSocket here (S2.9): pages of this server, of the desktop app, and of
 * the origins the host has allowed. Programs send no Origin and are not held to it.
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
