import type { Awaitable } from '../ports/awaitable.ts';
import type { Clock } from '../ports/clock.ts';

export interface RecentOptions {
  /** How old an answer may be that is given again. */
  readonly maxAgeMs: number;
  /** Answers kept; beyond, the one asked for the longest ago goes. */
  readonly maxAnswers: number;
  readonly clock: Pick<Clock, 'serviceUs'>;
}

interface Answer<Value> {
  /** The value itself once it is there. */
  value: Awaitable<Value>;
  readonly askedUs: number;
}

/** Answers to questions of the last moments. Those who ask the same meanwhile share one answer; a failure is not kept. */
export class Recent<Value> {
  readonly #options: RecentOptions;
  readonly #answers = new Map<string, Answer<Value>>();

  constructor(options: RecentOptions) {
    this.#options = options;
  }

  /** The answer to `question`: a recent one, at once if it is there, or the one that `ask` gives. */
  answer(question: string, ask: () => Promise<Value>): Awaitable<Value> {
    const { clock, maxAgeMs, maxAnswers } = this.#options;
    const nowUs = clock.serviceUs();
    const known = this.#answers.get(question);
    if (known !== undefined && nowUs - known.askedUs < maxAgeMs * 1000) return known.value;
    const asked = ask();
    const answer: Answer<Value> = { value: asked, askedUs: nowUs };
    // Put last: the first is the oldest.
    this.#answers.delete(question);
    this.#answers.set(question, answer);
    if (this.#answers.size > maxAnswers) this.#dropOldest();
    asked.then(
      (value) => {
        answer.value = value;
      },
      () => {
        if (this.#answers.get(question) === answer) this.#answers.delete(question);
      },
    );
    return asked;
  }

  forget(question: string): void {
    this.#answers.delete(question);
  }

  /** What is asked from now on is asked anew; answers under way are not kept. */
  forgetAll(): void {
    this.#answers.clear();
  }

  #dropOldest(): void {
    for (const question of this.#answers.keys()) {
      this.#answers.delete(question);
      return;
    }
  }
}
