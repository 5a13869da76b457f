import type {
  ChatMessage,
  LeaveReason,
  Participant,
  PlayoutMode,
  Room,
  RoomtoneError,
  Sounding,
  Transport,
  Welcome,
} from '@roomtone/protocol';
import type { ClockReading } from '../clock/clock-sync.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { NotesEvent } from '../notes/notes-event.ts';
import type { PlayerQuality } from '../quality/quality.ts';
import type { Notice } from './notices.ts';

/** The state given on joining, and after each reconnection, resumed or not. The client silences everything first. */
export interface RoomSnapshot {
  readonly room: Room;
  readonly participants: readonly Participant[];
  /** This participant's own number; it changes if a reconnection is not a resume. */
  readonly self: number;
  /** Oldest first. */
  readonly chat: readonly ChatMessage[];
  readonly welcomeMessage: string;
  readonly transport: Transport | undefined;
  readonly sounding: readonly Sounding[];
  readonly me: Welcome;
}

export interface RoomEvents {
  state: ConnectionState;
  joined: RoomSnapshot;
  notes: NotesEvent;
  /**
   * Everything this participant has scheduled or sounding ends now: they left, or the server released their notes.
   */
  silence: { readonly participant: number };
  participantJoined: Participant;
  participantLeft: { readonly participant: Participant; readonly reason: LeaveReason; readonly note: string };
  participantUpdated: Participant;
  /** Includes the user's own messages, once the server has stored them. */
  chat: ChatMessage;
  roomUpdated: Room;
  /** A message was deleted by the participant with the number `by`. */
  chatDeleted: { readonly messageId: string; readonly by: number };
  /** A participant started or stopped typing. */
  typing: { readonly participant: number; readonly typing: boolean };
  /** The metronome was set; also reported with each snapshot. */
  transport: Transport;
  /** Matched playout was turned on or off, or its delay changed. */
  playoutMode: PlayoutMode;
  /** Every 2 s: the quality of the connection to each of the others. */
  quality: readonly PlayerQuality[];
  /** Something outside the room that concerns the user. */
  notification: Notice;
  clock: ClockReading;
  /** The server refused something for which no promise waits, such as notes over the quota. */
  problem: RoomtoneError;
}
