import type { RoomCloseReason, RoomtoneError } from '@roomtone/protocol';

/** Where a connection stands. `closed` is final; the SDK leaves every other state by itself. */
export type ConnectionState =
  | { readonly status: 'connecting' }
  | { readonly status: 'joined' }
  | {
      readonly status: 'reconnecting';
      /** From 1. */
      readonly attempt: number;
      /** When the next attempt begins, ms since 1970. */
      readonly retryAtMs: number;
      /** Whether this machine says that it has no network at all; tried at once when it has one again. */
      readonly offline: boolean;
    }
  | { readonly status: 'closed'; readonly reason: CloseReason };

/**
 * left: by leave() or close(). kicked, banned, room-closed: the server said so. session-ended: sign in again. put-off:
 * an admin ended all of the user's sessions. taken-over: another connection of the same participant. refused: `error`
 * says why the room or the account does not let us in.
 */
export type CloseReason =
  | { readonly kind: 'left' | 'session-ended' | 'put-off' | 'taken-over' }
  | { readonly kind: 'kicked' | 'banned'; readonly note: string }
  | { readonly kind: 'room-closed'; readonly why: RoomCloseReason }
  | { readonly kind: 'refused'; readonly error: RoomtoneError };
