import { type ChatMessage, limits } from '@roomtone/protocol';
import type { ChatHistory } from '../rooms/chat-history.ts';

/** The chat that was sent to those who are connected here: as many messages as storage keeps, so that none is sent twice. */
export class ShownChat {
  readonly #ids = new Set<string>();
  /** Whatever is older was said before the room was live here. */
  readonly firstPosition: number;

  constructor({ messages }: Pick<ChatHistory, 'messages'>) {
    this.firstPosition = messages[0]?.position ?? 0;
    for (const { messageId } of messages) this.#ids.add(messageId);
  }

  has({ messageId }: Pick<ChatMessage, 'messageId'>): boolean {
    return this.#ids.has(messageId);
  }

  add({ messageId }: Pick<ChatMessage, 'messageId'>): void {
    this.#ids.add(messageId);
    if (this.#ids.size <= limits.chatHistory.stored) return;
    for (const oldest of this.#ids) {
      this.#ids.delete(oldest);
      return;
    }
  }
}
