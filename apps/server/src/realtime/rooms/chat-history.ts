import { type ChatMessage, limits, namesOf } from '@roomtone/protocol';
import { deletedName } from '../../ports/account-storage.ts';
import type { Awaitable } from '../../ports/awaitable.ts';
import type { ChatRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';

/** One room's latest chat messages. A message is stored first and sent then, in the order in which it was accepted. */
export class ChatHistory {
  readonly #storage: Pick<Storage, 'addChat'>;
  readonly #messages: ChatMessage[];
  /** Settles when everything accepted so far is stored and sent, or refused. */
  #sent: Promise<void> = Promise.resolve();

  constructor(storage: Pick<Storage, 'addChat'>, messages: readonly ChatMessage[]) {
    this.#storage = storage;
    this.#messages = [...messages];
  }

  /** The last messages that were sent to everybody inside, up to 50, the oldest first. */
  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  /** Ids of users with a message in it; "" for system messages and deleted users. */
  get speakers(): Iterable<string> {
    return new Set(this.#messages.map((message) => message.userId));
  }

  /**
   * Calls `send` with the message in its place once it is stored and all before it are sent or refused; resolves when it is sent.
   * @throws the error of storage; then the message is not sent.
   */
  add(
    message: ChatMessage,
    as: Pick<ChatRecord, 'roomId' | 'messageType'>,
    send: (message: ChatMessage) => Awaitable<unknown>,
  ): Promise<void> {
    const stored = this.#storage.addChat({ ...message, ...as });
    const before = this.#sent;
    // Storage may work on several messages in parallel; they are sent in the order in which they were accepted.
    const storedInOrder = Promise.allSettled([before, stored]).then(() => stored);
    const published = storedInOrder.then(async (position) => {
      await send({ ...message, position });
    });
    this.#sent = published.catch(() => {});
    return published;
  }

  /** A message is sent to everybody inside. */
  sent(message: ChatMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > limits.chatHistory.onJoin) this.#messages.shift();
  }

  /** A message was deleted from storage. */
  remove(messageId: string): void {
    const index = this.#messages.findIndex((message) => message.messageId === messageId);
    if (index >= 0) this.#messages.splice(index, 1);
  }

  /** A user was deleted: their messages stay, under `deletedName`. */
  forgetUser(userId: string): void {
    for (const [index, message] of this.#messages.entries()) {
      if (message.userId === userId)
        this.#messages[index] = { ...message, userId: '', ...namesOf({ username: deletedName }) };
    }
  }

  /** Resolves when no message is on its way. */
  async settled(): Promise<void> {
    await this.#sent;
  }
}
