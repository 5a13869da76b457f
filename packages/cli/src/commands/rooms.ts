import type { RoomInfo } from '@roomtone/sdk';
import type { Context } from '../command.ts';
import { harmless } from '../output.ts';

export interface RoomsOptions {
  readonly mine?: boolean;
}

const perPage = 100;

/** Lists a server's rooms, the latest activity first. */
export async function rooms(context: Context, where: string | undefined, { mine }: RoomsOptions): Promise<void> {
  const { output } = context;
  await context.connected(context.server(where), { need: 'guest' }, async ({ client }) => {
    const request = mine ? ({ roomType: 'private' } as const) : {};
    const found: RoomInfo[] = [];
    for (let page = 1; ; page++) {
      const { rooms: some, pagination } = await client.rooms.list({ ...request, page, limit: perPage });
      found.push(...some);
      if (page >= pagination.pages) break;
    }
    for (const room of found) output.result(room, lineOf(context, room));
    if (found.length === 0) output.say(mine ? 'You own no private rooms here.' : 'There are no public rooms here.');
  });
}

function lineOf({ output }: Context, room: RoomInfo): string {
  const { roomId, roomName, currentUsers, maxUsers, roomType, hasPassword } = room;
  const marks = [roomType === 'public' ? '' : roomType, hasPassword ? 'password' : ''].filter((mark) => mark !== '');
  const people = `${currentUsers}/${maxUsers}`.padStart(7);
  const busy = output.styled(currentUsers > 0 ? 'green' : 'dim', people);
  return `${roomId}  ${busy}  ${harmless(roomName)}${marks.length > 0 ? output.styled('dim', ` (${marks.join(', ')})`) : ''}`;
}
