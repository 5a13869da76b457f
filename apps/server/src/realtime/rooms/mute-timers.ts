import { isOver } from '../../domain/permissions.ts';
import type { Participant } from '../../domain/room.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';

/** Calls back when the mutes of those inside a room are over, at their moment. */
export class MuteTimers {
  readonly #deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> };
  readonly #onEnd: (participant: Participant) => void;
  /** What stops waiting, by participant number. */
  readonly #waiting = new Map<number, () => void>();

  constructor(
    deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> },
    onEnd: (participant: Participant) => void,
  ) {
    this.#deps = deps;
    this.#onEnd = onEnd;
  }

  /** Waits for the end of the mute that the member has now, and no longer for that of another. */
  watch(participant: Participant): void {
    this.forget(participant.number);
    const endsUs = participant.mute?.endsUs;
    if (endsUs === undefined) return;
    const { clock, scheduler } = this.#deps;
    const stop = scheduler.after((endsUs - clock.serviceUs()) / 1000, () => {
      this.#waiting.delete(participant.number);
      // Timers have bounds, and some are early.
      if (participant.mute !== undefined && isOver(participant.mute, clock.serviceUs())) this.#onEnd(participant);
      else this.watch(participant);
    });
    this.#waiting.set(participant.number, stop);
  }

  forget(number: number): void {
    this.#waiting.get(number)?.();
    this.#waiting.delete(number);
  }

  clear(): void {
    for (const stop of this.#waiting.values()) stop();
    this.#waiting.clear();
  }
}
