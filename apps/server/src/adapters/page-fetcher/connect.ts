import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { addressesOf, type Resolve } from './resolve.ts';
import type { Target } from './target.ts';

interface Endpoint {
  /** A name or an IP address. */
  readonly host: string;
  readonly port: number;
  /** The checked addresses of the host; connections go to these only. */
  readonly addresses: readonly string[];
}

/** Starts a TCP connection to one of the endpoint's addresses; an abort destroys the socket, even when connected. */
export type Dial = (endpoint: Endpoint, signal: AbortSignal) => Socket;

export const dialTcp: Dial = ({ host, port, addresses }, signal) =>
  connect({ host, port, signal, lookup: answering(addresses), autoSelectFamily: true, noDelay: true });

/** Replaces a second DNS lookup by the answer of the first. */
function answering(addresses: readonly string[]): LookupFunction {
  return (_name, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first = { address: '', family: 0 }] = found;
    if (options.all === true) done(null, found);
    else done(null, first.address, first.family);
  };
}

interface ConnectorOptions {
  readonly endpoint: Endpoint;
  readonly dial: Dial;
  readonly signal: AbortSignal;
  /** PEM; replaces the usual authorities. */
  readonly certificateAuthorities?: readonly string[];
}

/**
 * undici's connect step: TCP to a checked address, with TLS on top of it for https. The requested host name is what the
 * certificate must match and what is sent as SNI.
 */
function createConnector({ endpoint, dial, signal, certificateAuthorities }: ConnectorOptions) {
  const secure = buildConnector({
    allowH2: false,
    maxCachedSessions: 0,
    timeout: 0,
    ...(certificateAuthorities === undefined ? {} : { ca: [...certificateAuthorities] }),
  });
  const connector: buildConnector.connector = (options, callback) => {
    const socket = dial(endpoint, signal);
    let connected = false;
    // Stays attached after the socket is handed over: without a listener, the error of an abort would end the process.
    socket.on('error', (error) => {
      if (!connected) callback(error, null);
    });
    socket.once('connect', () => {
      connected = true;
      if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
  return connector;
}

export interface Network {
  readonly resolve: Resolve;
  /** True for an address in one of this machine's own networks. */
  readonly isOwn: (address: string) => boolean;
  readonly dial: Dial;
  readonly certificateAuthorities?: readonly string[];
}

/**
 * Opens a connection to an address that was checked, and that no other request uses: the next DNS answer may differ.
 * @throws {RoomtoneError} for an address that is not public.
 */
export async function clientTo(target: Target, network: Network, signal: AbortSignal): Promise<Client> {
  const { url, host, port } = target;
  const addresses = await addressesOf(target, network, signal);
  return new Client(url.origin, {
    connect: createConnector({ ...network, endpoint: { host, port, addresses }, signal }),
    allowH2: false,
    // The signal sets the time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
