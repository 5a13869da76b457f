// The subpath ./direct: notes that go straight from player to player, beside those that the server relays.
import { DirectNotes } from './direct/direct-notes.ts';
import type { Room } from './room/room.ts';
import type { LoadDirectPeers } from './transport/direct-peer.ts';
import { loadDirectPeers } from './transport/direct-peer-node.ts';

export type { DirectCandidate, DirectDescription } from '@roomtone/protocol';
export type { DirectFigures, WhyNotDirect } from './direct/direct-figures.ts';
export type { DirectNotes } from './direct/direct-notes.ts';
export type { DirectPeer, DirectPeerOptions, LoadDirectPeers, OpenDirectPeer } from './transport/direct-peer.ts';

const known = new WeakMap<Room, DirectNotes>();

/**
 * The direct channels of a room; one object for each room. `want(true)` takes part: notes then travel directly between this
 * participant and all others who take part, where that is quicker, and they learn each other's addresses. The server carries every
 * note as before. In Node it needs `node-datachannel`.
 * @param load opens the channels; by default WebRTC of the platform.
 */
export function directNotesOf(room: Room, load: LoadDirectPeers = loadDirectPeers): DirectNotes {
  const direct = known.get(room) ?? new DirectNotes(room, load);
  known.set(room, direct);
  return direct;
}
