import { type ChatMessage, limits } from '@roomtone/protocol';
import { deletedName } from '../../ports/account-storage.ts';
import type { ChatRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';

/** One room's conversation: stored first, then said, in the order in which it was decided; the last of it at hand. */
export class ChatHistory {
  readonly #storage: Pick<Storage, 'addChat'>;
  readonly #messages: ChatMessage[];
  /** Settles when all that was decided so far is stored and said, or refused. */
  #said: Promise<void> = Promise.resolve();

  constructor(storage: Pick<Storage, 'addChat'>, messages: readonly ChatMessage[]) {
    this.#storage = storage;
    this.#messages = [...messages];
  }

  /** What everybody inside has been told, up to 50, the oldest first. */
  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  /** Those who have said something in it. */
  get speakers(): Iterable<string> {
    return new Set(this.#messages.map((message) => message.userId));
  }

  /**
   * Says a message with `tell` once it is stored and all before it are said or refused; resolves then.
   * @throws whatever storage threw: then nobody is told.
   */
  say(message: ChatMessage, as: Pick<ChatRecord, 'roomId' | 'messageType'>, tell: () => void): Promise<void> {
    const stored = this.#storage.addChat({ ...message, ...as });
    const before = this.#said;
    // Storage may work on several messages at once; they are said in the order in which they were decided.
    const saidInOrder = Promise.allSettled([before, stored]).then(() => stored);
    const published = saidInOrder.then(() => {
      this.#messages.push(message);
      if (this.#messages.length > limits.chatHistory.onJoin) this.#messages.shift();
      tell();
    });
    this.#said = published.catch(() => {});
    return published;
  }

  /** A message is gone from storage. */
  remove(messageId: string): void {
    const index = this.#messages.findIndex((message) => message.messageId === messageId);
    if (index >= 0) this.#messages.splice(index, 1);
  }

  /** An account is gone: what it said stays under `deletedName`. */
  forgetUser(userId: string): void {
    for (const [index, message] of this.#messages.entries()) {
      if (message.userId === userId) this.#messages[index] = { ...message, userId: '', username: deletedName };
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#said;
  }
}
