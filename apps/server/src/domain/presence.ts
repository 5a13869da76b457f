import { limits } from '@roomtone/protocol';
import type { PresenceStatusName } from '@roomtone/protocol/rest';

/** A status that a user can set by hand. */
export type ManualStatus = Exclude<PresenceStatusName, 'offline'>;

/** The state that determines a user's presence (room rules R14). Times are ms on one monotonic clock. */
export interface Presence {
  /** Includes connections that may still be resumed. */
  readonly connections: number;
  readonly byHand: ManualStatus | undefined;
  /** When the user last connected, or sent a note, chat or command. */
  readonly actedMs: number;
}

/** A user without a connection. */
export const absent: Presence = { connections: 0, byHand: undefined, actedMs: Number.NEGATIVE_INFINITY };

/** The status that others see now. */
export function statusOf({ connections, byHand, actedMs }: Presence, nowMs: number): PresenceStatusName {
  if (connections === 0) return 'offline';
  return byHand ?? (nowMs - actedMs >= limits.awayAfterMs ? 'away' : 'online');
}

export function connected(presence: Presence, nowMs: number): Presence {
  return { ...acted(presence, nowMs), connections: presence.connections + 1 };
}

/** One connection fewer. The end of the last one also clears the status set by hand. */
export function disconnected(presence: Presence): Presence {
  return presence.connections > 1 ? { ...presence, connections: presence.connections - 1 } : absent;
}

/** The user sent a note, chat message or command at that time. */
export function acted(presence: Presence, atMs: number): Presence {
  return atMs > presence.actedMs ? { ...presence, actedMs: atMs } : presence;
}

/** The status stays until it is set again or the last connection ends. */
export function withManualStatus(presence: Presence, byHand: ManualStatus): Presence {
  return { ...presence, byHand };
}
