import type { Timers } from '../environment.ts';
import type { Exchange } from './exchange.ts';
import type { OpenSocket } from './socket.ts';
import { wrongKeyCode } from './wrong-key.ts';

/** Resolves if the server that is meant answers at an origin; rejects otherwise. Sends it nothing secret. */
export type Probe = (origin: string, signal: AbortSignal) => Promise<unknown>;

/**
 * After this long the next address is tried beside those before (RFC 8305, 5), and for so long an address of the local network
 * may still win over a public one that has answered.
 */
const staggerMs = 250;
const probeMs = 5_000;

/**
 * Finds the address at which a server answers (happy eyeballs, RFC 8305): tries them one after another without waiting for
 * an answer, those of the local network first, and aborts the others once one has answered.
 * @throws the failure that says most: another key only if every address has one.
 */
export function firstToAnswer(
  origins: readonly string[],
  probe: Probe,
  timers: Pick<Timers, 'setTimeout' | 'clearTimeout'>,
): Promise<string> {
  const waiting = [...origins].sort((one, other) => Number(isLocal(other)) - Number(isLocal(one)));
  const stop = new AbortController();
  const failures: unknown[] = [];
  let localsUnderWay = 0;
  let answered: string | undefined;
  let timer: unknown;
  return new Promise<string>((resolve, reject) => {
    const goOnLater = () => {
      timers.clearTimeout(timer);
      timer = timers.setTimeout(goOn, staggerMs);
    };
    const goOn = () => {
      const origin = answered === undefined ? waiting.shift() : undefined;
      if (answered !== undefined) resolve(answered);
      if (origin === undefined) return;
      const local = Number(isLocal(origin));
      localsUnderWay += local;
      goOnLater();
      probe(origin, stop.signal).then(
        () => {
          if (local > 0 || localsUnderWay === 0) return resolve(origin);
          answered ??= origin;
          goOnLater();
        },
        (error: unknown) => {
          failures.push(error);
          localsUnderWay -= local;
          if (failures.length === origins.length) reject(failures.find((failure) => !isWrongKey(failure)) ?? error);
          else if (answered === undefined || localsUnderWay === 0) goOn();
        },
      );
    };
    goOn();
  }).finally(() => {
    timers.clearTimeout(timer);
    stop.abort();
  });
}

export interface Transport {
  readonly exchange: Exchange;
  readonly openSocket: OpenSocket;
}

/**
 * A transport to the first of a server's addresses that reaches the one that answers now. It keeps to that address until a
 * request fails or a socket ends: then the network may be another, and it looks again.
 * @param origins the first one is that of all requests.
 */
export function overAddresses(
  origins: readonly string[],
  probe: Probe,
  { exchange, openSocket }: Transport,
  timers: Timers,
): Transport {
  let chosen: Promise<string> | undefined;
  const forget = () => {
    chosen = undefined;
  };
  return {
    exchange: async (request) => {
      chosen ??= firstToAnswer(origins, probe, timers);
      try {
        const url = (await chosen) + request.url.slice(origins[0]?.length);
        return await exchange({ ...request, url });
      } catch (error) {
        forget();
        throw error;
      }
    },
    // The server names the address that its ticket was asked at.
    openSocket: (url, handlers) =>
      openSocket(url, {
        ...handlers,
        closed: (code) => {
          forget();
          handlers.closed(code);
        },
      }),
  };
}

/** Asks the server who it is. @param fingerprint what it has to say, if that is known. */
export function askServer(exchange: Exchange, fingerprint: string | undefined): Probe {
  return async (origin, signal) => {
    const url = `${origin}/api/server`;
    const { text } = await exchange({ method: 'GET', url, headers: {}, body: undefined, timeoutMs: probeMs, signal });
    const { data } = JSON.parse(text) as { data: { fingerprint: string } };
    if ((fingerprint ?? data.fingerprint) !== data.fingerprint) throw new Error('another server');
  };
}

/** True for an address that leads nowhere outside its own network. */
function isLocal(origin: string): boolean {
  return /^\w+:..(1(0|27|69\.254|92\.168|72\.(1[6-9]|2\d|3[01]))\.|localhost\b|[^/:]+\.local\b|\[(::1\]|f))/.test(
    origin,
  );
}

function isWrongKey(error: unknown): boolean {
  return (error as { code?: unknown }).code === wrongKeyCode;
}
