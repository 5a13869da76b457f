import { isIP } from 'node:net';
import { scrapeLimits } from '@roomtone/protocol/rest';
import { addressNotPublic, malformedAddress } from './failures.ts';
import { isPublicAddress } from './public-address.ts';

/** An address that is allowed, as far as is known before its name is resolved. */
export interface Target {
  readonly url: URL;
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** True if it is on the allow-list and may be private. */
  readonly allowed: boolean;
}

const webPorts = [80, 443];

// Control characters and backslashes: URL parsers treat them differently, and no address needs them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const ambiguous = /[\u0000-\u001f\u007f\\]/;

/**
 * Parses the address of a page or of a redirect. Odd spellings of an IP address (decimal, octal, hex, short, full-width)
 * need no special care: the URL parser turns each into the plain form, which is then checked and connected to.
 * @param allowHosts exact `host:port` entries that may be private. They allow only addresses spelt like the entry.
 * @throws {RoomtoneError} VALIDATION_ERROR on `url`.
 */
export function parseTarget(text: string, allowHosts: ReadonlySet<string>): Target {
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined || ambiguous.test(text) || text.length > scrapeLimits.url) throw malformedAddress();
  const url = URL.parse(text);
  if (url === null) throw malformedAddress();
  // Includes an empty user name, as in http://@host/, which can only mislead.
  if (authority.includes('@')) throw addressNotPublic();
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isHost(host)) throw malformedAddress();
  const port = portOf(url);
  const entry = `${url.hostname}:${port}`;
  const allowed = allowHosts.has(entry) && [url.host, entry].includes(authority.toLowerCase());
  if (!allowed && !mayBePublic(host, port)) throw addressNotPublic();
  return { url, host, port, allowed };
}

/** Brings allow-list entries into the form that `parseTarget` compares. */
export function parseAllowList(entries: readonly string[]): ReadonlySet<string> {
  const known = entries.map((entry) => {
    const url = URL.parse(`http://${entry}`);
    return url === null ? '' : `${url.hostname}:${portOf(url)}`;
  });
  return new Set(known);
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function isHost(host: string): boolean {
  return isIP(host) !== 0 || (host.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host));
}

/** Names are checked again when all their addresses are known. */
function mayBePublic(host: string, port: number): boolean {
  if (!webPorts.includes(port)) return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  // RFC 6761: these names always mean this machine, regardless of the resolver.
  return host !== 'localhost' && !host.endsWith('.localhost');
}
