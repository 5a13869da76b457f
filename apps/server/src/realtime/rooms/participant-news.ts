import { endMute } from '../../domain/muting.ts';
import type { Participant, RoomEvent } from '../../domain/room.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';
import { HeldJoins } from './held-joins.ts';
import { MuteTimers } from './mute-timers.ts';
import { ParticipantUpdates } from './participant-updates.ts';
import type { RoomRecipients } from './room-recipients.ts';

export interface ParticipantNewsDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly scheduler: Pick<Scheduler, 'after'>;
}

/** What everybody inside hears about the participants, and when: that they join, change, are muted and leave. */
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
