import { limits } from '@roomtone/protocol';
import { endMute, isOver, type Participant, type RoomEvent } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';
import { HeldJoins } from './held-joins.ts';
import type { RoomRecipients } from './room-recipients.ts';

export interface ParticipantNewsDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly scheduler: Pick<Scheduler, 'after'>;
}

/** Messages to everybody inside about the participants: that they join, change, are muted and leave. */
export class ParticipantNews {
  readonly heldJoins: HeldJoins;
  readonly #recipients: RoomRecipients;
  readonly #updates: ParticipantUpdates;
  readonly #muteTimers: MuteTimers;

  constructor(recipients: RoomRecipients, deps: ParticipantNewsDeps) {
    this.#recipients = recipients;
    this.heldJoins = new HeldJoins(deps, ({ info, number }) => {
      recipients.publish([{ kind: 'participantJoined', participant: info }], number, number);
    });
    this.#updates = new ParticipantUpdates(deps, ({ info, number }) => {
      recipients.publish([{ kind: 'participantUpdated', participant: info }], number);
    });
    this.#muteTimers = new MuteTimers(deps, (participant) => {
      this.heldJoins.announce(participant.number);
      recipients.publish(endMute(participant, deps.clock.serviceUs()), 0);
    });
  }

  joined(participant: Participant, events: readonly RoomEvent[]): void {
    this.#muteTimers.watch(participant);
    if (this.heldJoins.joined(participant)) this.#recipients.publish(events, participant.number);
  }

  /** The participant who makes a change sees it at once. */
  changed(participant: Participant): void {
    // The news of a join that is held back will have the change in it.
    if (this.heldJoins.has(participant.number) || !this.#updates.changed(participant)) {
      this.#recipients.tell(participant);
    }
  }

  /** Somebody was muted or unmuted. @param by the number of the participant who did it. */
  muted(participant: Participant, events: readonly RoomEvent[], by: number): void {
    this.#recipients.publish(events, by);
    this.#muteTimers.watch(participant);
  }

  /** @param by the number of the participant who removed them, or their own. */
  left(number: number, events: readonly RoomEvent[], by: number): void {
    this.#muteTimers.forget(number);
    this.#updates.forget(number);
    // Somebody of whom the others never heard has played nothing either.
    if (!this.heldJoins.left(number)) this.#recipients.publish(events, by);
  }

  clear(): void {
    this.#muteTimers.clear();
    this.#updates.clear();
    this.heldJoins.clear();
  }
}

/** Calls back when a participant's mute ends. */
class MuteTimers {
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

/**
 * Announces changes of participants: at once, but those of one participant at most every 500 ms, and then only the latest (room
 * rules R3.7).
 */
class ParticipantUpdates {
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
