import type { LoopNews } from '@roomtone/protocol';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';

type StepNews = NonNullable<LoopNews['steps']>;
type StepEdit = NonNullable<StepNews['steps']>['edits'][number];

/** Steps of one pattern, the latest of each. */
interface Pending {
  readonly slot: number;
  readonly pattern: number;
  readonly edits: Map<string, StepEdit>;
  sender: number;
}

/**
 * Steps that are set soon after others wait a moment, and then go to the listeners in one message for each pattern (room rules
 * R22.7). The first ones go at once.
 */
export class GatheredSteps {
  readonly #deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> };
  readonly #send: (steps: StepNews, sender: number) => void;
  /** By slot and pattern. */
  readonly #pending = new Map<string, Pending>();
  #sentUs = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | undefined;

  constructor(
    deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> },
    send: (steps: StepNews, sender: number) => void,
  ) {
    this.#deps = deps;
    this.#send = send;
  }

  /** @returns false for steps that are to be sent now. */
  add({ slot, steps }: StepNews, sender: number): boolean {
    if (steps === undefined) return false;
    const nowUs = this.#deps.clock.serviceUs();
    const sinceMs = (nowUs - this.#sentUs) / 1000;
    if (this.#pending.size === 0 && sinceMs >= serverLimits.stepsGatheredMs) {
      this.#sentUs = nowUs;
      return false;
    }
    const key = `${slot} ${steps.pattern}`;
    const pending = this.#pending.get(key) ?? { slot, pattern: steps.pattern, edits: new Map(), sender };
    this.#pending.set(key, pending);
    pending.sender = sender;
    for (const edit of steps.edits) {
      const step = `${edit.key} ${edit.step}`;
      pending.edits.delete(step);
      pending.edits.set(step, edit);
    }
    this.#stop ??= this.#deps.scheduler.after(serverLimits.stepsGatheredMs - sinceMs, () => this.flush());
    return true;
  }

  /** Sends what waits: something that depends on it is about to be sent. */
  flush(): void {
    this.#stop?.();
    this.#stop = undefined;
    if (this.#pending.size === 0) return;
    this.#sentUs = this.#deps.clock.serviceUs();
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const { slot, pattern, edits, sender } of all) {
      this.#send({ slot, steps: { pattern, edits: [...edits.values()] } }, sender);
    }
  }

  clear(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#pending.clear();
  }
}
