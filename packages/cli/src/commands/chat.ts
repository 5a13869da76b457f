import { createInterface } from 'node:readline';
import { type Room, RoomtoneError } from '@roomtone/sdk';
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
      for await (const line of lines) if (line.trim() !== '') await say(room, line, signal);
      output.say(`Said in “${room.info.roomName}” as ${as}.`);
    } finally {
      await room.leave();
    }
  });
}

/** Waits as long as the server asks for when many lines come at once. */
async function say(room: Room, line: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await room.chat(line, { signal });
      return;
    } catch (error) {
      const reset =
        error instanceof RoomtoneError && error.code === 'RATE_LIMIT_EXCEEDED' ? error.details.reset : undefined;
      if (reset === undefined || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.max(100, reset * 1_000 - Date.now())));
    }
  }
}
