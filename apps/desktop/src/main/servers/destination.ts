import { readInvitation } from '@roomtone/protocol';

/** Where somebody wants to go. */
export interface Destination {
  /** One server's, best first: origins. */
  readonly addresses: readonly string[];
  /** Of the key that the server has to have; undefined where nothing says it. */
  readonly fingerprint: string | undefined;
  readonly path: string | undefined;
  readonly name: string | undefined;
  /** Nobody has said whether it is https. */
  readonly isGuessed: boolean;
}

/** The port that servers listen on unless told otherwise. */
const usualPort = 7420;

/** Reads an invitation, or an address as people type it; undefined for what is neither. */
export function destinationOf(text: string): Destination | undefined {
  const typed = text.trim();
  const isGuessed = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) && !/^roomtone:/i.test(typed);
  try {
    const { servers, fingerprint, roomId, name } = readInvitation(isGuessed ? withUsual(typed) : typed);
    const path = roomId === undefined ? undefined : `/rooms/${roomId}`;
    return { addresses: servers, fingerprint, path, name, isGuessed };
  } catch {
    return undefined;
  }
}

/** Whether only this computer is behind the name. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

function withUsual(typed: string): string {
  const [, host = '', port = `:${usualPort}`, rest = ''] = /^([^/:]+|\[[^\]]*\])(:\d+)?(.*)$/.exec(typed) ?? [];
  return `https://${host}${port}${rest}`;
}
