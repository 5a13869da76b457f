import { post, type Way } from './raw-request.ts';
import type { SeatPlace } from './seat.ts';

/** As many rooms as a member may own. */
const roomsPerMember = 10;

/** Accounts and rooms for a load. */
export interface Accounts {
  /** Access tokens. */
  readonly tokens: readonly string[];
  /** Makes a room of its own; by turns of the accounts. */
  room(maxUsers?: number): Promise<string>;
}

/** How many accounts it takes to own so many rooms. */
export function accountsFor(rooms: number): number {
  return Math.ceil(rooms / roomsPerMember);
}

/** Registers that many accounts, called by the name and a number. */
export async function registerFor(way: Way, { name, count }: { name: string; count: number }): Promise<Accounts> {
  const names = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  const password = 'a long and winding password';
  const tokens: string[] = [];
  // A few at a time, as each takes a core for a while.
  for (let at = 0; at < names.length; at += 8) {
    const made = names.slice(at, at + 8).map((username) => {
      const body = { username, email: `${username}@example.org`, password, confirm_password: password };
      return post<{ token: string }>(way, '/api/auth/register', body);
    });
    for (const { token } of await Promise.all(made)) tokens.push(token);
  }
  let made = 0;
  return {
    tokens,
    async room(maxUsers = 50) {
      const token = tokens[made % tokens.length];
      const body = { room_name: `Room ${++made}`, max_users: maxUsers };
      return (await post<{ room_id: string }>(way, '/api/rooms', body, token)).room_id;
    },
  };
}

/** Places in rooms of that many, whose participants are of different accounts as far as there are enough. */
export async function placesInRooms(
  accounts: Accounts,
  count: number,
  { perRoom, way }: { perRoom: number; way: (index: number) => Way },
): Promise<SeatPlace[]> {
  const rooms: string[] = [];
  for (let room = 0; room * perRoom < count; room++) rooms.push(await accounts.room(perRoom));
  return Array.from({ length: count }, (_, index) => {
    const room = Math.floor(index / perRoom);
    const token = accounts.tokens[(room + (index % perRoom)) % accounts.tokens.length] ?? '';
    return { ...way(index), token, roomId: rooms[room] ?? '' };
  });
}
