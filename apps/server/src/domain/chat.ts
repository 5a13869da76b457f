import { limits, RoomtoneError, textIssue, validationError } from '@roomtone/protocol';
import type { Moment } from './moment.ts';
import { SlidingWindow } from './sliding-window.ts';

/**
 * The text as it is stored and shown: trimmed (room rules R4.1).
 * @throws {RoomtoneError} VALIDATION_ERROR on the field `message`.
 */
export function chatText(text: string): string {
  const trimmed = text.trim();
  const issue = textIssue(trimmed, limits.chatMessage, 'lineFeeds');
  if (issue !== undefined) throw validationError([{ field: 'message', ...issue }]);
  return trimmed;
}

/** How much each user has said lately, in all rooms and on all connections together (room rules R4.4). */
export class ChatFlood {
  readonly #users = new Map<string, SlidingWindow>();

  /**
   * Counts one message.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED with `limit` and `reset` (Unix seconds); then it is not counted.
   */
  take(userId: string, now: Moment): void {
    const nowMs = now.nowUs / 1000;
    let window = this.#users.get(userId);
    if (window === undefined) {
      window = new SlidingWindow({ count: limits.chatFlood.messages, windowMs: limits.chatFlood.windowMs });
      this.#users.set(userId, window);
    }
    if (window.isFull(nowMs)) {
      throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many chat messages at once.', {
        limit: limits.chatFlood.messages,
        reset: resetAt(window.freeAtMs(), now),
      });
    }
    window.add(nowMs);
  }

  /** Lets go of users who have said nothing lately; changes no answer. */
  forgetIdle(nowMs: number): void {
    for (const [userId, window] of this.#users) {
      if (window.isEmpty(nowMs)) this.#users.delete(userId);
    }
  }
}

/** What each user has said lately in one room, where repetition is refused (room rules R4.9). */
export class ChatRepeats {
  readonly #said = new Map<string, { readonly text: string; readonly atMs: number }[]>();

  /**
   * Counts nothing: add() does, once the message is taken.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED with `limit` and `reset` (Unix seconds) for the third of one text in 30 s.
   */
  check(userId: string, text: string, now: Moment): void {
    const same = this.#recent(userId, now.nowUs / 1000).filter((said) => said.text === text);
    const [first] = same;
    if (first === undefined || same.length < limits.chatRepeats.messages) return;
    throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'You have just said that.', {
      reason: 'repeated',
      limit: limits.chatRepeats.messages,
      reset: resetAt(first.atMs + limits.chatRepeats.windowMs, now),
    });
  }

  add(userId: string, text: string, nowMs: number): void {
    this.#said.set(userId, [...this.#recent(userId, nowMs), { text, atMs: nowMs }]);
  }

  #recent(userId: string, nowMs: number) {
    const said = this.#said.get(userId) ?? [];
    return said.filter(({ atMs }) => nowMs - atMs < limits.chatRepeats.windowMs);
  }
}

/** A moment of the service clock, ms, as people read it: Unix seconds by the wall clock of now. */
function resetAt(serviceMs: number, { nowMs, nowUs }: Moment): number {
  return Math.ceil((nowMs + Math.round(serviceMs - nowUs / 1000)) / 1000);
}
