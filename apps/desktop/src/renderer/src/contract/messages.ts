import type {
  ChatMessage,
  ErrorCode,
  ErrorDetails,
  LeaveReason,
  Participant,
  PlayoutMode,
  Room,
  Transport,
} from '@roomtone/protocol';
import type {
  AvatarView,
  HealthDetailsView,
  ModerationTarget,
  Notice,
  OwnPresence,
  PlayerQuality,
  PlayoutStyle,
  ScrapeView,
  ServerView,
} from '@roomtone/sdk';
import type { MidiReport, OutputPlan } from '../../../shared/midi-messages.ts';
import type { ApiCall } from './api.ts';
import type { InputSettings } from './midi-mapping.ts';

// Everything that passes between the page, the connection worker and the audio worklet. Errors lose their class on the
// way, so they travel as plain objects; all else is what the SDK gives.

/** Who is signed in. */
export interface Account {
  readonly userId: string;
  readonly username: string;
  readonly roles: readonly string[];
}

/** A failure on its way to the page. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
  /** Set when the failure is no refusal: what happened between here and the server. */
  readonly problem?: string;
}

/** What outlasts the page: enough to sign in again without a password. */
export interface VaultTokens {
  readonly refreshToken: string;
  readonly userId: string;
}

export interface RegisterFields {
  readonly username: string;
  /** "" for none. */
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
}

export interface LoginFields {
  readonly username: string;
  readonly password: string;
  readonly rememberMe: boolean;
}

/** What the page may ask of the worker: argument and answer by name. */
export interface Calls {
  restore: { takes: null; gives: Account | null };
  register: { takes: RegisterFields; gives: Account };
  login: { takes: LoginFields; gives: Account };
  logout: { takes: null; gives: null };
  /** Reads anew who one is; null for a guest. */
  refreshUser: { takes: null; gives: Account | null };
  /** Tells its progress. */
  uploadAvatar: { takes: { picture: Blob }; gives: AvatarView };
  /** Answered when the server has kept it for a friend. */
  directMessage: { takes: { user: string; message: string }; gives: null };
  setPresence: { takes: { status: OwnPresence }; gives: null };
  /** Who the server says it is. */
  server: { takes: null; gives: ServerView };
  /** How the server is. */
  health: { takes: null; gives: HealthDetailsView };
  /** A call of the SDK to the server; see WorkerClient.api. */
  api: { takes: ApiCall; gives: unknown };
  /** Whether to hear of the public rooms. What concerns oneself members hear of anyway. */
  watchLobby: { takes: { isWatched: boolean }; gives: null };
  /** Leaves the room one is in. Answered at once: how it goes is told by room events. */
  openRoom: { takes: RoomRequest; gives: null };
  leaveRoom: { takes: null; gives: null };
  /** Ends what one's own MIDI keyboards sound, for everybody, and what the others sound here. */
  panic: { takes: null; gives: null };
  chat: { takes: { text: string }; gives: ChatMessage };
  /** Does what a line with a slash says; gives words for whoever typed it, if there are any. */
  command: { takes: { line: string }; gives: string | null };
  /** Tells the others whether one is typing. */
  typing: { takes: { typing: boolean }; gives: null };
  /** Moderates the room. */
  moderate: { takes: ModerationCommand; gives: null };
  /** What a web page says of itself. */
  scrape: { takes: { url: string }; gives: ScrapeView };
  /** What is left out stays. */
  setPlayer: { takes: { color?: string; instrument?: string }; gives: null };
  /** Sets the metronome of the room, or one's own outside rooms. */
  setTransport: { takes: MetronomeSetting; gives: null };
  /** Whether everybody in the room hears the same at the same moment. */
  setMatched: { takes: { matched: boolean }; gives: null };
  /** How others' notes are held here, in whatever room; nobody else notices. */
  preferPlayout: { takes: { style: PlayoutStyle }; gives: null };
}

/** What moderators of a room do; see Moderation of the SDK. `seconds` 0 is until undone. */
export type ModerationCommand =
  | { readonly act: 'kick'; readonly target: ModerationTarget; readonly reason: string }
  | { readonly act: 'ban'; readonly target: ModerationTarget; readonly seconds: number; readonly reason: string }
  | {
      readonly act: 'mute';
      readonly target: ModerationTarget;
      readonly chat: boolean;
      readonly notes: boolean;
      readonly seconds: number;
    }
  | { readonly act: 'unban' | 'unmute' | 'transferOwner'; readonly target: ModerationTarget }
  | { readonly act: 'deleteChat'; readonly messageId: string };

/** How the metronome is to be. */
export interface MetronomeSetting {
  /** Beats a minute. */
  readonly bpm: number;
  readonly beatsPerBar: number;
  readonly running: boolean;
  /** Whether a start out of silence counts in one bar. */
  readonly countIn: boolean;
}

export type CallName = keyof Calls;
export interface RoomRequest {
  readonly roomId: string;
  readonly password?: string;
}

/** Where the room connection stands, as ConnectionState of the SDK with plain errors. */
export type WireState =
  | { readonly status: 'connecting' | 'joined' }
  | { readonly status: 'reconnecting'; readonly attempt: number; readonly retryAtMs: number; readonly offline: boolean }
  | { readonly status: 'closed'; readonly reason: WireCloseReason };

export type WireCloseReason =
  | { readonly kind: 'left' | 'session-ended' | 'forced-sign-out' | 'taken-over' | 'room-closed' }
  | { readonly kind: 'kicked' | 'banned'; readonly note: string }
  | { readonly kind: 'refused'; readonly error: WireError };

/** What a join gives, and again each reconnection. */
export interface WireSnapshot {
  readonly room: Room;
  readonly participants: readonly Participant[];
  readonly self: number;
  readonly guest: boolean;
  readonly chat: readonly ChatMessage[];
  readonly welcomeMessage: string;
  /** The room's metronome; undefined where it was never set. */
  readonly transport: Transport | undefined;
}

/** What happens in the room, notes aside. */
export type RoomEvent =
  | { readonly type: 'state'; readonly state: WireState }
  | { readonly type: 'joined'; readonly snapshot: WireSnapshot }
  | { readonly type: 'participantJoined' | 'participantUpdated'; readonly participant: Participant }
  | { readonly type: 'participantLeft'; readonly participant: Participant; readonly reason: LeaveReason }
  | { readonly type: 'chat'; readonly message: ChatMessage }
  /** A message was removed; `by` is a participant number. */
  | { readonly type: 'chatDeleted'; readonly messageId: string; readonly by: number }
  | { readonly type: 'typing'; readonly participant: number; readonly typing: boolean }
  | { readonly type: 'roomUpdated'; readonly room: Room }
  /** The metronome was set, or is another one: one's own outside rooms. */
  | { readonly type: 'transport'; readonly transport: Transport }
  | { readonly type: 'playoutMode'; readonly mode: PlayoutMode }
  /** How it goes with each of the others. */
  | { readonly type: 'quality'; readonly players: readonly PlayerQuality[] }
  | { readonly type: 'clock'; readonly rttUs: number; readonly errorUs: number }
  | { readonly type: 'problem'; readonly error: WireError };

/** What happens outside rooms; members hear of it inside, too. */
export type LobbyEvent =
  | { readonly type: 'state'; readonly status: WireState['status'] }
  /** While they are watched: the public rooms that the server has told of, as they are now. */
  | { readonly type: 'rooms'; readonly rooms: readonly Room[] }
  | { readonly type: 'notice'; readonly notice: Notice };

/** Notes on their way to ears and eyes, by their own ports; times are local µs. */
export type NoteMessage =
  | {
      readonly kind: 'notes';
      readonly participant: number;
      /** When the first event is due. */
      readonly atUs: number;
      /** One an event: µs after `atUs`. */
      readonly offsets: readonly number[];
      /** Raw MIDI. */
      readonly data: Uint8Array;
      /** µs between the player's hand and `atUs`. */
      readonly delayUs: number;
    }
  /** One's own note, played on a MIDI keyboard at `timeUs`. */
  | { readonly kind: 'own'; readonly data: Uint8Array; readonly timeUs: number }
  /** What is scheduled or sounds for a participant, or for everybody, ends now. */
  | { readonly kind: 'silence'; readonly participant: number | 'everybody' };

/** What the page draws, records and watches. */
export type StageMessage =
  | NoteMessage
  /** What a MIDI keyboard sent, as it sent it; local µs. */
  | { readonly kind: 'heard'; readonly device: string; readonly data: Uint8Array; readonly timeUs: number };

/** Beats of the metronome to come, on their way to ears and eyes. */
export interface BeatMessage {
  readonly kind: 'beats';
  /** Set when the metronome was: what was told before and has not come yet comes no more. */
  readonly anew?: {
    /** Local µs from which on it stands; undefined while it runs on. */
    readonly standsAtUs: number | undefined;
  };
  /** In order; but for `anew`, those told before left out. */
  readonly beats: readonly TimedBeat[];
}

export interface TimedBeat {
  /** Local µs. */
  readonly atUs: number;
  /** The same moment on the service clock, by which everybody in the room names it. */
  readonly serviceUs: number;
  /** From 1; 0 counts in. */
  readonly bar: number;
  /** From 1 within its bar. */
  readonly beat: number;
}

/** One's own notes on their way out, played on the page. */
export interface OwnNotes {
  /** Raw MIDI. */
  readonly data: Uint8Array;
  /** Local µs when it was played. */
  readonly timeUs: number;
}

/** Page to worker. */
export type PageMessage =
  | {
      readonly kind: 'start';
      readonly baseUrl: string;
      /** OwnNotes arrive here. */
      readonly input: MessagePort;
      /** StageMessages leave here. */
      readonly stage: MessagePort;
      /** BeatMessages to be shown leave here. */
      readonly beats: MessagePort;
    }
  /** NoteMessages for the audio worklet leave here from now on. */
  | { readonly kind: 'audio'; readonly port: MessagePort }
  /** BeatMessages to be heard leave here from now on. */
  | { readonly kind: 'click'; readonly port: MessagePort }
  /** The machine has woken from sleep. */
  | { readonly kind: 'wake' }
  /** What MIDI keyboards play arrives here from now on, past the page where it can; what they are to play leaves. */
  | { readonly kind: 'midi'; readonly port: MessagePort }
  /** How MIDI keyboards are taken, and which of them are not, by name. */
  | { readonly kind: 'midi-in'; readonly settings: InputSettings; readonly muted: readonly string[] }
  | { readonly kind: 'midi-out'; readonly plan: OutputPlan }
  /** Whether MIDI keyboards may play where one is; what is held ends when it is taken away. */
  | { readonly kind: 'allow'; readonly isAllowed: boolean }
  /** Lets go of all that MIDI keyboards hold. */
  | { readonly kind: 'release' }
  | { [Name in CallName]: { kind: 'call'; id: number; name: Name; takes: Calls[Name]['takes'] } }[CallName]
  | { readonly kind: 'vault'; readonly id: number; readonly tokens: VaultTokens | null };

/** Worker to page. */
export type WorkerMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly gives: Calls[CallName]['gives'] }
  | { readonly kind: 'failure'; readonly id: number; readonly error: WireError }
  /** How far a call has come, 0 to 1. */
  | { readonly kind: 'progress'; readonly id: number; readonly part: number }
  | { readonly kind: 'room'; readonly event: RoomEvent }
  | { readonly kind: 'lobby'; readonly event: LobbyEvent }
  /** The sign-in is over without having been asked for. */
  | { readonly kind: 'session-ended' }
  /** MIDI devices, as they are now. */
  | { readonly kind: 'midi'; readonly report: Extract<MidiReport, { kind: 'capabilities' | 'devices' }> }
  /** Somebody who may only listen struck a key of a MIDI keyboard. */
  | { readonly kind: 'refused' }
  /** Asks the page to read, write (`tokens`) or forget (`tokens: null`) what outlasts it. Reading is answered. */
  | { readonly kind: 'vault'; readonly id: number; readonly action: 'load' }
  | { readonly kind: 'vault'; readonly id: number; readonly action: 'save'; readonly tokens: VaultTokens | null };
