import type { RoomtoneError } from '@roomtone/protocol';
import type { ConnectionError } from '../errors.ts';

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
 * - kicked, banned, roomClosed: by the server.
 * - sessionEnded: sign in again.
 * - forcedSignOut: an admin ended all of the user's sessions.
 * - takenOver: by another connection of the same participant.
 * - refused: the room or the account does not allow joining; see `error`.
 * - failed: the server could not be reached, and trying again is of no use or was not wanted; see `error`.
 */
export type CloseReason =
  | { readonly kind: 'left' | 'sessionEnded' | 'forcedSignOut' | 'takenOver' }
  | { readonly kind: 'kicked' | 'banned'; readonly note: string }
  | { readonly kind: 'roomClosed'; readonly why: 'deleted' | 'inactive' }
  | { readonly kind: 'refused'; readonly error: RoomtoneError }
  | { readonly kind: 'failed'; readonly error: ConnectionError };
