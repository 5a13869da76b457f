import { joinRefused, mayModerate, type RoomRules, type Visitor } from './permissions.ts';
import { serverLimits } from './server-limits.ts';

/** A participant, as far as their place counts. */
interface Occupant {
  readonly guest: boolean;
  /** The address block of a guest. */
  readonly address: string;
  readonly info: { readonly userId: string };
}

/**
 * Finds a place for a visitor in a room (room rules R2.9, R2.17, R2.18).
 * @param inside the participants, in the order in which they joined.
 * @returns the guest who has to leave for the visitor; usually nobody.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason full.
 */
export function findPlace<One extends Occupant>(
  rules: RoomRules,
  inside: readonly One[],
  visitor: Visitor,
): One | undefined {
  if (visitor.guest) checkGuestPlaces(rules, inside, visitor);
  if (inside.length < rules.maxUsers) return undefined;
  if (visitor.guest) throw joinRefused('full');
  // A program takes nobody's place.
  const guest = visitor.bot ? undefined : guestToDisplace(inside);
  if (guest !== undefined) return guest;
  // Those who moderate the room get in beyond the number of places, but only once each.
  const isInside = inside.some(({ info }) => info.userId === visitor.userId);
  if (isInside || !mayModerate(rules, visitor)) throw joinRefused('full');
  return undefined;
}

function checkGuestPlaces({ maxUsers }: RoomRules, inside: readonly Occupant[], { address }: Visitor): void {
  const { ofAddress, share } = serverLimits.guests;
  const guests = inside.filter(({ guest }) => guest);
  const neighbours = guests.filter((guest) => guest.address === address);
  const most = Math.max(1, Math.floor(maxUsers * share));
  if (guests.length >= most || neighbours.length >= ofAddress) throw joinRefused('full');
}

/** The newest guest at the address with the most guests: somebody who fills a room from one address loses places first. */
function guestToDisplace<One extends Occupant>(inside: readonly One[]): One | undefined {
  const byAddress = new Map<string, One[]>();
  for (const one of inside) {
    if (one.guest) byAddress.set(one.address, [...(byAddress.get(one.address) ?? []), one]);
  }
  let most: readonly One[] = [];
  for (const neighbours of byAddress.values()) if (neighbours.length >= most.length) most = neighbours;
  return most.at(-1);
}
