import { isOver } from '../../domain/permissions.ts';
import type { Participant } from '../../domain/room.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';

/** Calls back when a participant's mute ends. */
export class MuteTimers {
  readonly #deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> };
  readonly #onEnd: (participant: Participant) => void;
  /** Functions that stop the timers, by participant number. */
  readonly #timers = new Map<number, () => void>();

  constructor(
    deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> },
    onEnd: (participant: Participant) => void,
  ) {
    this.#deps = deps;
    this.#onEnd = onEnd;
  }

  /** Waits for the end of the participant's current mute, instead of an earlier one. */
  watch(participant: Participant): void {
    this.forget(participant.number);
    const endsUs = participant.mute?.endsUs;
    if (endsUs === undefined) return;
    const { clock, scheduler } = this.#deps;
    const stop = scheduler.after((endsUs - clock.serviceUs()) / 1000, () => {
      this.#timers.delete(participant.number);
      // A timer can fire early, and waits only for a limited time.
      if (participant.mute !== undefined && isOver(participant.mute, clock.serviceUs())) this.#onEnd(participant);
      else this.watch(participant);
    });
    this.#timers.set(participant.number, stop);
  }

  forget(number: number): void {
    this.#timers.get(number)?.();
    this.#timers.delete(number);
  }

  clear(): void {
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
  }
}
