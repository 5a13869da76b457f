import { validationError } from './errors.ts';
import { isFingerprint } from './fingerprint.ts';
import { limits } from './limits.ts';
import { hasPort, originFrom } from './origin.ts';
import { shownText } from './text.ts';

/** The address of a server, and perhaps of a room on it, as people pass it on in a link or a QR code. */
export interface Invitation {
  /**
   * Addresses of one and the same server: origins such as `https://192.168.1.5:7420`, in lower case and without the
   * scheme's default port. At least one, and all with the same scheme. Browsers open the first one; apps try all.
   */
  readonly servers: readonly string[];
  /**
   * The server's fingerprint (see `isFingerprint`): a client that follows the invitation accepts this key and no
   * other. Undefined for plain http, and for a certificate signed by a public authority.
   */
  readonly fingerprint: string | undefined;
  readonly roomId: string | undefined;
  /** The server's name, shown to people before they connect. It proves nothing. */
  readonly name: string | undefined;
  /** Lets the holder come in where accounts and guests are not free for everybody (S29). As secret as a password. */
  readonly token?: string | undefined;
}

/**
 * The invitation as a web link, `https://192.168.1.5:7420/rooms/AbC…#key=…`, which opens in any browser. Everything
 * but the first address and the room goes into the fragment, which browsers do not send, so that it ends up in no
 * server's log.
 * @throws {RoomtoneError} VALIDATION_ERROR for an invitation that could not be read back.
 */
export function invitationLink(invitation: Invitation): string {
  const { servers, roomId } = checked(invitation);
  const [first = '', ...others] = servers;
  const fragment = parametersOf({ ...invitation, servers: others }).join('&');
  return `${first}${pathOf(roomId)}${fragment === '' ? '' : `#${fragment}`}`;
}

/**
 * The same link, but to the page that explains the browser's certificate warning. The server shows that page to
 * anybody who comes by plain http to its https port. Read as an invitation, the link leads to https all the same.
 */
export function explainedInvitationLink(invitation: Invitation): string {
  const { fingerprint, servers } = checked(invitation);
  if (fingerprint === undefined) return invitationLink(invitation);
  const [first = '', ...others] = servers;
  const explained = hasPort(first) ? first : `${first}:443`;
  return invitationLink({ ...invitation, servers: [explained, ...others] }).replace(/^https/, 'http');
}

/** The link for the app: `roomtone://join?at=192.168.1.5:7420&key=…&room=AbC…`. @throws as invitationLink(). */
export function invitationAppLink(invitation: Invitation): string {
  const { roomId } = checked(invitation);
  const room = roomId === undefined ? [] : [`room=${roomId}`];
  return `roomtone://join?${[...parametersOf(invitation), ...room].join('&')}`;
}

/**
 * Reads a link of either kind. Unknown parameters are ignored; known ones have to be valid. A link with a key always
 * leads to https: otherwise, anybody who can change that one letter of the link could read passwords.
 * @throws {RoomtoneError} VALIDATION_ERROR with `details.field`: link, address, key, room, name or token.
 */
export function readInvitation(text: string): Invitation {
  const link = text.trim();
  if (link.length > limits.invitation.characters) {
    throw wrong('link', `is longer than ${limits.invitation.characters} characters`);
  }
  const app = /^roomtone:(?:\/\/)?join\/?\?(.*)$/i.exec(link);
  return app === null ? readWebLink(link) : readParameters(app[1] ?? '', []);
}

function readWebLink(link: string): Invitation {
  const [, origin, path = '', fragment = ''] =
    /^(https?:\/\/[^/?#\s]+)(\/[^?#\s]*)?(?:\?[^#\s]*)?(?:#(\S*))?$/i.exec(link) ?? [];
  if (origin === undefined) throw wrong('link', 'is not an invitation: it must begin with https:// or roomtone://join');
  const [, roomId] = /^\/(?:rooms\/([^/]+)\/?)?$/.exec(path) ?? [];
  if (roomId === undefined && path.length > 1) throw wrong('link', 'leads to something other than a room');
  const invited = readParameters(fragment, [origin]);
  return roomId === undefined ? invited : checked({ ...invited, roomId });
}

function readParameters(text: string, first: readonly string[]): Invitation {
  const given = text.split('&').map((part): readonly [string, string] => {
    const [key = '', ...value] = part.split('=');
    return [key, decoded(key, value.join('='))];
  });
  const one = (key: string, field: Part): string | undefined => {
    const [value, ...more] = given.flatMap(([each, text]) => (each === key ? [text] : []));
    if (more.length > 0) throw wrong(field, 'is given more than once');
    return value;
  };
  const fingerprint = one('key', 'key');
  const named = given.flatMap(([key, value]) =>
    key === 'at' ? [/^https?:\/\//i.test(value) ? value : `https://${value}`] : [],
  );
  const servers = [...first, ...named].map((server) => originOf(fingerprint === undefined ? server : asHttps(server)));
  const name = shownText(one('name', 'name') ?? '', limits.serverName.max);
  const token = one('token', 'token');
  return checked({
    servers: [...new Set(servers)],
    fingerprint,
    roomId: one('room', 'room'),
    name: name === '' ? undefined : name,
    ...(token === undefined ? {} : { token }),
  });
}

/** `http://host` means port 80 and keeps it: no server listens with https on the default port of http. */
function asHttps(server: string): string {
  const secure = server.replace(/^http:/i, 'https:');
  return secure === server || hasPort(server) ? secure : `${secure}:80`;
}

function parametersOf({ servers, fingerprint, name, token }: Invitation): string[] {
  return [
    ...servers.map((server) => `at=${server.replace(/^https:\/\//, '')}`),
    ...(fingerprint === undefined ? [] : [`key=${fingerprint}`]),
    ...(name === undefined ? [] : [`name=${encodeURIComponent(name)}`]),
    ...(token === undefined ? [] : [`token=${token}`]),
  ];
}

function pathOf(roomId: string | undefined): string {
  return roomId === undefined ? '/' : `/rooms/${roomId}`;
}

/** Returns the invitation unchanged if it is valid; throws otherwise. */
function checked(invitation: Invitation): Invitation {
  const { servers, fingerprint, roomId, name, token } = invitation;
  if (servers.length === 0) throw wrong('address', 'is missing');
  if (servers.length > limits.invitation.servers) {
    throw wrong('address', `is given more than ${limits.invitation.servers} times`);
  }
  const [scheme, ...others] = new Set(servers.map((server) => originOf(server).replace(/:.*/, '')));
  if (others.length > 0) throw wrong('address', 'must be all http or all https');
  if (fingerprint !== undefined) {
    if (!isFingerprint(fingerprint)) throw wrong('key', 'must be 43 characters of A-Z, a-z, 0-9, _ and -');
    if (scheme !== 'https') throw wrong('key', 'is allowed with https only');
  }
  if (roomId !== undefined && !roomIdPattern.test(roomId)) throw wrong('room', 'is not a room id');
  if (token !== undefined && !tokenPattern.test(token)) throw wrong('token', 'is not that of an invitation');
  if (name !== undefined && (name === '' || name !== shownText(name, limits.serverName.max))) {
    throw wrong('name', `must be one line of up to ${limits.serverName.max} visible characters`);
  }
  return invitation;
}

/** 256 random bits, base64url. */
const tokenPattern = /^[\w-]{43}$/;
const roomIdPattern = new RegExp(`^[A-Za-z0-9_-]{${limits.roomId.min},${limits.roomId.max}}$`);

function originOf(text: string): string {
  const origin = originFrom(text);
  if (origin === undefined) throw wrong('address', 'must be a host and perhaps a port, such as 192.168.1.5:7420');
  return origin;
}

function decoded(key: string, value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    throw wrong(key === 'name' ? 'name' : 'link', 'has characters that are not properly encoded');
  }
}

type Part = 'link' | 'address' | 'key' | 'room' | 'name' | 'token';

function wrong(field: Part, issue: string) {
  return validationError([{ field, issue }]);
}
