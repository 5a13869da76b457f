import type { Timers } from '../environment.ts';
import type { Exchange } from './exchange.ts';
import { wrongKey, wrongKeyCode } from './pinned.ts';
import type { OpenSocket } from './socket.ts';

/** Resolves if the server that is meant answers at an origin; rejects otherwise. Sends it nothing secret. */
export type Probe = (origin: string, signal: AbortSignal) => Promise<unknown>;

/** After this long the next address is tried beside those before (RFC 8305, 5). */
const staggerMs = 250;
/** How long an address of the local network may still win over a public one that has answered. */
const graceMs = 250;
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
  const ordered = [...origins].sort((one, other) => Number(isLocal(other)) - Number(isLocal(one)));
  const stop = new AbortController();
  const failures: unknown[] = [];
  let [begun, localsUnderWay] = [0, 0];
  let answered: string | undefined;
  let timer: unknown;
  return new Promise<string>((resolve, reject) => {
    const wait = (ms: number, run: () => void) => {
      timers.clearTimeout(timer);
      timer = timers.setTimeout(run, ms);
    };
    const next = () => {
      timers.clearTimeout(timer);
      const origin = ordered[begun++];
      if (origin === undefined || answered !== undefined) return;
      const isLocalOne = isLocal(origin);
      if (isLocalOne) localsUnderWay++;
      if (begun < ordered.length) wait(staggerMs, next);
      probe(origin, stop.signal).then(
        () => {
          if (isLocalOne || localsUnderWay === 0) return resolve(origin);
          answered ??= origin;
          wait(graceMs, () => resolve(answered ?? origin));
        },
        (error: unknown) => {
          failures.push(error);
          if (isLocalOne) localsUnderWay--;
          if (answered === undefined) next();
          else if (localsUnderWay === 0) resolve(answered);
          if (failures.length === ordered.length) reject(failures.find((failure) => !isWrongKey(failure)) ?? error);
        },
      );
    };
    next();
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
    if (fingerprint !== undefined && data.fingerprint !== fingerprint) throw wrongKey();
  };
}

/** True for an address that leads nowhere outside its own network. */
function isLocal(origin: string): boolean {
  return /^https?:\/\/(10\.|127\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|localhost\b|[^/:]+\.local\b|\[(::1|f[cd]|fe[89ab]))/.test(
    origin,
  );
}

function isWrongKey(error: unknown): boolean {
  return (error as { code?: unknown }).code === wrongKeyCode;
}
