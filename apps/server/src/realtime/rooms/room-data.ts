import type { DataMessage } from '@roomtone/protocol';
import { checkSendsData, getsData, type Participant, type RoomState } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { RoomRecipients } from './room-recipients.ts';

/** Data that programs of one room's participants send to each other. Nothing is kept: who has no socket gets none. */
export class RoomData {
  readonly #state: RoomState;
  readonly #recipients: RoomRecipients;
  readonly #clock: Pick<Clock, 'serviceUs'>;

  constructor(state: RoomState, recipients: RoomRecipients, clock: Pick<Clock, 'serviceUs'>) {
    this.#state = state;
    this.#recipients = recipients;
    this.#clock = clock;
  }

  /** @throws {RoomtoneError} as the domain's checkSendsData() does. */
  check(sender: Participant, data: DataMessage): void {
    checkSendsData(this.#state, sender, data, this.#clock.serviceUs());
  }

  /** Sends it to those of its recipients who are connected here. */
  send(sender: Participant, { to, ...data }: DataMessage): void {
    const serverTime = this.#clock.serviceUs();
    this.#recipients.sendUnnumbered(
      { kind: 'dataMessage', body: { ...data, to: [] }, sender: sender.number, serverTime },
      (listener) => getsData(this.#state, listener, sender, to),
    );
  }
}
