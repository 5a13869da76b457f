// Parsers for each kind of configuration value. A parser returns the value or an issue, which does not repeat the text if that
// may be a secret.
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { limits, shownText } from '@roomtone/protocol';
import { redisAddress } from './redis-address.ts';

export type Parsed<T> = { readonly value: T } | { readonly issue: string };
export type Parser<T> = (text: string) => Parsed<T>;

export function oneOf<const T extends string>(...choices: readonly T[]): Parser<T> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { issue: `must be one of ${choices.join(', ')}, not "${text}"` } : { value };
  };
}

export function wholeNumber(min: number, max: number): Parser<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return { value };
    if (/^(tcp|udp):\/\//.test(text)) {
      return { issue: 'comes from a Service in Kubernetes: set enableServiceLinks: false in the pod' };
    }
    return { issue: `must be a whole number from ${min} to ${max}, not "${text}"` };
  };
}

export const host: Parser<string> = (text) =>
  isIP(text) !== 0 || isHostName(text)
    ? { value: text }
    : { issue: `must be an IP address or a host name, not "${text}"` };

export const serverName: Parser<string> = (text) =>
  text === shownText(text, limits.serverName.max)
    ? { value: text }
    : { issue: `must be one line of at most ${limits.serverName.max} characters that can be seen` };

/** An http(s) address, without its final slash, to which paths can be appended. */
export const baseUrl: Parser<string> = (text) => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return { issue: 'must be an address that starts with http:// or https://' };
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { issue: 'must have no user name, password, query or fragment' };
  }
  return { value: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
};

/** The server's own address: a host of its own, because browsers have its pages, files and WebSockets at fixed paths. */
export const publicAddress: Parser<string> = (text) => {
  const parsed = baseUrl(text);
  if ('issue' in parsed) return parsed;
  const { origin, pathname, protocol, hostname } = new URL(parsed.value);
  if (pathname === '/') return { value: origin };
  return {
    issue: `has the path ${pathname}, but Roomtone needs a host of its own, such as ${protocol}//roomtone.${hostname}`,
  };
};

/** An address that may contain a password: it is never repeated. */
export function serviceUrl(...schemes: readonly string[]): Parser<string> {
  return (text) => {
    const scheme = URL.parse(text)?.protocol.slice(0, -1) ?? '';
    if (schemes.includes(scheme)) return { value: text };
    return { issue: `must be an address that starts with ${schemes.map((name) => `${name}://`).join(' or ')}` };
  };
}

/** The address of a PostgreSQL database, which may contain a password: it is never repeated. */
export const postgresUrl: Parser<string> = (text) => {
  const scheme = serviceUrl('postgres', 'postgresql')(text);
  if ('issue' in scheme) return scheme;
  const url = new URL(text);
  try {
    for (const part of [url.username, url.password, url.hostname, url.pathname]) decodeURIComponent(part);
  } catch {
    return { issue: 'has a % that does not begin an encoded character: write it as %25' };
  }
  if (!/^\/[^/]+$/.test(url.pathname))
    return { issue: 'must end with the name of a database, as in postgres://host/roomtone' };
  const other = [...url.searchParams.keys()].find((name) => name !== 'host');
  if (other === undefined && url.hash === '') return { value: text };
  return { issue: 'may have no parameter but host: timeouts and TLS have settings of their own' };
};

/** The address of Redis, which may contain a password: it is never repeated. */
export const redisUrl: Parser<string> = (text) => {
  try {
    redisAddress(text);
    return { value: text };
  } catch (error) {
    return { issue: error instanceof TypeError ? error.message : String(error) };
  }
};

/** Begins the keys of Redis, or names one process among others. */
export const shortName: Parser<string> = (text) =>
  /^[\w.:-]{1,64}$/.test(text) ? { value: text } : { issue: 'must be 1 to 64 letters, digits, and characters of ._:-' };

/** A path; `~` is the home of who runs the server, as in a shell. */
export const filePath: Parser<string> = (text) => {
  if (/^~([/\\]|$)/.test(text)) return { value: join(homedir(), text.slice(1)) };
  // A folder of this name would be made without a word.
  if (/^(~|\$\{?\w|%\w+%)/.test(text)) return { issue: `must be a path, in which only ~ is expanded, not "${text}"` };
  return { value: text };
};

export type DatabaseTls = 'auto' | 'off' | 'verify' | { readonly authority: string };

export const databaseTls: Parser<DatabaseTls> = (text) => {
  if (text === 'auto' || text === 'off' || text === 'verify') return { value: text };
  if (/[./\\]/.test(text)) {
    const path = filePath(text);
    return 'issue' in path ? path : { value: { authority: path.value } };
  }
  return { issue: `must be auto, off, verify, or the path of a certificate such as ca.pem, not "${text}"` };
};

/** Comma-separated; spaces around the parts are ignored. */
export function listOf<T>(parse: Parser<T>): Parser<readonly T[]> {
  return (text) => {
    const values: T[] = [];
    for (const part of text.split(',')) {
      const parsed = parse(part.trim());
      if ('issue' in parsed) return parsed;
      values.push(parsed.value);
    }
    return { value: values };
  };
}

export const origin: Parser<string> = (text) => {
  const url = URL.parse(text);
  // The URL standard gives only the web's schemes an origin; `app://roomtone` is written the same way.
  const written = url === null ? undefined : `${url.protocol}//${url.host}`;
  if (written !== undefined && url?.host !== '' && written === text.toLowerCase()) return { value: written };
  return { issue: `must hold origins such as https://example.org, not "${text}"` };
};

export const addressRange: Parser<string> = (text) => {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const hasValidBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (version !== 0 && hasValidBits && rest.length === 0) return { value: text };
  return { issue: `must hold addresses or ranges such as 10.0.0.0/8, not "${text}"` };
};

export const ipAddress: Parser<string> = (text) =>
  isIP(text) !== 0 ? { value: text } : { issue: `must hold IP addresses, not "${text}"` };

/** A STUN server, or a TURN server with its user and password. */
export const iceServer: Parser<string> = (text) =>
  /^(stun:[^@\s]+|turns?:[^:@\s]+:[^:@\s]+@[^@\s]+):\d{1,5}$/.test(text)
    ? { value: text }
    : { issue: 'must hold entries of the form stun:host:port or turn:user:password@host:port' };

export const hostAndPort: Parser<string> = (text) => {
  const url = URL.parse(`x://${text}`);
  const port = /:(\d{1,5})$/.exec(text)?.[1];
  const isExact = url !== null && url.pathname === '' && url.host === text.toLowerCase() && url.username === '';
  if (isExact && port !== undefined && Number(port) > 0) return { value: url.host };
  return { issue: `must hold entries of the form host:port, not "${text}"` };
};

/** Base64, plain or URL-safe. */
export function base64Key(minBytes: number): Parser<Uint8Array> {
  return (text) => {
    const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
    const key = Buffer.from(text, 'base64');
    if (isBase64 && key.byteLength >= minBytes) return { value: new Uint8Array(key) };
    return { issue: `must be base64 of at least ${minBytes} random bytes` };
  };
}

/** A token or key from another service: any text that a header can hold. */
export const secretText: Parser<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text) ? { value: text } : { issue: 'must be printable ASCII without spaces' };

/** An address, alone or as `Name <address>`. */
export const mailSender: Parser<string> = (text) =>
  /^(?:[^<>"@\p{Cc}]+ <[^\s<>"@,]+@[^\s<>"@,]+>|[^\s<>"@,]+@[^\s<>"@,]+)$/u.test(text)
    ? { value: text }
    : { issue: `must be an email address, alone or as in Roomtone <music@example.org>, not "${text}"` };

export type TlsSetting =
  | { readonly mode: 'off' }
  | { readonly mode: 'auto' }
  | { readonly mode: 'acme' }
  | { readonly mode: 'files'; readonly certificate: string; readonly key: string };

export const tlsSetting: Parser<TlsSetting> = (text) => {
  if (text === 'off' || text === 'auto' || text === 'acme') return { value: { mode: text } };
  const [certificate = '', key = '', ...rest] = text.split(',').map((part) => part.trim());
  if (certificate === '' || key === '' || rest.length > 0) {
    return { issue: `must be auto, acme, off, or two paths such as cert.pem,key.pem, not "${text}"` };
  }
  const certificatePath = filePath(certificate);
  const keyPath = filePath(key);
  if ('issue' in certificatePath) return certificatePath;
  if ('issue' in keyPath) return keyPath;
  return { value: { mode: 'files', certificate: certificatePath.value, key: keyPath.value } };
};

function isHostName(text: string): boolean {
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
  return text.length <= 253 && new RegExp(`^${label}(\\.${label})*$`, 'i').test(text) && !/^[\d.]+$/.test(text);
}
