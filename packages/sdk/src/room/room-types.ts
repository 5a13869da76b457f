import type { Limits, Welcome } from '@roomtone/protocol';
import type { ClockReading } from '../clock/clock-sync.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { Requests } from '../connection/requests.ts';
import type { Timers } from '../environment.ts';
import type { ClientError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { NotePath } from '../notes/note-path.ts';
import type { NoteEvent, NotesEvent } from '../notes/notes-event.ts';
import type { PlayerQuality } from '../quality/quality.ts';
import type {
  ChatMessage,
  DataEvent,
  LeaveReason,
  OwnershipOffer,
  Participant,
  PlayoutMode,
  RoomInfo,
  Transport,
  Turns,
} from './from-wire.ts';
import type { Notice } from './notices.ts';

/** The state of the room on joining, and after each reconnection, resumed or not. The client silences everything first. */
export interface RoomSnapshot {
  readonly info: RoomInfo;
  /** This participant; their id changes if a reconnection is not a resume. */
  readonly self: Participant;
  readonly participants: readonly Participant[];
  /** The last 50 messages, oldest first. */
  readonly chat: readonly ChatMessage[];
  /** "" for none. */
  readonly welcomeMessage: string;
  /** Undefined if the metronome was never set. */
  readonly transport: Transport | undefined;
  readonly sounding: readonly Sounding[];
  /** The limits that the server enforces. */
  readonly limits: Limits | undefined;
  /** Names the connection in the server's log. */
  readonly connectionId: string;
}

/** The tools with which other subpaths of this package make parts of a room. */
export interface RoomParts {
  readonly timers: Timers;
  readonly logger: Logger;
  readonly requests: Pick<Requests, 'tell' | 'ask'>;
  readonly path: NotePath;
  /** From this machine's clock to the service clock, µs. */
  serviceUs(localUs: number): number;
  /** The first message of the last connection; undefined before. */
  welcome(): Welcome | undefined;
}

/** The notes that a participant has sounding. */
export interface Sounding {
  readonly participantId: number;
  /** Raw MIDI: for each channel in use its controllers, program and bend, and a note-on for each sounding note. */
  readonly data: Uint8Array;
}

export interface RoomOptions {
  /** The longest delay added to other players' notes to cover jitter, µs; default 500,000. */
  readonly maxPlayoutDelayUs?: number;
  /**
   * Thins the player's own controllers, bends and pressure to 100 values per second each; default true. Set it to
   * false in a program that plays pieces event for event and keeps to the quota with a Pacer.
   */
  readonly thinning?: boolean;
}

export interface RoomEvents {
  state: ConnectionState;
  /** The room was joined, for the first time or as a new participant after a connection that could not be resumed. */
  joined: RoomSnapshot;
  /** The connection was lost and is back, as the same participant. Everything missed was reported before. */
  resumed: RoomSnapshot;
  /** The server has skipped notes for a slow client and sends the room's state again. */
  resynced: RoomSnapshot;
  /** Notes of another participant, as they arrived. */
  notes: NotesEvent;
  /** Each key in them that goes down or up. */
  note: NoteEvent;
  /**
   * Everything this participant has sounding ends now: they left, were muted, or their connection or this one was lost.
   * `recalled` comes before, if anything was still scheduled.
   */
  notesReleased: { readonly participantId: number };
  /** Anything that was reported of this participant and is due later than `afterUs`, service clock, must not sound. */
  recalled: { readonly participantId: number; readonly afterUs: number };
  participantJoined: Participant;
  /** `note` is the moderator's message; "" for none. */
  participantLeft: { readonly participant: Participant; readonly reason: LeaveReason; readonly note: string };
  participantUpdated: Participant;
  /** Includes the user's own messages, once the server has stored them. */
  chat: ChatMessage;
  roomUpdated: RoomInfo;
  /** Somebody asks this user to own the room, or this user has asked somebody; and then the outcome. */
  ownershipOffer: OwnershipOffer;
  /** Data that another participant's program has sent with sendData(). */
  data: DataEvent;
  /** A message was deleted by this participant. */
  chatDeleted: { readonly messageId: string; readonly participantId: number };
  /** A participant started or stopped typing. */
  typing: { readonly participantId: number; readonly typing: boolean };
  /** The metronome was set. */
  transport: Transport;
  /** The turn or the queue has changed; also after each join, in a room where players take turns. */
  turns: Turns;
  /** Matched playout was turned on or off, or its delay changed. */
  playoutMode: PlayoutMode;
  /** Every 2 s: the quality of the connection to each of the others. */
  quality: readonly PlayerQuality[];
  /** Something outside the room that concerns the user. */
  notification: Notice;
  clock: ClockReading;
  /** The server refused something for which no promise waits, such as notes over the quota. */
  error: ClientError;
}

/** Every event, so that a misspelt one is refused. */
export const roomEvents: Readonly<Record<keyof RoomEvents, 0>> = {
  state: 0,
  joined: 0,
  resumed: 0,
  resynced: 0,
  notes: 0,
  note: 0,
  notesReleased: 0,
  recalled: 0,
  participantJoined: 0,
  participantLeft: 0,
  participantUpdated: 0,
  chat: 0,
  data: 0,
  roomUpdated: 0,
  ownershipOffer: 0,
  chatDeleted: 0,
  typing: 0,
  transport: 0,
  turns: 0,
  playoutMode: 0,
  quality: 0,
  notification: 0,
  clock: 0,
  error: 0,
};
