import { createInterface } from 'node:readline';
import { runLine } from '@roomtone/sdk/commands';
import type { Context } from '../command.ts';
import { withRoom } from '../destination.ts';
import { UsageError } from '../explain.ts';

/** Writes into a room's chat: the words given, or each line of standard input. */
export async function chat(context: Context, where: string, words: readonly string[]): Promise<void> {
  const { output, signal, process } = context;
  const text = words.join(' ').trim();
  if (text === '' && process.stdin.isTTY)
    throw new UsageError('What should be said? Give words, or lines on standard input.');
  await context.connected(withRoom(context.destination(where)), { need: 'account' }, async ({ client, as }) => {
    const { roomId } = withRoom(context.destination(where));
    const room = await client.joinRoom(roomId, { ...context.roomPassword, signal });
    try {
      if (text !== '') await runLine(text, room);
      else
        for await (const line of createInterface({ input: process.stdin }))
          if (line.trim() !== '') await runLine(line, room);
      output.say(`Said in “${room.info.roomName}” as ${as}.`);
    } finally {
      await room.leave();
    }
  });
}
