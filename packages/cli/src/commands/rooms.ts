import type { RoomInfo } from '@roomtone/sdk';
import { everyRoom } from '@roomtone/sdk/extras';
import type { Context } from '../command.ts';
import { harmless } from '../output.ts';

export interface RoomsOptions {
  readonly mine?: boolean;
}

/** Lists a server's rooms, the latest activity first. */
export async function rooms(context: Context, where: string | undefined, { mine }: RoomsOptions): Promise<void> {
  const { output } = context;
  await context.connected(context.server(where), { need: 'guest' }, async ({ client }) => {
    const request = mine ? ({ roomType: 'private' } as const) : {};
    let count = 0;
    for await (const room of everyRoom(client, request)) {
      output.result(room, lineOf(context, room));
      count++;
    }
    if (count === 0)
      output.say(mine ? 'No private room here is yours or names you.' : 'There are no public rooms here.');
  });
}

function lineOf({ output }: Context, room: RoomInfo): string {
  const { roomId, roomName, currentUsers, maxUsers, roomType, hasPassword } = room;
  const marks = [roomType === 'public' ? '' : roomType, hasPassword ? 'password' : ''].filter((mark) => mark !== '');
  const people = `${currentUsers}/${maxUsers}`.padStart(7);
  const busy = output.styled(currentUsers > 0 ? 'green' : 'dim', people);
  return `${roomId}  ${busy}  ${harmless(roomName)}${marks.length > 0 ? output.styled('dim', ` (${marks.join(', ')})`) : ''}`;
}
