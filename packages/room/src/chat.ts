import { limits, RoomtoneError, serviceLimits, textIssue, validationError } from '@roomtone/protocol';
import type { Moment } from './moment.ts';
import { SlidingWindow } from './sliding-window.ts';

/**
 * Returns the text as it is stored and shown: trimmed (room rules R4.1).
 * @throws {RoomtoneError} VALIDATION_ERROR on the field `message`.
 */
export function chatText(text: string): string {
  const trimmed = text.trim();
  const issue = textIssue(trimmed, limits.chatMessage, 'lineFeeds');
  if (issue !== undefined) throw validationError([{ field: 'message', ...issue }]);
  return trimmed;
}

/** Counts the recent messages of each user with their bots, in all rooms and on all connections together (room rules R4.4). */
export class ChatFlood {
  readonly #users = new Map<string, SlidingWindow>();
  /** Is called for each message that is counted here. */
  onTaken: ((userId: string) => void) | undefined;

  /** The user has sent a message at another process of the service. */
  takenElsewhere(userId: string, nowMs: number): void {
    this.#windowOf(userId).add(nowMs);
  }

  /**
   * Counts one message.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED with `limit` and `reset` (Unix seconds). A refused message does not count.
   */
  take(userId: string, now: Moment): void {
    const nowMs = now.nowUs / 1000;
    const window = this.#windowOf(userId);
    if (window.isFull(nowMs)) {
      throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many chat messages at once.', {
        limit: limits.chatFlood.messages,
        reset: resetAt(window.freeAtMs(), now),
      });
    }
    window.add(nowMs);
    this.onTaken?.(userId);
  }

  #windowOf(userId: string): SlidingWindow {
    let window = this.#users.get(userId);
    if (window === undefined) {
      window = new SlidingWindow({ count: limits.chatFlood.messages, windowMs: limits.chatFlood.windowMs });
      this.#users.set(userId, window);
    }
    return window;
  }

  /** Frees the memory of users without recent messages; changes no decision. */
  forgetIdle(nowMs: number): void {
    for (const [userId, window] of this.#users) {
      if (window.isEmpty(nowMs)) this.#users.delete(userId);
    }
  }
}

/** Remembers each user's recent messages in one room, to refuse repetition (room rules R4.9). */
export class ChatRepeats {
  readonly #said = new Map<string, { readonly text: string; readonly atMs: number }[]>();

  /**
   * Counts nothing; call add() when the message is accepted.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED with `limit` and `reset` (Unix seconds) for the third equal text in 30 s.
   */
  check(userId: string, text: string, now: Moment): void {
    const same = this.#recent(userId, now.nowUs / 1000).filter((said) => said.text === text);
    const [first] = same;
    if (first === undefined || same.length < serviceLimits.chatRepeats.messages) return;
    throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'You have just said that.', {
      reason: 'repeated',
      limit: serviceLimits.chatRepeats.messages,
      reset: resetAt(first.atMs + serviceLimits.chatRepeats.windowMs, now),
    });
  }

  add(userId: string, text: string, nowMs: number): void {
    this.#said.set(userId, [...this.#recent(userId, nowMs), { text, atMs: nowMs }]);
  }

  #recent(userId: string, nowMs: number) {
    const said = this.#said.get(userId) ?? [];
    return said.filter(({ atMs }) => nowMs - atMs < serviceLimits.chatRepeats.windowMs);
  }
}

/** Converts a service clock time in ms to Unix seconds on the current wall clock. */
function resetAt(serviceMs: number, { nowMs, nowUs }: Moment): number {
  return Math.ceil((nowMs + Math.round(serviceMs - nowUs / 1000)) / 1000);
}
