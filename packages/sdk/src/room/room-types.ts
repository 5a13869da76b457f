import type {
  ChatMessage,
  LeaveReason,
  Participant,
  Room,
  RoomCloseReason,
  RoomtoneError,
  Sounding,
  Welcome,
} from '@roomtone/protocol';
import type { ClockReading } from '../clock/clock-sync.ts';

/** Where a room connection stands. `closed` is final; the SDK leaves every other state by itself. */
export type ConnectionState =
  | { readonly status: 'connecting' }
  | { readonly status: 'joined' }
  | {
      readonly status: 'reconnecting';
      /** From 1. */
      readonly attempt: number;
      /** When the next attempt begins, ms since 1970. */
      readonly retryAtMs: number;
    }
  | { readonly status: 'closed'; readonly reason: CloseReason };

/**
 * left: by leave(). kicked, banned, room-closed: the server said so. session-ended: sign in again. taken-over: another
 * connection of the same participant. refused: `error` says why the room or the account does not let us in.
 */
export type CloseReason =
  | { readonly kind: 'left' | 'session-ended' | 'put-off' | 'taken-over' }
  | { readonly kind: 'kicked' | 'banned'; readonly note: string }
  | { readonly kind: 'room-closed'; readonly why: RoomCloseReason }
  | { readonly kind: 'refused'; readonly error: RoomtoneError };

/** What a join gives; again after each reconnection. The client silences everything before it takes a new one. */
export interface RoomSnapshot {
  readonly room: Room;
  readonly participants: readonly Participant[];
  /** One's own participant number; it changes when a reconnection is not a resume. */
  readonly self: number;
  /** Oldest first. */
  readonly chat: readonly ChatMessage[];
  readonly welcomeMessage: string;
  readonly sounding: readonly Sounding[];
  readonly me: Welcome;
}

/** Notes of one other participant, in the order they were played. */
export interface NotesEvent {
  /** Participant number. */
  readonly sender: number;
  /** When the first event should sound here, service clock µs: as played plus the playout delay, never before what
   * the same sender has scheduled already. */
  readonly playAtUs: number;
  /** When the first event was played, service clock µs. */
  readonly startTimeUs: number;
  /** One an event: µs after startTimeUs and after playAtUs alike. */
  readonly offsets: readonly number[];
  /** Raw MIDI channel voice messages, one after another. */
  readonly data: Uint8Array;
}

export interface RoomEvents {
  state: ConnectionState;
  joined: RoomSnapshot;
  notes: NotesEvent;
  /** Whatever this participant has scheduled or sounding ends now: they left, or the server released for them. */
  silence: { readonly participant: number };
  participantJoined: Participant;
  participantLeft: { readonly participant: Participant; readonly reason: LeaveReason; readonly note: string };
  participantUpdated: Participant;
  /** Also one's own messages, once the server took them. */
  chat: ChatMessage;
  roomUpdated: Room;
  clock: ClockReading;
  /** The server refused something that no promise waits for, such as notes over the quota. */
  problem: RoomtoneError;
}

export interface JoinRequest {
  readonly roomId: string;
  readonly password?: string;
}
