import type { Notification } from '@roomtone/protocol';
import type { ManualStatus } from '../../domain/presence.ts';
import type { Bus } from '../../ports/bus.ts';
import type { ChangedAccount } from '../../ports/live-users.ts';
import type { Log } from '../log.ts';

/** News of one process for the others, and what it means for its own connections. Rooms have news of their own (cluster/). */
export interface News {
  sessionEnded(sessionId: string): void;
  forceSignOut(userId: string): void;
  /** An invitation is revoked in storage: the connections of guests whom it admitted close. */
  invitationRevoked(invitationId: string): void;
  accountChanged(account: ChangedAccount): void;
  accountDeleted(userId: string): void;
  notify(userId: string, notification: Notification): void;
  blockChanged(userId: string, otherId: string, isBlocked: boolean): void;
  statusSet(userId: string, status: ManualStatus): void;
  /** A direct message waits for the user. */
  messageWaits(userId: string): void;
}

interface Envelope {
  readonly from: string;
  readonly act: keyof News;
  readonly args: readonly unknown[];
}

const channel = 'news';

/**
 * Brings news to the other processes of the service. Each act is for the others only; the caller acts on its own connections
 * first, so that nothing here waits for the bus.
 * @param here what each act does for the connections of this process, when another one tells it.
 */
export function shareNews(bus: Bus, processId: string, here: News, log: Pick<Log, 'warn'>): News {
  bus.subscribe(channel, (message) => {
    try {
      const { from, act, args } = JSON.parse(Buffer.from(message).toString('utf8')) as Envelope;
      // Another version of the server may tell what this one does not know.
      if (from === processId || !(act in here)) return;
      (here[act] as (...args: readonly unknown[]) => void)(...args);
    } catch (error) {
      log.warn({ err: error }, 'news of another process could not be read');
    }
  });
  const tell =
    (act: keyof News) =>
    (...args: readonly unknown[]) => {
      const envelope: Envelope = { from: processId, act, args };
      bus.publish(channel, Buffer.from(JSON.stringify(envelope)));
    };
  // Each act keeps its own parameters.
  return Object.fromEntries((Object.keys(here) as (keyof News)[]).map((act) => [act, tell(act)])) as unknown as News;
}

/** For a process that is alone. */
export const noOthers: News = {
  sessionEnded() {},
  forceSignOut() {},
  invitationRevoked() {},
  accountChanged() {},
  accountDeleted() {},
  notify() {},
  blockChanged() {},
  statusSet() {},
  messageWaits() {},
};
