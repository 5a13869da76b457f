import { limits } from '@roomtone/protocol';
import type { ChatPage } from '../../application/rooms/rooms-from-outside.ts';
import type { StoredChat } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';

/**
 * Reads the newest messages below a position (room rules R4.14).
 * @param before 0 for the newest of all. @param limit 0 for as many as somebody gets who joins.
 * @param isRead false for the chat of users that the reader does not get.
 */
export async function readChat(
  storage: Pick<Storage, 'recentChat'>,
  roomId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
  isRead: (userId: string) => boolean,
): Promise<ChatPage> {
  const count = Math.min(limit === 0 ? limits.chatHistory.onJoin : limit, limits.chatHistory.ofPage);
  let messages: readonly StoredChat[] = [];
  for (let below = before === 0 ? Number.MAX_SAFE_INTEGER : before; ; ) {
    // One more than is asked for shows that there are older ones.
    const read = await storage.recentChat(roomId, limits.chatHistory.ofPage + 1, below);
    messages = [...read.filter(({ userId }) => isRead(userId)), ...messages];
    const isEnd = read.length <= limits.chatHistory.ofPage;
    if (messages.length > count) return { messages: messages.slice(-count), more: true };
    if (isEnd) return { messages, more: false };
    below = read[0]?.position ?? 0;
  }
}
