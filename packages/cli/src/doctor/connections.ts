import type { Room, RoomtoneClient } from '@roomtone/sdk';
import { directWords, tryDirectPath } from '../direct-path.ts';
import type { Finding } from './finding.ts';
import { failed } from './service.ts';

const openMs = 12_000;
const lookEveryMs = 100;

/** Does the WebSocket open, and do datagrams get through? */
export async function checkConnections(
  client: RoomtoneClient,
  {
    roomId,
    password,
    signal,
  }: { readonly roomId: string | undefined; readonly password?: string; readonly signal: AbortSignal },
): Promise<readonly Finding[]> {
  const lobby = await client.joinLobby({ signal }).catch((error: unknown) => failed('WebSocket', error, proxies));
  if ('about' in lobby) return [lobby];
  lobby.close();
  const opened: Finding = { about: 'WebSocket', verdict: 'good', words: 'It opens.' };
  const room = await roomToTry(client, roomId, password, signal);
  if (room === undefined) {
    const words = 'It takes a room to try. Give an invitation, or sign in.';
    return [opened, { about: 'UDP', verdict: 'skipped', words }];
  }
  try {
    return [opened, await checkDatagrams(room, signal), await checkDirect(client, room, { password, signal })];
  } finally {
    await room.leave();
    if (roomId === undefined) await client.rooms.delete(room.info.roomId).catch(() => {});
  }
}

const proxies = 'A proxy in between has to pass WebSockets on: docs/proxies.md has the lines for it.';

async function roomToTry(
  client: RoomtoneClient,
  roomId: string | undefined,
  password: string | undefined,
  signal: AbortSignal,
) {
  const joining =
    roomId === undefined
      ? client.createRoom({ roomName: 'doctor', roomType: 'private', signal })
      : client.joinRoom(roomId, { signal, ...(password === undefined ? {} : { password }) });
  return joining.catch(() => undefined);
}

async function checkDirect(
  client: RoomtoneClient,
  room: Room,
  { password, signal }: { readonly password: string | undefined; readonly signal: AbortSignal },
): Promise<Finding> {
  const about = 'direct paths';
  const { roomId } = room.info;
  const other = await client
    .joinRoom(roomId, { signal, ...(password === undefined ? {} : { password }) })
    .catch(() => undefined);
  if (other === undefined || room.self.guest) {
    await other?.leave();
    return { about, verdict: 'skipped', words: 'It takes an account and two places in a room to try.' };
  }
  try {
    const path = await tryDirectPath(room, other, signal);
    const words = `Direct paths between players: ${directWords(path)}.`;
    if (path.isOpen && path.isToldAddress !== false) return { about, verdict: 'good', words };
    if (!path.isOpen && path.whyNot !== 'unreachable') return { about, verdict: 'skipped', words };
    const advice = path.isOpen
      ? 'The host opens the UDP port behind that of the datagrams, in the firewall and in the router.'
      : 'Notes come through the server, as ever.';
    return { about, verdict: 'warning', words, advice };
  } finally {
    await other.leave();
  }
}

async function checkDatagrams(room: Room, signal: AbortSignal): Promise<Finding> {
  const about = 'UDP';
  const hasLibrary = await import('node-datachannel').then(
    () => true,
    () => false,
  );
  if (!hasLibrary) {
    return {
      about,
      verdict: 'skipped',
      words: 'The package node-datachannel is not installed, so this program has no datagrams.',
    };
  }
  const endMs = performance.now() + openMs;
  while (room.datagrams.state === 'none' && performance.now() < endMs && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  if (room.datagrams.state !== 'none')
    return { about, verdict: 'good', words: 'Datagrams get through: lost packets delay no notes.' };
  const advice =
    'The host opens the UDP port beside the TCP port, in the firewall and in the router. Notes come over the WebSocket until then.';
  return { about, verdict: 'warning', words: 'Datagrams do not get through.', advice };
}
