import { isFingerprint } from './fingerprint.ts';
import { limits } from './limits.ts';
import { shownText } from './text.ts';

/**
 * What a server says of itself on the local network, by DNS-SD over multicast DNS (RFC 6763, RFC 6762). A hint and no
 * more: anybody on the network can say anything. Links and QR codes are what one goes by.
 */
export interface Announcement {
  /** What the server is called: one line, up to `limits.serverName.max` characters. */
  readonly name: string;
  /** Of the server's program, such as `1.4.0`. */
  readonly version: string;
  readonly scheme: 'http' | 'https';
  /** See `isFingerprint`; with https only, and always then. */
  readonly fingerprint: string | undefined;
}

/** The DNS-SD service type; its domain is `local`. */
export const serviceType = '_roomtone._tcp';

/** How long an announcement holds without being heard again; also how soon a crashed server is gone from the list. */
export const announcementTtlSeconds = 120;

/** The strings of the TXT record, `key=value` each; none is longer than the 255 bytes that one may have. */
export function writeAnnouncement({ name, version, scheme, fingerprint }: Announcement): string[] {
  return [
    'txtvers=1',
    `name=${shownText(name, limits.serverName.max)}`,
    `version=${version}`,
    `scheme=${scheme}`,
    ...(fingerprint === undefined ? [] : [`fingerprint=${fingerprint}`]),
  ];
}

/**
 * Reads the strings of a TXT record, whoever wrote them: undefined for what no server of ours says. The name has only
 * characters that can be seen.
 */
export function readAnnouncement(strings: readonly string[]): Announcement | undefined {
  const values = new Map<string, string>();
  for (const text of strings.slice(0, limits.discovery.txtStrings)) {
    const at = text.indexOf('=');
    const key = text.slice(0, at).toLowerCase();
    // Of one that is there twice the first counts (RFC 6763, 6.4).
    if (at > 0 && !values.has(key)) values.set(key, text.slice(at + 1));
  }
  const name = shownText(values.get('name') ?? '', limits.serverName.max);
  const version = values.get('version') ?? '';
  const scheme = values.get('scheme');
  const fingerprint = values.get('fingerprint');
  if (name === '' || !versionPattern.test(version) || (scheme !== 'http' && scheme !== 'https')) return undefined;
  const fits = scheme === 'https' ? fingerprint !== undefined && isFingerprint(fingerprint) : fingerprint === undefined;
  return fits ? { name, version, scheme, fingerprint } : undefined;
}

const versionPattern = new RegExp(`^[0-9A-Za-z.+-]{1,${limits.discovery.versionCharacters}}$`);
