import type { FastifyBaseLogger } from 'fastify';

/** Anybody may make up names: so many are logged. */
const maxWarnings = 10;

/** Says in the log, once for each, by which names the server is used that it does not know. */
export interface AddressWarnings {
  foreignHost(host: string): void;
  foreignOrigin(origin: string): void;
}

export function createAddressWarnings(log: Pick<FastifyBaseLogger, 'warn'>): AddressWarnings {
  const warned = new Set<string>();
  const warn = (what: { readonly host: string } | { readonly origin: string }, text: string) => {
    const key = JSON.stringify(what);
    if (warned.has(key) || warned.size >= maxWarnings) return;
    warned.add(key);
    log.warn(what, text);
  };
  return {
    foreignHost: (host) =>
      warn(
        { host },
        'requests to a name that is not one of the server’s are refused: if it leads here, set ROOMTONE_PUBLIC_URL',
      ),
    foreignOrigin: (origin) =>
      warn(
        { origin },
        'a page of an origin that is not the server’s is refused: if a proxy leads from there to here, set ROOMTONE_PUBLIC_URL',
      ),
  };
}
