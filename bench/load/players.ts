import type { Peer, Player } from './peers.ts';

/** Number of participants that join at the same time. */
const joiningAtOnce = 20;

/** Players of rooms that are new with each call. */
export function join(rooms: number, participants: number, peer: Peer): Promise<Player[]> {
  const run = `${Date.now().toString(36)}-`;
  const roomNames = Array.from({ length: rooms * participants }, (_, index) => `${run}${index % rooms}`);
  return inBatches(roomNames, (room) => peer.join(room));
}

export function leave(players: readonly Player[]): void {
  for (const { link } of players) link.close();
}

/** Does it for all items, for some at the same time. */
export async function inBatches<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let begin = 0; begin < items.length; begin += joiningAtOnce) {
    results.push(...(await Promise.all(items.slice(begin, begin + joiningAtOnce).map(act))));
  }
  return results;
}
