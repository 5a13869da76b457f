import type { ErrorCode, ErrorDetails, VoiceParameters } from '@roomtone/protocol';
import type {
  AddressesView,
  AvatarView,
  Beat,
  ChatMessage,
  Click,
  DatagramFigures,
  HealthDetailsView,
  LeaveReason,
  ModerationTarget,
  Notice,
  OwnershipOffer,
  OwnPresence,
  Participant,
  PlayerQuality,
  PlayerSettings,
  PlayoutMode,
  PlayoutModeChange,
  PlayoutStyle,
  RoomInfo,
  ScrapeView,
  SecondFactor,
  ServerView,
  Transport,
} from '@roomtone/sdk';
import type { ChatPage, VoiceOffer } from '@roomtone/sdk/extras';
import type { MidiReport, OutputPlan } from '../../../shared/midi-messages.ts';
import type { ApiCall } from './api.ts';
import type { LoopCommand, LoopMessage, LoopRecordingRequest, LoopRoomEvent } from './loop-messages.ts';
import type { Assignment, LearnedAction } from './midi-learn.ts';
import type { InputSettings } from './midi-mapping.ts';
import type { PeerNews, PeerRequest } from './peer-messages.ts';

// The messages between the page, the connection worker and the audio thread. Errors lose their class in between, so they are
// sent as plain objects; everything else comes from the SDK unchanged.

/** The rooms in which notes may go straight from player to player, who then know each other's addresses. */
export type DirectChoice = 'private' | 'everywhere' | 'never';

/** The signed-in user. */
export interface Account {
  readonly userId: string;
  readonly username: string;
  /** The name to show. */
  readonly displayName: string;
  readonly roles: readonly string[];
}

/** A failure, as sent to the page. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
  /** Set if the failure is not the server's refusal: what went wrong on the way to it. */
  readonly problem?: string;
}

/** The tokens stored by the page, which sign in again without a password. */
export interface VaultTokens {
  readonly refreshToken: string;
  readonly userId: string;
}

export interface RegisterFields {
  readonly username: string;
  /** Absent if the username is shown. */
  readonly displayName?: string;
  /** "" for none. */
  readonly email: string;
  /** Absent for an account without one, on servers that allow it. */
  readonly password?: string;
  readonly confirmPassword?: string;
}

export interface LoginFields {
  readonly username: string;
  readonly password: string;
  readonly rememberMe: boolean;
}

/** The calls from the page to the worker: argument and answer by name. */
export interface Calls {
  restore: { takes: null; gives: Account | null };
  register: { takes: RegisterFields; gives: Account };
  login: { takes: LoginFields; gives: Account };
  /** The second step of a sign-in. */
  loginWithSecondFactor: { takes: SecondFactor; gives: Account };
  logout: { takes: null; gives: null };
  /** Reloads the user's own account; null for a guest. */
  refreshUser: { takes: null; gives: Account | null };
  /** Reports progress. */
  uploadAvatar: { takes: { picture: Blob }; gives: AvatarView };
  /** Answered once the server has stored it for the friend. */
  directMessage: { takes: { user: string; message: string }; gives: null };
  setPresence: { takes: { status: OwnPresence }; gives: null };
  /** The server's description of itself. */
  server: { takes: null; gives: ServerView };
  /** The addresses in invitations to the server; for users with an account. */
  addresses: { takes: null; gives: AddressesView };
  /** The server's health. */
  health: { takes: null; gives: HealthDetailsView };
  /** An SDK call to the server; see WorkerClient.api. */
  api: { takes: ApiCall; gives: unknown };
  /** Starts or stops reports of the public rooms. Members get notifications in any case. */
  watchLobby: { takes: { isWatched: boolean }; gives: null };
  /** Leaves the current room. Answered immediately: room events report the progress. */
  openRoom: { takes: RoomRequest; gives: null };
  leaveRoom: { takes: null; gives: null };
  /** Ends the notes of the user's own MIDI keyboards for everybody, and the others' notes here. */
  panic: { takes: null; gives: null };
  chat: { takes: { text: string }; gives: ChatMessage };
  /** Reads the messages before a position. */
  olderChat: { takes: { before: number }; gives: ChatPage };
  /** Runs a line that begins with a slash; returns a text for the user who typed it, if any. */
  command: { takes: { line: string }; gives: string | null };
  /** Tells the others whether the user is typing. */
  typing: { takes: { typing: boolean }; gives: null };
  /** Moderates the room. */
  moderate: { takes: ModerationCommand; gives: null };
  /** Takes a turn, passes it on, or moves and skips others. */
  takeTurns: { takes: TurnCommand; gives: null };
  /** The preview of a web page. */
  scrape: { takes: { url: string }; gives: ScrapeView };
  /** Omitted values stay unchanged. */
  setPlayer: { takes: PlayerSettings; gives: null };
  /** Sets the room's metronome, or the own one outside rooms. */
  setTransport: { takes: MetronomeSetting; gives: null };
  /** Sets whether everybody in the room hears the same at the same moment. */
  setPlayoutMode: { takes: PlayoutModeChange; gives: null };
  /** Sets the playout style for other players' notes, in every room. It affects nobody else. */
  preferPlayout: { takes: { style: PlayoutStyle }; gives: null };
  /** Sets in which rooms the user's notes may go straight to other players. */
  preferDirect: { takes: { choice: DirectChoice }; gives: null };
  /** Does something to the room's loops. */
  loop: { takes: LoopCommand; gives: null };
  /** Records a loop from the next bar line on; answered immediately. Room events report the progress. */
  recordLoop: { takes: LoopRecordingRequest; gives: null };
  /** Ends a recording with the bar that is nearest, or drops it. */
  endLoopRecording: { takes: { isKept: boolean }; gives: null };
  /** Asks for the server's side of the room's voices; the page has them. */
  voiceOffer: { takes: null; gives: VoiceOffer };
  voiceAnswer: { takes: VoiceParameters; gives: null };
  endVoice: { takes: null; gives: null };
}

/** The moderation commands of a room; see Moderation of the SDK. `seconds` 0 means until undone. */
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
  | { readonly act: 'setModerator'; readonly target: ModerationTarget; readonly moderator: boolean }
  | { readonly act: 'namePlayer'; readonly target: ModerationTarget; readonly named: boolean }
  | { readonly act: 'answerOwnership'; readonly accept: boolean }
  | { readonly act: 'deleteChat'; readonly messageId: string };

export type TurnCommand =
  | { readonly act: 'take' | 'pass' }
  | { readonly act: 'move'; readonly participantId: number; readonly place: number }
  | { readonly act: 'skip'; readonly participantId: number };

/** The turn, with the time on this machine when it began (ms since 1970), and the queue. */
export interface ShownTurns {
  readonly playing: readonly { readonly participantId: number; readonly startedAtMs: number }[];
  readonly waiting: readonly number[];
}

/** A setting of the metronome. */
export interface MetronomeSetting {
  /** Beats per minute. */
  readonly bpm: number;
  readonly beatsPerBar: number;
  readonly running: boolean;
  /** True if starting from silence counts in one bar. */
  readonly countIn: boolean;
  /** How it clicks; as before if absent. */
  readonly click?: Click;
}

export type CallName = keyof Calls;
export interface RoomRequest {
  readonly roomId: string;
  readonly password?: string;
  /** Joins as a guest although somebody is signed in, to listen for a moment. */
  readonly asGuest?: boolean;
}

/** The state of the room connection: the SDK's ConnectionState with plain errors. */
export type WireState =
  | { readonly status: 'connecting' | 'joined' }
  | { readonly status: 'reconnecting'; readonly attempt: number; readonly retryAtMs: number; readonly offline: boolean }
  | { readonly status: 'closed'; readonly reason: WireCloseReason };

export type WireCloseReason =
  | { readonly kind: 'left' | 'sessionEnded' | 'forcedSignOut' | 'takenOver' | 'roomClosed' }
  | { readonly kind: 'kicked' | 'banned'; readonly note: string }
  | { readonly kind: 'refused'; readonly error: WireError };

/** The state of the room on joining, and again after each reconnection. */
export interface WireSnapshot {
  readonly room: RoomInfo;
  readonly participants: readonly Participant[];
  readonly self: number;
  readonly guest: boolean;
  readonly chat: readonly ChatMessage[];
  readonly welcomeMessage: string;
  /** The room's metronome; undefined if it was never set. */
  readonly transport: Transport | undefined;
}

/** Events of the room, except notes. */
export type RoomEvent =
  | LoopRoomEvent
  | { readonly type: 'state'; readonly state: WireState }
  | { readonly type: 'joined'; readonly snapshot: WireSnapshot }
  | { readonly type: 'participantJoined' | 'participantUpdated'; readonly participant: Participant }
  | { readonly type: 'participantLeft'; readonly participant: Participant; readonly reason: LeaveReason }
  | { readonly type: 'chat'; readonly message: ChatMessage }
  /** A message was removed; `by` is a participant number. */
  | { readonly type: 'chatDeleted'; readonly messageId: string; readonly by: number }
  | { readonly type: 'typing'; readonly participant: number; readonly typing: boolean }
  | { readonly type: 'roomUpdated'; readonly room: RoomInfo }
  | { readonly type: 'turns'; readonly turns: ShownTurns }
  /** `expiresInMs` from now on. */
  | { readonly type: 'ownershipOffer'; readonly offer: OwnershipOffer; readonly expiresInMs: number }
  /** The metronome was set or replaced; outside rooms it is the own one. `startsAtUs` is its first beat in local µs. */
  | { readonly type: 'transport'; readonly transport: Transport; readonly startsAtUs: number }
  | { readonly type: 'playoutMode'; readonly mode: PlayoutMode }
  /** The connection quality of each other player, and this client's datagrams. */
  | { readonly type: 'quality'; readonly players: readonly PlayerQuality[]; readonly datagrams: DatagramFigures }
  | { readonly type: 'clock'; readonly rttUs: number; readonly errorUs: number }
  | { readonly type: 'error'; readonly error: WireError };

/** Events outside rooms; members get them inside rooms too. */
export type LobbyEvent =
  | { readonly type: 'state'; readonly status: WireState['status'] }
  /** All public rooms, sent while they are watched. */
  | { readonly type: 'rooms'; readonly rooms: readonly RoomInfo[] }
  | { readonly type: 'notice'; readonly notice: Notice };

/** Notes for sound and drawing, on their own ports; times are local µs. */
export type NoteMessage =
  | {
      readonly kind: 'notes';
      readonly participant: number;
      /** When the first event is due. */
      readonly atUs: number;
      /** One per event: µs after `atUs`. */
      readonly offsets: readonly number[];
      /** Raw MIDI. */
      readonly data: Uint8Array;
      /** µs between the player's hand and `atUs`, without the room's interval. */
      readonly delayUs: number;
    }
  /** An own note, played on a MIDI keyboard at `timeUs`. */
  | { readonly kind: 'own'; readonly data: Uint8Array; readonly timeUs: number }
  /** Ends everything that is scheduled or sounding for a participant, or for everybody. */
  | { readonly kind: 'silence'; readonly participant: number | 'everybody' };

/** Messages that the page draws, records and monitors. */
export type StageMessage =
  | NoteMessage
  /** A raw message from a MIDI keyboard; local µs. */
  | { readonly kind: 'raw-input'; readonly device: string; readonly data: Uint8Array; readonly timeUs: number }
  | LoopMessage;

/** Upcoming beats of the metronome, for sound and drawing. */
export interface BeatMessage {
  readonly kind: 'beats';
  /** Set when the metronome was: it cancels announced beats that are still to come. */
  readonly reset?: {
    /** Local µs at which the metronome stops; undefined while it runs. */
    readonly stopsAtUs: number | undefined;
    readonly beatsPerBar: number;
    /** How many beats are counted when it stops. */
    readonly beatsBefore: number;
  };
  /** In order, and without those announced before, unless `reset` is set. */
  readonly beats: readonly TimedBeat[];
}

export interface TimedBeat {
  /** Local µs. */
  readonly atUs: number;
  /** The same moment on the service clock, which identifies the beat for everybody in the room. */
  readonly serviceUs: number;
  /** From 1; 0 is the count-in. */
  readonly bar: number;
  /** From 1 within its bar. */
  readonly beat: number;
  /** How many beats were counted before it, over all starts and changes of the metronome. */
  readonly count: number;
  /** When it clicks, and how; none if it is silent. */
  readonly clicks: Beat['clicks'];
}

/** Own notes played on the page, to be sent to the room. */
export interface OwnNotes {
  /** Raw MIDI. */
  readonly data: Uint8Array;
  /** Local µs when it was played. */
  readonly timeUs: number;
}

/** From the page to the worker. */
export type PageMessage =
  | {
      readonly kind: 'start';
      readonly baseUrl: string;
      /** Further addresses of the same server. */
      readonly otherAddresses: readonly string[];
      /** The token of the invitation that led here, if any. */
      readonly invitation: string | undefined;
      /** True if the page can open data channels. */
      readonly hasWebRtc: boolean;
      /** The port on which OwnNotes arrive. */
      readonly input: MessagePort;
      /** The port for StageMessages. */
      readonly stage: MessagePort;
      /** The port for BeatMessages to be shown. */
      readonly beats: MessagePort;
    }
  /** Sets the port for NoteMessages to the audio thread. */
  | { readonly kind: 'audio'; readonly port: MessagePort }
  /** Sets the port for BeatMessages to be heard. */
  | { readonly kind: 'click'; readonly port: MessagePort }
  /** The machine has woken from sleep. */
  | { readonly kind: 'wake' }
  /** Sets the port to the MIDI devices, in both directions. It bypasses the page if possible. */
  | { readonly kind: 'midi'; readonly port: MessagePort }
  /** The input settings of MIDI keyboards, and the names of those that are switched off. */
  | { readonly kind: 'midi-in'; readonly settings: InputSettings; readonly muted: readonly string[] }
  /** The controls of MIDI keyboards that do something else than play. */
  | { readonly kind: 'learned'; readonly assignments: readonly Assignment[] }
  /** Assigns the next control that is pressed; undefined stops waiting. */
  | { readonly kind: 'learn'; readonly action: LearnedAction | undefined }
  | { readonly kind: 'midi-out'; readonly plan: OutputPlan }
  /** True if MIDI keyboards may play in the current place; taking that away ends held notes. */
  | { readonly kind: 'allow'; readonly isAllowed: boolean }
  /** Ends everything that MIDI keyboards hold. */
  | { readonly kind: 'release' }
  | { [Name in CallName]: { kind: 'call'; id: number; name: Name; takes: Calls[Name]['takes'] } }[CallName]
  | PeerNews
  | { readonly kind: 'vault'; readonly id: number; readonly tokens: VaultTokens | null };

/** From the worker to the page. */
export type WorkerMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly gives: Calls[CallName]['gives'] }
  | { readonly kind: 'failure'; readonly id: number; readonly error: WireError }
  /** The progress of a call, 0 to 1. */
  | { readonly kind: 'progress'; readonly id: number; readonly part: number }
  | { readonly kind: 'room'; readonly event: RoomEvent }
  | { readonly kind: 'lobby'; readonly event: LobbyEvent }
  /** The sign-in ended without a request from here. */
  | { readonly kind: 'session-ended' }
  /** The current MIDI devices. */
  | { readonly kind: 'midi'; readonly report: Extract<MidiReport, { kind: 'capabilities' | 'devices' }> }
  /** A learned control was pressed. */
  | { readonly kind: 'learned-action'; readonly action: LearnedAction; readonly timeUs: number }
  /** A control was learned. */
  | { readonly kind: 'learned'; readonly assignment: Assignment }
  /** A MIDI keyboard chose a preset by a program change; the number counts from 0. */
  | { readonly kind: 'preset'; readonly number: number }
  /** A listener pressed a key of a MIDI keyboard. */
  | { readonly kind: 'refused' }
  | PeerRequest
  /** Asks the page to read, write (`tokens`) or delete (`tokens: null`) the stored tokens. Reading is answered. */
  | { readonly kind: 'vault'; readonly id: number; readonly action: 'load' }
  | { readonly kind: 'vault'; readonly id: number; readonly action: 'save'; readonly tokens: VaultTokens | null };
