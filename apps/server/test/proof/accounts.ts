import type { JoinTarget } from './load-client.ts';
import { post, type Route } from './raw-request.ts';

/** The password of all of them. */
export const accountPassword = 'a long and winding password';

/** The number of rooms that a member may own. */
const roomsPerMember = 10;

/** Accounts for a load, and the rooms they own. */
export interface Accounts {
  /** Access tokens. */
  readonly tokens: readonly string[];
  /** Creates a room, owned by the accounts in turn; resolves with its id. */
  room(maxUsers?: number): Promise<string>;
}

/** The number of accounts needed to own this many rooms. */
export function accountsFor(rooms: number): number {
  return Math.ceil(rooms / roomsPerMember);
}

/** Registers `count` accounts, named `name` and a number. */
export async function registerFor(route: Route, { name, count }: { name: string; count: number }): Promise<Accounts> {
  const names = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  const password = accountPassword;
  const tokens: string[] = [];
  // A few at a time, because hashing each password keeps a core busy.
  for (let at = 0; at < names.length; at += 8) {
    const made = names.slice(at, at + 8).map((username) => {
      const body = { username, email: `${username}@example.org`, password, confirm_password: password };
      return post<{ token: string }>(route, '/api/auth/register', body);
    });
    for (const { token } of await Promise.all(made)) tokens.push(token);
  }
  let made = 0;
  return {
    tokens,
    async room(maxUsers = 50) {
      const token = tokens[made % tokens.length];
      const body = { room_name: `Room ${++made}`, max_users: maxUsers };
      return (await post<{ room_id: string }>(route, '/api/rooms', body, token)).room_id;
    },
  };
}

/** Spreads `count` clients over rooms of `perRoom`, with different accounts in a room as far as there are enough. */
export async function joinTargets(
  accounts: Accounts,
  count: number,
  { perRoom, route }: { perRoom: number; route: (index: number) => Route },
): Promise<JoinTarget[]> {
  const rooms: string[] = [];
  for (let room = 0; room * perRoom < count; room++) rooms.push(await accounts.room(perRoom));
  return Array.from({ length: count }, (_, index) => {
    const room = Math.floor(index / perRoom);
    const token = accounts.tokens[(room + (index % perRoom)) % accounts.tokens.length] ?? '';
    return { ...route(index), token, roomId: rooms[room] ?? '' };
  });
}
