import { LRUCache } from 'lru-cache';
import type { Awaitable } from '../ports/awaitable.ts';
import type { Clock } from '../ports/clock.ts';

export interface RecentOptions {
  /** An answer of this age is asked for again. */
  readonly maxAgeMs: number;
  /** Answers kept; above this the least recently used one is dropped. */
  readonly maxAnswers: number;
  readonly clock: Pick<Clock, 'serviceUs'>;
}

interface Answer<Value> {
  /** The value itself once it is known. */
  value: Awaitable<Value>;
}

/**
 * Keeps answers for a few moments. Callers that ask the same question while it is being answered share one answer; a
 * failure is not kept. The cache's own fetch() is not used: it returns a promise even for a known answer, and a question
 * costs it several times as much.
 */
export class Recent<Value> {
  readonly #answers: LRUCache<string, Answer<Value>>;

  constructor({ maxAgeMs, maxAnswers, clock }: RecentOptions) {
    this.#answers = new LRUCache({
      max: maxAnswers,
      // Microseconds. The cache still returns an answer whose age equals its ttl.
      ttl: maxAgeMs * 1000 - 1,
      ttlResolution: 0,
      perf: { now: () => clock.serviceUs() },
    });
  }

  /** The recent answer to `question`, without a promise if it is known, or the one that `ask` gives. */
  answer(question: string, ask: () => Promise<Value>): Awaitable<Value> {
    const known = this.#answers.get(question);
    if (known !== undefined) return known.value;
    const asked = ask();
    const answer: Answer<Value> = { value: asked };
    this.#answers.set(question, answer);
    asked.then(
      (value) => {
        answer.value = value;
      },
      () => {
        if (this.#answers.peek(question) === answer) this.#answers.delete(question);
      },
    );
    return asked;
  }

  forget(question: string): void {
    this.#answers.delete(question);
  }

  /** Forgets every answer, including those still to come. */
  forgetAll(): void {
    // clear() takes time in proportion to `maxAnswers`.
    if (this.#answers.size > 0) this.#answers.clear();
  }
}
