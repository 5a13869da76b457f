import { limits } from '@roomtone/protocol';
import type { PresenceStatusName } from '@roomtone/protocol/rest';

/** What a user can set by hand. */
export type StatusByHand = Exclude<PresenceStatusName, 'offline'>;

/** What a user's presence follows from (room rules R14). Times are ms on one clock that never goes back. */
export interface Presence {
  /** Those that may still resume included. */
  readonly connections: number;
  readonly byHand: StatusByHand | undefined;
  /** When the user last connected, or sent a note, chat or command. */
  readonly actedMs: number;
}

/** Without a connection. */
export const absent: Presence = { connections: 0, byHand: undefined, actedMs: Number.NEGATIVE_INFINITY };

/** What others see of a user now. */
export function statusOf({ connections, byHand, actedMs }: Presence, nowMs: number): PresenceStatusName {
  if (connections === 0) return 'offline';
  return byHand ?? (nowMs - actedMs >= limits.awayAfterMs ? 'away' : 'online');
}

export function connected(presence: Presence, nowMs: number): Presence {
  return { ...acted(presence, nowMs), connections: presence.connections + 1 };
}

/** One connection less; with the last one goes what was set by hand. */
export function disconnected(presence: Presence): Presence {
  return presence.connections > 1 ? { ...presence, connections: presence.connections - 1 } : absent;
}

/** The user sent a note, chat or command then. */
export function acted(presence: Presence, atMs: number): Presence {
  return atMs > presence.actedMs ? { ...presence, actedMs: atMs } : presence;
}

/** Stays until it is set again or the last connection ends. */
export function setByHand(presence: Presence, byHand: StatusByHand): Presence {
  return { ...presence, byHand };
}
