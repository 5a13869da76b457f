/**
 * Brings messages to all processes of the service that subscribe to a channel, this one included, each message at most once and
 * in the order of one sender. Nothing waits for it: while it cannot be reached, messages are lost, and the other processes have
 * to find out in another way (storage, a key that expires).
 */
export interface Bus {
  readonly isReady: boolean;
  publish(channel: string, message: Uint8Array): void;
  /** The same; resolves when the message is on its way to the others, or cannot be brought to them. */
  pass(channel: string, message: Uint8Array): Promise<void>;
  /** @returns ends the subscription. */
  subscribe(channel: string, listener: (message: Uint8Array) => void): () => void;
  /** Calls back whenever the bus can be reached again, with all subscriptions in force: messages may have been lost. */
  onReconnect(listener: () => void): () => void;
}
