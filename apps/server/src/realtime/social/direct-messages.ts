import { randomUUID } from 'node:crypto';
import {
  issues,
  type Named,
  NotificationKind,
  namesOf,
  type RefusalReason,
  RoomtoneError,
  serviceLimits,
  validationError,
} from '@roomtone/protocol';
import { type ChatFlood, chatText } from '@roomtone/room';
import { findUser, userNotFound } from '../../application/accounts/find-user.ts';
import { KeyedTurns } from '../../application/keyed-turns.ts';
import type { DirectMessageOutcome } from '../../domain/friendship.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DirectMessageRecord, DirectMessageStorage } from '../../ports/social-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { Log } from '../log.ts';
import type { News } from '../sharing/shared-news.ts';

export interface DirectMessagesDeps {
  readonly storage: DirectMessageStorage & Pick<Storage, 'userByIdOrName'>;
  readonly clock: Clock;
  readonly flood: ChatFlood;
  readonly log: Pick<Log, 'error'>;
  readonly connections: Pick<Connections, 'ofUser'>;
  readonly others: Pick<News, 'messageWaits'>;
}

/**
 * The connections that a message was sent on and that have not confirmed it, with its sequence in their reliable
 * streams.
 */
type HandedOver = Map<Connection, number>;

/**
 * Messages between friends, kept until one of the recipient's connections confirms that it has them (room rules R15).
 * A message is sent on all connections that are open at that time. A later connection gets it only if all of those were
 * lost before they confirmed it.
 */
export class DirectMessages {
  readonly #deps: DirectMessagesDeps;
  /** One job at a time for each recipient: a message that is being removed must not be read as still waiting. */
  readonly #turns = new KeyedTurns();
  /** By recipient and message. */
  readonly #handedOver = new Map<string, Map<string, HandedOver>>();

  constructor(deps: DirectMessagesDeps) {
    this.#deps = deps;
  }

  /**
   * Stores a message and sends it; resolves when it is stored.
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
    this.#deps.others.messageWaits(toId);
  }

  /** Sends a user's waiting messages, after a new message or on a new connection. */
  deliver(userId: string): void {
    this.#inTurn(userId, async () => {
      if (this.#deps.connections.ofUser(userId).size === 0) return;
      for (const message of await this.#deps.storage.directMessagesTo(userId)) this.#handOver(userId, message);
    });
  }

  /** A connection goes on that another process has begun: these messages are in its stream already, with their sequences. */
  adopt(userId: string, connection: Connection, sent: ReadonlyMap<string, number>): void {
    const handedOver = this.#handedOver.get(userId) ?? new Map<string, HandedOver>();
    for (const [messageId, sequence] of sent) {
      const message = handedOver.get(messageId) ?? new Map<Connection, number>();
      handedOver.set(messageId, message.set(connection, sequence));
    }
    if (handedOver.size > 0) this.#handedOver.set(userId, handedOver);
    this.deliver(userId);
  }

  /** A connection has everything up to this sequence of its reliable stream. */
  acknowledged(userId: string, connection: Connection, sequence: number): void {
    const handedOver = this.#handedOver.get(userId);
    if (handedOver === undefined) return;
    this.#confirm(userId, (message) => (message.get(connection) ?? Number.POSITIVE_INFINITY) <= sequence);
  }

  /** A connection is over. If it was not lost, it had received everything. */
  gone(userId: string, connection: Connection, isLost: boolean): void {
    const handedOver = this.#handedOver.get(userId);
    if (handedOver === undefined) return;
    if (!isLost) this.#confirm(userId, (message) => message.has(connection));
    let mustGoOut = false;
    for (const [messageId, message] of handedOver) {
      message.delete(connection);
      if (message.size > 0 || !isLost) continue;
      handedOver.delete(messageId);
      mustGoOut = true;
    }
    if (mustGoOut) this.deliver(userId);
  }

  #handOver(userId: string, record: DirectMessageRecord & Named): void {
    const handedOver = this.#handedOver.get(userId) ?? new Map<string, HandedOver>();
    const { messageId, fromId, message, timestamp } = record;
    if (handedOver.has(messageId)) return;
    const directMessage = { messageId, userId: fromId, ...namesOf(record), message, timestamp };
    const body = { kind: NotificationKind.DIRECT_MESSAGE, directMessage };
    const connections = this.#deps.connections.ofUser(userId);
    if (connections.size === 0) return;
    const sequences = Array.from(
      connections,
      (connection) => [connection, connection.send({ kind: 'notification', body }, 0)] as const,
    );
    handedOver.set(messageId, new Map(sequences));
    this.#handedOver.set(userId, handedOver);
  }

  #confirm(userId: string, isConfirmed: (message: HandedOver) => boolean): void {
    const confirmed: string[] = [];
    for (const [messageId, message] of this.#handedOver.get(userId) ?? []) {
      if (!isConfirmed(message)) continue;
      confirmed.push(messageId);
      // It cannot be confirmed again, and stays here until storage has removed it.
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
        limit: serviceLimits.directMessagesWaiting,
        // It is unknown when they will read; a minute is a fair wait.
        reset: Math.ceil(nowMs / 1000) + 60,
      });
  }
}

function refused(message: string, reason: RefusalReason): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', message, { required: [], reason });
}
