import type { Notification } from '@roomtone/protocol';
import type { RoomNews } from '../ports/live-rooms.ts';
import type { LiveUsers } from '../ports/live-users.ts';
import type { RoomRecord } from '../ports/room-storage.ts';

/** News of use cases that commands of realtime/ can run. */
export type LiveNews = Pick<LiveUsers, 'notify' | 'blockChanged'> & Pick<RoomNews, 'roomCreated'>;

/**
 * Passes news on to realtime/. Commands of realtime/ run the use cases that send the news, so these are made first, with this
 * relay, and realtime/ is connected to it as soon as it exists. News from before then would concern nobody.
 */
export class NewsRelay implements LiveNews {
  #receiver: LiveNews | undefined;

  connect(receiver: LiveNews): void {
    this.#receiver = receiver;
  }

  notify(userId: string, notification: Notification): void {
    this.#receiver?.notify(userId, notification);
  }

  blockChanged(userId: string, otherId: string, isBlocked: boolean): void {
    this.#receiver?.blockChanged(userId, otherId, isBlocked);
  }

  roomCreated(record: RoomRecord): void {
    this.#receiver?.roomCreated(record);
  }
}
