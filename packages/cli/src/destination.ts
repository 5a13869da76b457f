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

export interface DestinationOptions {
  readonly server?: string | undefined;
  readonly fingerprint?: string | undefined;
}

const usualServer = 'http://127.0.0.1:7420';

/**
 * Reads what a command was told about where to go.
 * @param where an invitation link, a server's address or a room's id.
 * @param usual the server to use if nothing names one: the one of the last sign-in.
 * @throws {UsageError} if it is none of these.
 */
export function destinationFrom(
  where: string | undefined,
  { server, fingerprint }: DestinationOptions,
  usual: Omit<Destination, 'roomId'> | undefined,
): Destination {
  if (fingerprint !== undefined && !isFingerprint(fingerprint)) {
    throw new UsageError('--fingerprint must be 43 characters of A-Z, a-z, 0-9, _ and -, as the server prints them.');
  }
  const isLink = where !== undefined && /^[a-z]+:/i.test(where);
  const link = isLink ? where : server;
  if (link === undefined) {
    const { baseUrl = usualServer, fingerprint: known } = usual ?? {};
    return { ...pinned(baseUrl, fingerprint ?? known), roomId: where };
  }
  if (isLink && server !== undefined) throw new UsageError('Give either a link or --server.');
  const invited = invitationIn(link);
  const [first = '', ...otherAddresses] = invited.servers;
  const remembered = usual?.baseUrl === first ? usual.fingerprint : undefined;
  return {
    ...pinned(first, fingerprint ?? invited.fingerprint ?? remembered),
    roomId: invited.roomId ?? (isLink ? undefined : where),
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

function pinned(baseUrl: string, fingerprint: string | undefined) {
  if (fingerprint !== undefined && !baseUrl.startsWith('https:')) {
    throw new UsageError(`--fingerprint is for https addresses, not for ${baseUrl}.`);
  }
  return { baseUrl, fingerprint };
}

function invitationIn(link: string) {
  try {
    return readInvitation(link);
  } catch (error) {
    if (!(error instanceof RoomtoneError)) throw error;
    throw new UsageError(
      `${link} is no invitation and no address such as ${usualServer}: ${error.details.field} ${error.details.issue}.`,
    );
  }
}
