import { limits } from '@roomtone/protocol';
import { isFingerprint, RoomtoneError, readInvitation } from '@roomtone/sdk';
import { UsageError } from './explain.ts';

/** The server that a command is for, and perhaps a room. */
export interface Destination {
  readonly baseUrl: string;
  /** Of the server's key; undefined if its certificate has to be signed by a known authority, or over plain http. */
  readonly fingerprint: string | undefined;
  readonly roomId: string | undefined;
  /** Further addresses of the same server. */
  readonly otherAddresses?: readonly string[];
  /** Lets people in where accounts and guests are not free for everybody. */
  readonly invitation?: string | undefined;
}

/** How a client gets there. */
export function reaching({ baseUrl, fingerprint, otherAddresses, invitation }: Destination) {
  return { baseUrl, fingerprint, otherAddresses, invitation };
}

/**
 * The same for a client that sends a password or a token: without a key, only the first address proves by its certificate that it is
 * the server that is meant.
 */
export function reachingSafely(destination: Destination) {
  const { fingerprint, otherAddresses } = destination;
  return { ...reaching(destination), otherAddresses: fingerprint === undefined ? undefined : otherAddresses };
}

/** A server that is known by its address, and by its key if it has one of its own. */
export interface Known {
  readonly baseUrl: string;
  readonly fingerprint?: string | undefined;
}

export interface DestinationOptions {
  readonly server?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** The server to use if nothing names one: the one of the last sign-in. */
  readonly usual?: Known | undefined;
  /** Returns the server with this address if it is known. */
  readonly known?: ((baseUrl: string) => Known | undefined) | undefined;
  /** False for commands that are about a server alone: a name by itself is then never a room's id. */
  readonly mayBeRoom?: boolean;
}

const usualServer = 'http://127.0.0.1:7420';

/**
 * Reads what a command was told about where to go.
 * @param where an invitation link, a server's address or a room's id.
 * @throws {UsageError} if it is none of these.
 */
export function destinationFrom(where: string | undefined, options: DestinationOptions): Destination {
  const { server, fingerprint, usual, known = () => undefined, mayBeRoom = true } = options;
  if (fingerprint !== undefined && !isFingerprint(fingerprint)) {
    throw new UsageError('--fingerprint must be 43 characters of A-Z, a-z, 0-9, _ and -, as the server prints them.');
  }
  const isRoom = where !== undefined && mayBeRoom && roomIdPattern.test(where);
  if (where !== undefined && !isRoom && server !== undefined) throw new UsageError('Give either a link or --server.');
  const link = isRoom ? server : (where ?? server);
  const room = isRoom ? where : undefined;
  if (link === undefined) {
    const { baseUrl = usualServer, fingerprint: kept } = usual ?? {};
    return { ...pinned(baseUrl, fingerprint ?? kept), roomId: room };
  }
  const invited = invitationIn(link);
  const [first = '', ...otherAddresses] = invited.servers;
  const remembered = (usual?.baseUrl === first ? usual : known(first))?.fingerprint;
  return {
    ...pinned(first, fingerprint ?? invited.fingerprint ?? remembered),
    roomId: invited.roomId ?? room,
    ...(otherAddresses.length > 0 ? { otherAddresses } : {}),
    ...(invited.token === undefined ? {} : { invitation: invited.token }),
  };
}

/** @throws {UsageError} if the command needs a room and none is named. */
export function withRoom(destination: Destination): Destination & { readonly roomId: string } {
  const { roomId } = destination;
  if (roomId === undefined) {
    throw new UsageError('Which room? Give an invitation link, or the id of a room as `roomtone rooms` shows it.');
  }
  return { ...destination, roomId };
}

/**
 * A link may name another key for a server that somebody is signed in to: whoever has that key must not get the sign-in.
 * @throws {UsageError} if it does.
 */
export function checkKey({ baseUrl, fingerprint }: Destination, kept: Known): void {
  if (fingerprint === kept.fingerprint) return;
  throw new UsageError(
    `You are signed in to ${baseUrl} by another key. If its host confirms the new one, sign in again with \`roomtone login\`.`,
  );
}

/** Reads a link, an address, or the name of a host alone, which is reached by https unless it is this computer. */
export function invitationIn(text: string) {
  const isWhole = /^[a-z][a-z\d+.-]*:\/\/|^roomtone:/i.test(text);
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?![^:/])/i.test(text);
  const link = isWhole ? text : `${isHere ? 'http' : 'https'}://${text}`;
  try {
    return readInvitation(link);
  } catch (error) {
    if (!(error instanceof RoomtoneError)) throw error;
    throw new UsageError(
      `${text} is no invitation and no address such as ${usualServer}: ${error.details.field} ${error.details.issue}.`,
    );
  }
}

const roomIdPattern = new RegExp(`^[\\w-]{${limits.roomId.min},${limits.roomId.max}}$`);

function pinned(baseUrl: string, fingerprint: string | undefined) {
  if (fingerprint !== undefined && !baseUrl.startsWith('https:')) {
    throw new UsageError(`--fingerprint is for https addresses, not for ${baseUrl}.`);
  }
  return { baseUrl, fingerprint };
}
