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
import type { ConnectionState } from '../link/connection-state.ts';
import type { PlayerQuality } from '../quality/quality.ts';
import type { Notice } from './notices.ts';

/** What a join gives; again after each reconnection, resumed or not. The client silences everything before it takes a new one. */
export interface RoomSnapshot {
  readonly room: Room;
  readonly participants: readonly Participant[];
  /** One's own participant number; it changes when a reconnection is not a resume. */
  readonly self: number;
  /** Oldest first. */
  readonly chat: readonly ChatMessage[];
  readonly welcomeMessage: string;
  readonly transport: Transport | undefined;
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
  /** A message was removed; `by` is the participant number of whoever did it. */
  chatDeleted: { readonly messageId: string; readonly by: number };
  /** Somebody began or ceased to type. */
  typing: { readonly participant: number; readonly typing: boolean };
  /** The metronome was set; also told by each snapshot. */
  transport: Transport;
  /** Whether everybody delays their own sound, and by how much. */
  playoutMode: PlayoutMode;
  /** Every 2 s: how it goes with each of the others. */
  quality: readonly PlayerQuality[];
  /** Something outside the room that concerns the user. */
  notification: Notice;
  clock: ClockReading;
  /** The server refused something that no promise waits for, such as notes over the quota. */
  problem: RoomtoneError;
}
