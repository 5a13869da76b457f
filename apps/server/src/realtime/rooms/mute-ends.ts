import { isOver } from '../../domain/permissions.ts';
import type { Member } from '../../domain/room.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';

/** Calls back when the mutes of those inside a room are over, at their moment. */
export class MuteEnds {
  readonly #deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> };
  readonly #onEnd: (member: Member) => void;
  /** What stops waiting, by participant number. */
  readonly #waiting = new Map<number, () => void>();

  constructor(
    deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> },
    onEnd: (member: Member) => void,
  ) {
    this.#deps = deps;
    this.#onEnd = onEnd;
  }

  /** Waits for the end of the mute that the member has now, and no longer for that of another. */
  watch(member: Member): void {
    this.forget(member.number);
    const endsUs = member.mute?.endsUs;
    if (endsUs === undefined) return;
    const { clock, scheduler } = this.#deps;
    const stop = scheduler.after((endsUs - clock.serviceUs()) / 1000, () => {
      this.#waiting.delete(member.number);
      // Timers have bounds, and some are early.
      if (member.mute !== undefined && isOver(member.mute, clock.serviceUs())) this.#onEnd(member);
      else this.watch(member);
    });
    this.#waiting.set(member.number, stop);
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
