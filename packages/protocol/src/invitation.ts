import { validationError } from './errors.ts';
import { isFingerprint } from './fingerprint.ts';
import { limits } from './limits.ts';
import { hasPort, originFrom } from './origin.ts';
import { shownText } from './text.ts';

/** The way to a server, and perhaps to a room of it, as it goes from one person to another in a link or a QR code. */
export interface Invitation {
  /**
   * The same server's addresses, best first: origins such as `https://192.168.1.5:7420`, in lower case and without a
   * port that goes without saying. At least one, and all of one scheme.
   */
  readonly servers: readonly string[];
  /**
   * Who the server is (see `isFingerprint`): whoever follows the invitation talks to that key and to no other. Undefined
   * over plain http, and where a certificate is vouched for by an authority that everybody knows.
   */
  readonly fingerprint: string | undefined;
  readonly roomId: string | undefined;
  /** What the server is called, for people to read before they go there. It proves nothing. */
  readonly name: string | undefined;
}

/**
 * As a web link: `https://192.168.1.5:7420/rooms/AbC…#key=…`. It opens in any browser. Everything but the first address
 * and the room stands in the fragment, which browsers keep to themselves, so that it is in no server's log.
 * @throws {RoomtoneError} VALIDATION_ERROR for an invitation that could not be read again.
 */
export function invitationLink(invitation: Invitation): string {
  const { servers, roomId } = checked(invitation);
  const [first = '', ...others] = servers;
  const fragment = parametersOf({ ...invitation, servers: others }).join('&');
  return `${first}${pathOf(roomId)}${fragment === '' ? '' : `#${fragment}`}`;
}

/**
 * The same link to the page that explains a browser's warning, which the server shows to whoever comes by plain http to
 * its https port. Who reads it as an invitation goes by https all the same.
 */
export function explainedInvitationLink(invitation: Invitation): string {
  const { fingerprint, servers } = checked(invitation);
  if (fingerprint === undefined) return invitationLink(invitation);
  const [first = '', ...others] = servers;
  const explained = hasPort(first) ? first : `${first}:443`;
  return invitationLink({ ...invitation, servers: [explained, ...others] }).replace(/^https/, 'http');
}

/** For the app alone: `roomtone://join?at=192.168.1.5:7420&key=…&room=AbC…`. @throws as invitationLink(). */
export function invitationAppLink(invitation: Invitation): string {
  const { roomId } = checked(invitation);
  const room = roomId === undefined ? [] : [`room=${roomId}`];
  return `roomtone://join?${[...parametersOf(invitation), ...room].join('&')}`;
}

/**
 * Reads a link of either kind. What is not known is passed over; what is known has to be right. A link that carries a
 * key leads to https whatever it begins with: whoever changes the one letter must not get a password to read.
 * @throws {RoomtoneError} VALIDATION_ERROR with `details.field`: link, address, key, room or name.
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
  if (origin === undefined) throw wrong('link', 'is no invitation: it has to begin with https:// or roomtone://join');
  const [, roomId] = /^\/(?:rooms\/([^/]+)\/?)?$/.exec(path) ?? [];
  if (roomId === undefined && path.length > 1) throw wrong('link', 'leads to something else than a room');
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
    if (more.length > 0) throw wrong(field, 'is there more than once');
    return value;
  };
  const fingerprint = one('key', 'key');
  const named = given.flatMap(([key, value]) =>
    key === 'at' ? [/^https?:\/\//i.test(value) ? value : `https://${value}`] : [],
  );
  const servers = [...first, ...named].map((server) => originOf(fingerprint === undefined ? server : asHttps(server)));
  const name = shownText(one('name', 'name') ?? '', limits.serverName.max);
  return checked({
    servers: [...new Set(servers)],
    fingerprint,
    roomId: one('room', 'room'),
    name: name === '' ? undefined : name,
  });
}

/** `http://host` is port 80 and stays it: nothing listens by https where a number goes without saying for http. */
function asHttps(server: string): string {
  const secure = server.replace(/^http:/i, 'https:');
  return secure === server || hasPort(server) ? secure : `${secure}:80`;
}

function parametersOf({ servers, fingerprint, name }: Invitation): string[] {
  return [
    ...servers.map((server) => `at=${server.replace(/^https:\/\//, '')}`),
    ...(fingerprint === undefined ? [] : [`key=${fingerprint}`]),
    ...(name === undefined ? [] : [`name=${encodeURIComponent(name)}`]),
  ];
}

function pathOf(roomId: string | undefined): string {
  return roomId === undefined ? '/' : `/rooms/${roomId}`;
}

/** The invitation as it was given, once nothing is wrong with it. */
function checked(invitation: Invitation): Invitation {
  const { servers, fingerprint, roomId, name } = invitation;
  if (servers.length === 0) throw wrong('address', 'is missing');
  if (servers.length > limits.invitation.servers) {
    throw wrong('address', `is there more than ${limits.invitation.servers} times`);
  }
  const [scheme, ...others] = new Set(servers.map((server) => originOf(server).replace(/:.*/, '')));
  if (others.length > 0) throw wrong('address', 'has to be all http or all https');
  if (fingerprint !== undefined) {
    if (!isFingerprint(fingerprint)) throw wrong('key', 'is no fingerprint: 43 characters of A-Z, a-z, 0-9, _ and -');
    if (scheme !== 'https') throw wrong('key', 'goes with https only');
  }
  if (roomId !== undefined && !roomIdPattern.test(roomId)) throw wrong('room', 'is no id of a room');
  if (name !== undefined && (name === '' || name !== shownText(name, limits.serverName.max))) {
    throw wrong('name', `is not one line of up to ${limits.serverName.max} characters that can be seen`);
  }
  return invitation;
}

const roomIdPattern = new RegExp(`^[A-Za-z0-9_-]{${limits.roomId.min},${limits.roomId.max}}$`);

function originOf(text: string): string {
  const origin = originFrom(text);
  if (origin === undefined)
    throw wrong('address', 'is none: it has to be a host and perhaps a port, such as 192.168.1.5:7420');
  return origin;
}

function decoded(key: string, value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    throw wrong(key === 'name' ? 'name' : 'link', 'holds characters that are not encoded as they have to be');
  }
}

type Part = 'link' | 'address' | 'key' | 'room' | 'name';

function wrong(field: Part, issue: string) {
  return validationError([{ field, issue }]);
}
