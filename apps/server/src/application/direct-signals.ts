import { type DirectCandidate, isLocalName } from '@roomtone/protocol';
import type { RoomRecord } from '../ports/room-storage.ts';
import { addressBlock, isLocalAddress } from './address-block.ts';

/** Where the host allows direct channels: everywhere, in private rooms and within one network, within one network alone, nowhere. */
export type DirectMode = 'on' | 'private' | 'local' | 'off';

/**
 * True if two participants who want it may learn each other's addresses. `between` has the address blocks they come from, and `isNearOnly`
 * is true if one of them wants it within one network alone.
 */
export function mayMeet(
  mode: DirectMode,
  { roomType, settings }: Pick<RoomRecord, 'roomType' | 'settings'>,
  { between, isNearOnly }: { readonly between: readonly [string, string]; readonly isNearOnly: boolean },
): boolean {
  if (mode === 'off' || !settings.allowDirect) return false;
  if (!isNearOnly && (mode === 'on' || (mode === 'private' && roomType === 'private'))) return true;
  const [one, other] = between;
  return one === other || (isLocalBlock(one) && isLocalBlock(other));
}

function isLocalBlock(block: string): boolean {
  return isLocalAddress(block.replace(/\/64$/, ''));
}

/**
 * Leaves the candidates that can be the participant's own: those of a local network, and those in the block of addresses that they come
 * from. So nobody can have others send to an address that is not theirs.
 */
export function ownCandidates(candidates: readonly DirectCandidate[], block: string): DirectCandidate[] {
  return candidates.filter(
    ({ address }) => isLocalName(address) || isLocalAddress(address) || addressBlock(address) === block,
  );
}
