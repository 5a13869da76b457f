import { limits } from '@roomtone/protocol';
import type { Storage } from '../../ports/storage.ts';
import type { Log } from '../log.ts';
import { chatBody } from '../rooms/wire-bodies.ts';
import type { Replica } from './replica.ts';

/**
 * Sends the chat that is stored and was not sent here, in the order of its positions: this process, or the one that it was said at,
 * could not reach the others. @param count of the newest messages.
 */
export async function readMissedChat(
  replica: Replica,
  { storage, log }: { readonly storage: Pick<Storage, 'recentChat'>; readonly log: Pick<Log, 'warn'> },
  { since = 0, count = limits.chatHistory.stored }: { readonly since?: number; readonly count?: number } = {},
): Promise<void> {
  const { record } = replica.room;
  try {
    const first = Math.max(since, replica.shownChat.firstPosition);
    for (const stored of await storage.recentChat(record.roomId, count)) {
      if (stored.position >= first) replica.carryOut({ kind: 'chat', message: chatBody(stored), sender: 0 });
    }
  } catch (error) {
    log.warn({ err: error, roomId: record.roomId }, 'chat that was missed could not be read');
  }
}
