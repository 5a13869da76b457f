import { createInterface } from 'node:readline';
import type { Context } from '../command.ts';
import { withRoom } from '../destination.ts';
import { UsageError } from '../explain.ts';

/** Writes into a room's chat: the words given, or each line of standard input. Nothing in them is a command. */
export async function chat(context: Context, where: string, words: readonly string[]): Promise<void> {
  const { output, signal, process } = context;
  const text = words.join(' ').trim();
  if (text === '' && process.stdin.isTTY) {
    throw new UsageError('What should be said? Give words, or lines on standard input.');
  }
  const destination = withRoom(context.destination(where));
  await context.connected(destination, { need: 'account' }, async ({ client, as }) => {
    const room = await client.joinRoom(destination.roomId, { ...context.roomPassword, signal });
    try {
      const lines = text === '' ? createInterface({ input: process.stdin }) : [text];
      for await (const line of lines)
        if (line.trim() !== '') await context.patiently(() => room.chat(line, { signal }));
      output.say(`Said in “${room.info.roomName}” as ${as}.`);
    } finally {
      await room.leave();
    }
  });
}
