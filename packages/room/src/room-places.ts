import { joinRefused, mayModerate, type RoomRules, type Visitor } from './permissions.ts';
import { roomLimits } from './room-limits.ts';

/** A participant, as far as their place counts. */
interface Occupant {
  readonly guest: boolean;
  /** The address block of a guest. */
  readonly address: string;
  /** A bot's owner, otherwise the user; "" for a guest. */
  readonly personId: string;
  readonly info: { readonly userId: string };
}

/**
 * Finds a place for a visitor in a room (room rules R2.9, R2.17 to R2.19).
 * @param inside the participants, in the order in which they joined.
 * @returns who has to leave for the visitor; usually nobody.
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
  const isInside = inside.some(({ info }) => info.userId === visitor.userId);
  // A program takes nobody's place.
  const displaced = visitor.bot ? undefined : (guestToDisplace(inside) ?? (isInside ? undefined : surplus(inside)));
  if (displaced !== undefined) return displaced;
  // Those who moderate the room get in beyond the number of places, but only once each.
  if (isInside || !mayModerate(rules, visitor)) throw joinRefused('full');
  return undefined;
}

function checkGuestPlaces({ maxUsers }: RoomRules, inside: readonly Occupant[], { address }: Visitor): void {
  const { ofAddress, share } = roomLimits.guests;
  const guests = inside.filter(({ guest }) => guest);
  const neighbours = guests.filter((guest) => guest.address === address);
  const most = Math.max(1, Math.floor(maxUsers * share));
  if (guests.length >= most || neighbours.length >= ofAddress) throw joinRefused('full');
}

/** The newest guest at the address with the most guests: somebody who fills a room from one address loses places first. */
function guestToDisplace<One extends Occupant>(inside: readonly One[]): One | undefined {
  const guests = inside.filter(({ guest }) => guest);
  return largestGroup(guests, ({ address }) => address).at(-1);
}

/** The newest participant of the person who has the most, with bots; nobody where each has one. */
function surplus<One extends Occupant>(inside: readonly One[]): One | undefined {
  const most = largestGroup(inside, ({ personId }) => personId);
  return most.length > 1 ? most.at(-1) : undefined;
}

function largestGroup<One>(all: readonly One[], keyOf: (one: One) => string): readonly One[] {
  const groups = new Map<string, One[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  let most: readonly One[] = [];
  for (const group of groups.values()) if (group.length >= most.length) most = group;
  return most;
}
