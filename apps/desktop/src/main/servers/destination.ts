import { readInvitation } from '@roomtone/protocol';

/** A server and perhaps a room that the user wants to go to. */
export interface Destination {
  /** Origins of the one server, best first. */
  readonly addresses: readonly string[];
  /** Fingerprint of the key that the server must have; undefined if not known. */
  readonly fingerprint: string | undefined;
  /** The route to open, with the token of the invitation after a `#` if it has one. */
  readonly path: string | undefined;
  readonly name: string | undefined;
  /** True if the user did not say http or https. */
  readonly isGuessed: boolean;
}

/** The port on which servers listen by default. */
const defaultPort = 7420;

/** Parses an invitation, or an address as people type it; undefined if it is neither. */
export function destinationOf(text: string): Destination | undefined {
  const typed = text.trim();
  const isGuessed = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) && !/^roomtone:/i.test(typed);
  try {
    const { servers, fingerprint, roomId, name, token } = readInvitation(isGuessed ? withDefaults(typed) : typed);
    const route = roomId === undefined ? undefined : `/rooms/${roomId}`;
    const path = token === undefined ? route : `${route ?? '/'}#token=${token}`;
    return { addresses: servers, fingerprint, path, name, isGuessed };
  } catch {
    return undefined;
  }
}

/** True if the name stands for this computer only. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

function withDefaults(typed: string): string {
  const [, host = '', port = `:${defaultPort}`, rest = ''] = /^([^/:]+|\[[^\]]*\])(:\d+)?(.*)$/.exec(typed) ?? [];
  return `https://${host}${port}${rest}`;
}
