import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { RoomtoneError } from '@roomtone/protocol';
import type { onRequestHookHandler } from 'fastify';
import { isLocalAddress } from '../../application/address-block.ts';
import type { Log } from '../../ports/log.ts';
import { bearerToken } from './authentication.ts';
import type { ForwardedRequest } from './forwarded-request.ts';

export interface MonitoringAccessDeps {
  /** ROOMTONE_METRICS_TOKEN. */
  readonly token: string | undefined;
  readonly isProxy: (address: string) => boolean;
  readonly readForwarded: (request: IncomingMessage) => ForwardedRequest;
  readonly proxies: Pick<UndeclaredProxies, 'has'>;
}

/**
 * Notices proxies that the host has not declared, by what one request through them shows: others may show nothing, and everybody
 * has the proxy's address.
 */
export class UndeclaredProxies {
  readonly #isProxy: (address: string) => boolean;
  readonly #log: Pick<Log, 'warn'>;
  readonly #addresses = new Set<string>();
  /** The host by which the internet knows the server; other public ones are refused anyway. */
  readonly #publicHost: string | undefined;

  constructor(isProxy: (address: string) => boolean, publicUrl: string | undefined, log: Pick<Log, 'warn'>) {
    this.#isProxy = isProxy;
    this.#log = log;
    const host = publicUrl === undefined ? undefined : new URL(publicUrl).host;
    this.#publicHost = isPublicHost(host) ? host : undefined;
  }

  has(address: string): boolean {
    return this.#addresses.has(address);
  }

  /** Looks at a request of anybody. */
  notice(request: IncomingMessage): void {
    const peer = request.socket.remoteAddress ?? '';
    if (this.#addresses.has(peer) || this.#isProxy(peer) || !isLocalAddress(peer)) return;
    const { headers } = request;
    const isShown = headers.host !== undefined && headers.host === this.#publicHost;
    if (!isShown && !proxyHeaders.some((name) => name in headers)) return;
    if (this.#addresses.size === 0) {
      this.#log.warn(
        { address: peer },
        'requests seem to come through a proxy that ROOMTONE_TRUST_PROXY does not name: all its clients share limits, and metrics are refused',
      );
    }
    if (this.#addresses.size < mostProxies) this.#addresses.add(peer);
  }
}

const mostProxies = 64;

function isForwarded({ headers }: IncomingMessage): boolean {
  return proxyHeaders.some((name) => name in headers) || isPublicHost(headers.host);
}

/** Names that the internet's DNS does not have. */
const localNames = /\.(local|localhost|lan|home|internal|test|home\.arpa)$/i;
/** Proxies add these. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * A hook for addresses that show how the server is doing (S21.7): with a token set, requests need it as their Bearer token;
 * otherwise they have to come from this machine or a private network.
 */
export function createMonitoringAccess({
  token,
  isProxy,
  readForwarded,
  proxies,
}: MonitoringAccessDeps): onRequestHookHandler {
  /** Behind a proxy that is not trusted or does not know its client, everybody has the proxy's address. */
  const isLocal = (request: IncomingMessage) => {
    const { address, isNamed } = readForwarded(request);
    const peer = request.socket.remoteAddress ?? '';
    const isHidden = isProxy(peer) ? !isNamed : proxies.has(peer) || isForwarded(request);
    return !isHidden && isLocalAddress(address);
  };
  return (request, _reply, done) => {
    if (token === undefined) {
      if (!isLocal(request.raw)) throw notFromHere();
    } else if (!isSame(bearerToken(request), token)) throw monitoringTokenNeeded();
    done();
  };
}

/** True for a name or address of the internet: a monitor in this network asks at the machine's own name or address. */
function isPublicHost(host: string | undefined): boolean {
  const name = URL.parse(`http://${host ?? ''}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (isIP(name) !== 0) return !isLocalAddress(name);
  return name.includes('.') && !localNames.test(name);
}

function isSame(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

function monitoringTokenNeeded(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This needs the token that the host has set for metrics.');
}

function notFromHere(): RoomtoneError {
  return new RoomtoneError(
    'AUTHORIZATION_ERROR',
    'Only private networks may ask for this, unless the host sets a token.',
    {
      required: [],
      reason: 'address',
    },
  );
}
