import { isFingerprint } from './fingerprint.ts';
import { limits } from './limits.ts';
import { shownText } from './text.ts';

/**
 * A server's announcement on the local network, by DNS-SD over multicast DNS (RFC 6763, RFC 6762). It is only a hint:
 * anybody on the network can announce anything. Trust comes from links and QR codes.
 */
export interface Announcement {
  /** The server's name: one line, up to `limits.serverName.max` characters. */
  readonly name: string;
  /** The version of the server program, such as `1.4.0`. */
  readonly version: string;
  readonly scheme: 'http' | 'https';
  /** See `isFingerprint`; present if and only if the scheme is https. */
  readonly fingerprint: string | undefined;
}

/** The DNS-SD service type, in the domain `local`. */
export const serviceType = '_roomtone._tcp';

/**
 * How long an announcement is valid without being repeated; a crashed server disappears from the list after that
 * time.
 */
export const announcementTtlSeconds = 120;

/** Returns the strings of the TXT record, each `key=value` and at most 255 bytes long. */
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
 * Reads the strings of a TXT record from an untrusted source; undefined if they are not a valid announcement. The
 * name has only visible characters.
 */
export function readAnnouncement(strings: readonly string[]): Announcement | undefined {
  const values = new Map<string, string>();
  for (const text of strings.slice(0, limits.discovery.txtStrings)) {
    const at = text.indexOf('=');
    const key = text.slice(0, at).toLowerCase();
    // The first of duplicate keys counts (RFC 6763, 6.4).
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
