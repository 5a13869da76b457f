import type { RoomCloseReason, RoomtoneError } from '@roomtone/protocol';

/** The state of a connection. `closed` is final; the SDK leaves every other state by itself. */
export type ConnectionState =
  | { readonly status: 'connecting' }
  | { readonly status: 'joined' }
  | {
      readonly status: 'reconnecting';
      /** From 1. */
      readonly attempt: number;
      /** When the next attempt starts, ms since 1970. */
      readonly retryAtMs: number;
      /** True if this machine reports that it has no network; the SDK tries again as soon as it has one. */
      readonly offline: boolean;
    }
  | { readonly status: 'closed'; readonly reason: CloseReason };

/**
 * Why a connection was closed.
 * - left: by leave() or close().
 * - kicked, banned, room-closed: by the server.
 * - session-ended: sign in again.
 * - forced-sign-out: an admin ended all of the user's sessions.
 * - taken-over: by another connection of the same participant.
 * - refused: the room or the account does not allow joining; see `error`.
 */
export type CloseReason =
  | { readonly kind: 'left' | 'session-ended' | 'forced-sign-out' | 'taken-over' }
  | { readonly kind: 'kicked' | 'banned'; readonly note: string }
  | { readonly kind: 'room-closed'; readonly why: RoomCloseReason }
  | { readonly kind: 'refused'; readonly error: RoomtoneError };
