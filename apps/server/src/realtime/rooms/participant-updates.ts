import { limits } from '@roomtone/protocol';
import type { Participant } from '../../domain/room.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';

/**
 * Announces changes of participants: at once, but those of one participant at most every 500 ms, and then only the latest (room
 * rules R3.7).
 */
export class ParticipantUpdates {
  readonly #deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> };
  readonly #announce: (participant: Participant) => void;
  /** When each participant was announced last (service clock, µs), by number. */
  readonly #announcedUs = new Map<number, number>();
  /** Functions that stop the announcements to come, by participant number. */
  readonly #timers = new Map<number, () => void>();

  constructor(
    deps: { readonly clock: Pick<Clock, 'serviceUs'>; readonly scheduler: Pick<Scheduler, 'after'> },
    announce: (participant: Participant) => void,
  ) {
    this.#deps = deps;
    this.#announce = announce;
  }

  /** A participant has changed. @returns false if that is announced later. */
  changed(participant: Participant): boolean {
    const { number } = participant;
    if (this.#timers.has(number)) return false;
    const { clock, scheduler } = this.#deps;
    const announcedUs = this.#announcedUs.get(number) ?? Number.NEGATIVE_INFINITY;
    const waitMs = limits.participantUpdateMs - (clock.serviceUs() - announcedUs) / 1000;
    if (waitMs <= 0) {
      this.#now(participant);
      return true;
    }
    const stop = scheduler.after(waitMs, () => {
      this.#timers.delete(number);
      this.#now(participant);
    });
    this.#timers.set(number, stop);
    return false;
  }

  /** A participant has left. */
  forget(number: number): void {
    this.#timers.get(number)?.();
    this.#timers.delete(number);
    this.#announcedUs.delete(number);
  }

  clear(): void {
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
    this.#announcedUs.clear();
  }

  #now(participant: Participant): void {
    this.#announcedUs.set(participant.number, this.#deps.clock.serviceUs());
    this.#announce(participant);
  }
}
