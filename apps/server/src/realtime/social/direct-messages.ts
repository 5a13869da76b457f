import { randomUUID } from 'node:crypto';
import { issues, limits, NotificationKind, RoomtoneError, validationError } from '@roomtone/protocol';
import { findUser, userNotFound } from '../../application/accounts/find-user.ts';
import { KeyedTurns } from '../../application/keyed-turns.ts';
import { type ChatFlood, chatText } from '../../domain/chat.ts';
import type { DirectMessageOutcome } from '../../domain/friendship.ts';
import type { DirectMessageRecord, DirectMessageStorage } from '../../ports/account-ports.ts';
import type { Clock, Storage } from '../../ports/ports.ts';
import type { Client } from '../connections/client.ts';
import type { Log } from '../realtime.ts';

export interface DirectMessagesDeps {
  readonly storage: DirectMessageStorage & Pick<Storage, 'userByIdOrName'>;
  readonly clock: Clock;
  readonly flood: ChatFlood;
  readonly log: Pick<Log, 'error'>;
  /** Open connections of a user. */
  readonly connectionsOf: (userId: string) => readonly Client[];
}

/** A message that went out to connections and is not confirmed by any: each with its place in their reliable stream. */
type HandedOver = Map<Client, number>;

/**
 * Messages between friends: kept until one of the recipient's connections confirms that it has them (room rules R15).
 * All connections of the moment get a message; one that comes later does not, unless all of those were lost before they
 * confirmed it.
 */
export class DirectMessages {
  readonly #deps: DirectMessagesDeps;
  /** One at a time for each recipient: what is being removed must not be read as waiting. */
  readonly #turns = new KeyedTurns();
  /** By recipient and message. */
  readonly #handedOver = new Map<string, Map<string, HandedOver>>();

  constructor(deps: DirectMessagesDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the message is kept; it is on its way then.
   * @throws {RoomtoneError} VALIDATION_ERROR on `message` or `user`; RESOURCE_NOT_FOUND; RATE_LIMIT_EXCEEDED, counted
   *   together with chat; AUTHORIZATION_ERROR with reason blocked, blocking or not_friends.
   */
  async send(fromId: string, to: string, text: string): Promise<void> {
    const { storage, clock, flood } = this.#deps;
    const message = chatText(text);
    const { userId: toId } = await findUser(storage, to);
    if (toId === fromId) throw validationError([{ field: 'user', ...issues.oneself }]);
    const timestamp = clock.nowMs();
    flood.take(fromId, { nowMs: timestamp, nowUs: clock.serviceUs() });
    const outcome = await storage.addDirectMessage({ messageId: randomUUID(), fromId, toId, message, timestamp });
    if (outcome === 'unknown') throw userNotFound(to);
    if (outcome !== 'kept') throw refusal(outcome, timestamp);
    this.deliver(toId);
  }

  /** Gives a user's connections what waits for them: after a message came, or a connection. */
  deliver(userId: string): void {
    this.#inTurn(userId, async () => {
      if (this.#deps.connectionsOf(userId).length === 0) return;
      for (const message of await this.#deps.storage.directMessagesTo(userId)) this.#handOver(userId, message);
    });
  }

  /** A connection has everything up to this place in its reliable stream. */
  acknowledged(userId: string, client: Client, sequence: number): void {
    const handedOver = this.#handedOver.get(userId);
    if (handedOver === undefined) return;
    this.#confirm(userId, (message) => (message.get(client) ?? Number.POSITIVE_INFINITY) <= sequence);
  }

  /** A connection is over; one that was not lost had everything. */
  gone(userId: string, client: Client, isLost: boolean): void {
    const handedOver = this.#handedOver.get(userId);
    if (handedOver === undefined) return;
    if (!isLost) this.#confirm(userId, (message) => message.has(client));
    let mustGoOut = false;
    for (const [messageId, message] of handedOver) {
      message.delete(client);
      if (message.size > 0 || !isLost) continue;
      handedOver.delete(messageId);
      mustGoOut = true;
    }
    if (mustGoOut) this.deliver(userId);
  }

  #handOver(userId: string, record: DirectMessageRecord & { readonly username: string }): void {
    const handedOver = this.#handedOver.get(userId) ?? new Map<string, HandedOver>();
    const { messageId, fromId, username, message, timestamp } = record;
    if (handedOver.has(messageId)) return;
    const directMessage = { messageId, userId: fromId, username, message, timestamp };
    const body = { kind: NotificationKind.DIRECT_MESSAGE, directMessage };
    const clients = this.#deps.connectionsOf(userId);
    if (clients.length === 0) return;
    const places = clients.map((client) => [client, client.tell({ kind: 'notification', body }, 0)] as const);
    handedOver.set(messageId, new Map(places));
    this.#handedOver.set(userId, handedOver);
  }

  #confirm(userId: string, isConfirmed: (message: HandedOver) => boolean): void {
    const confirmed: string[] = [];
    for (const [messageId, message] of this.#handedOver.get(userId) ?? []) {
      if (!isConfirmed(message)) continue;
      confirmed.push(messageId);
      // Nothing confirms it twice; it stays here until storage has let go of it.
      message.clear();
    }
    if (confirmed.length === 0) return;
    this.#inTurn(userId, async () => {
      await this.#deps.storage.removeDirectMessages(confirmed);
      const handedOver = this.#handedOver.get(userId);
      for (const messageId of confirmed) handedOver?.delete(messageId);
      if (handedOver?.size === 0) this.#handedOver.delete(userId);
    });
  }

  #inTurn(userId: string, job: () => Promise<void>): void {
    this.#turns.run(userId, job).catch((error: unknown) => {
      this.#deps.log.error({ err: error, userId }, 'direct messages could not be delivered');
    });
  }
}

function refusal(outcome: Exclude<DirectMessageOutcome, 'kept'>, nowMs: number): RoomtoneError {
  switch (outcome) {
    case 'blocked':
      return refused('This user does not take messages from you.', 'blocked');
    case 'blocking':
      return refused('You have blocked this user. Undo that first.', 'blocking');
    case 'strangers':
      return refused('Only friends take direct messages.', 'not_friends');
    case 'full':
      return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many messages are waiting for this user.', {
        limit: limits.directMessagesWaiting,
        // When they read is not known; a minute is a fair pause.
        reset: Math.ceil(nowMs / 1000) + 60,
      });
  }
}

function refused(message: string, reason: string): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', message, { required: [], reason });
}
