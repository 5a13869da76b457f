import {
  ChatMessageType,
  fromWire,
  type Message,
  OwnershipOfferState,
  type RoomSettingsValues,
  roomSettings,
  roomType as roomTypeField,
  type ChatMessage as WireChatMessage,
  LeaveReason as WireLeaveReason,
  type OwnershipOffer as WireOwnershipOffer,
  type Participant as WireParticipant,
  type PlayoutMode as WirePlayoutMode,
  type Room as WireRoom,
  RoomCloseReason as WireRoomCloseReason,
  type Transport as WireTransport,
} from '@roomtone/protocol';

// Rooms as programs get them: frames hold the same in the shapes of the wire.

/** A room's settings. */
export type RoomSettings = RoomSettingsValues;

export type RoomType = typeof roomTypeField.default;

/** The people who may play; guests never do. `members`: accounts with a password. `named`: those on the room's list. */
export type PlayRight = RoomSettings['mayPlay'];
export type ChatRight = RoomSettings['mayChat'];
/** `players`: those who may play now. Those who moderate the room always may. */
export type MetronomeRight = RoomSettings['maySetMetronome'];
export type LoopRight = RoomSettings['mayLoop'];
/** The people who may talk; guests and bots never do. */
export type TalkRight = RoomSettings['mayTalk'];

/** The turn, in a room where players take turns. Times are on the service clock. */
export interface Turns {
  readonly playing: readonly { readonly participantId: number; readonly startedAtUs: number }[];
  /** The ids of those who wait, the next one first. */
  readonly waiting: readonly number[];
}

/** A room, from the list of rooms, the lobby or inside. Times are ms since 1970. */
export interface RoomInfo {
  /** For a private room, whoever knows it can join. */
  readonly roomId: string;
  readonly roomName: string;
  /** The owner's user id. */
  readonly roomOwner: string;
  readonly roomOwnerName: string;
  readonly roomOwnerDisplayName: string;
  readonly roomType: RoomType;
  readonly maxUsers: number;
  readonly currentUsers: number;
  readonly hasPassword: boolean;
  /** The user ids of those whom the owner has named moderators; not in rooms.list(), and empty in the lobby. */
  readonly moderators?: readonly string[];
  /** The user ids of the named players; not in rooms.list(), and empty in the lobby. */
  readonly players?: readonly string[];
  readonly createdAt: number;
  /** The last join, note, chat message or change; not in the answers of rooms.get(), create() and update(). */
  readonly lastActivity?: number;
  /** Not in rooms.list(). */
  readonly settings?: RoomSettings;
  /** Only in the lobby, for a room with somebody inside. */
  readonly life?: RoomLife;
  /** Only inside: what is open for everybody, to be read with `standOf()` of `@roomtone/sdk`. */
  readonly stand?: string;
}

/** The activity that goes on in a room. */
export interface RoomLife {
  /** The first players, at most 8. */
  readonly players: readonly Pick<Participant, 'username' | 'displayName' | 'avatarUrl' | 'color' | 'instrument'>[];
  /** Beats per minute; 0 while the metronome stands still. */
  readonly bpm: number;
  /** How much is being played: 0 nothing, 1 a little, 2 more, 3 a lot. */
  readonly pulse: number;
}

/** Somebody in a room. */
export interface Participant {
  /** From 1; never used again in the room. */
  readonly participantId: number;
  /** UUID; "" for a guest. */
  readonly userId: string;
  readonly username: string;
  /** The name to show; the username if they have chosen no other. */
  readonly displayName: string;
  /** Path relative to the server's address; "" for a guest. */
  readonly avatarUrl: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Free text; "" if not set. */
  readonly instrument: string;
  /** The title of the file that they play to the room; "" if they play themselves. */
  readonly file: string;
  /** True while they record the room. */
  readonly recording: boolean;
  /** True while they take part in direct channels. */
  readonly direct: boolean;
  /** True while they do so within their own network alone. */
  readonly directNear: boolean;
  /** True while they talk: their microphone is connected. */
  readonly talking: boolean;
  /** True for a listener without an account. */
  readonly guest: boolean;
  /** True for a program with an account of its own. */
  readonly bot: boolean;
  /** True while chat or notes are muted. */
  readonly muted: boolean;
  /** True for a user whose account has a password. */
  readonly member: boolean;
  /** ms since 1970. */
  readonly joinedAt: number;
}

export interface ChatMessage {
  /** Unique in the room. */
  readonly messageId: string;
  /** "" for the system. */
  readonly userId: string;
  /** The author's name at the time. */
  readonly username: string;
  /** The author's display name at the time. */
  readonly displayName: string;
  readonly message: string;
  /** ms since 1970. */
  readonly timestamp: number;
  readonly messageType: 'user' | 'system' | 'bot';
  /** Its place in the room's chat, from 1: later messages have higher ones. */
  readonly position?: number | undefined;
}

/** Data of another participant's program. */
export interface DataEvent {
  readonly participantId: number;
  readonly topic: string;
  readonly data: Uint8Array;
  /** It may have come before an earlier one, and others may be missing. */
  readonly lossy: boolean;
}

/** A setting of the metronome. */
export interface Transport {
  /** Beats per minute, precise to thousandths. */
  readonly bpm: number;
  readonly beatsPerBar: number;
  readonly running: boolean;
  /** When the first beat of bar 1 falls, service clock µs. */
  readonly startTimeUs: number;
  /** How many beats had been counted before that one, over all starts and changes. */
  readonly beatsBefore: number;
  /** How it clicks; absent for a click on each beat, the highest on the first. */
  readonly click?: Click;
}

/** How a metronome clicks. It changes no beat's time. */
export interface Click {
  /** Each beat of the bar: 0 is silent, 1 plain, 2 begins a group, 3 begins the bar. Those left out are 1, or 3 on the first. */
  readonly accents: readonly number[];
  /** Clicks in a beat, 1 to 6. */
  readonly subdivision: number;
  /** Where the second of two clicks falls, in percent of both, 50 to 75; for an even subdivision. */
  readonly swing: number;
  /** Every so many bars one is silent, 2 to 16; 0 for none. */
  readonly silentEvery: number;
}

export interface PlayoutMode {
  /** True if everybody delays their own sound by the common delay, so that all hear the same. */
  readonly matched: boolean;
  readonly commonDelayUs: number;
  /** How many bars of the metronome later everybody hears the others; 0 if they hear them at once. */
  readonly intervalBars: number;
}

/** The owner asks somebody to own the room in their place. */
export interface OwnershipOffer {
  /** `withdrawn`: one of the two has left, there is another offer, or the offer is no longer possible. */
  readonly state: 'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn';
  /** The user who is asked. */
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  /** The user who asks. */
  readonly offeredBy: string;
  readonly offeredByName: string;
  readonly offeredByDisplayName: string;
  /** When it expires, service clock µs. */
  readonly expiresAtUs: number;
}

/** `switched`: to another room. `closed`: the room was deleted. `lost`: the connection did not come back. */
export type LeaveReason = 'left' | 'switched' | 'kicked' | 'banned' | 'closed' | 'lost';

const leaveReasons = new Map<number, LeaveReason>([
  [WireLeaveReason.SWITCHED, 'switched'],
  [WireLeaveReason.KICKED, 'kicked'],
  [WireLeaveReason.BANNED, 'banned'],
  [WireLeaveReason.CLOSED, 'closed'],
  [WireLeaveReason.LOST, 'lost'],
]);

const offerStates = new Map<number, OwnershipOffer['state']>([
  [OwnershipOfferState.OPEN, 'open'],
  [OwnershipOfferState.ACCEPTED, 'accepted'],
  [OwnershipOfferState.DECLINED, 'declined'],
  [OwnershipOfferState.EXPIRED, 'expired'],
]);

export function roomInfoOf({ roomType, settings, life, ...room }: WireRoom): RoomInfo {
  return {
    ...room,
    roomType: roomTypeField.fromWire(roomType) ?? roomTypeField.default,
    settings: fromWire(roomSettings, settings),
    ...(life && { life: { players: life.players, bpm: life.tempo / 1000, pulse: life.pulse } }),
  };
}

export function participantOf({ number, ...rest }: WireParticipant): Participant {
  return { participantId: number, ...rest };
}

export function turnsOf({ body, serverTime }: Message<'turns'>): Turns {
  const turn = (participantId: number, index: number) => ({
    participantId,
    startedAtUs: serverTime - (body.lasted[index] ?? 0) * 1000,
  });
  return { playing: body.playing.map(turn), waiting: body.waiting };
}

export function chatMessageOf({ messageType, ...rest }: WireChatMessage): ChatMessage {
  if (messageType === ChatMessageType.SYSTEM) return { ...rest, messageType: 'system' };
  return { ...rest, messageType: messageType === ChatMessageType.BOT ? 'bot' : 'user' };
}

export function dataOf({ sender, body }: Message<'dataMessage'>): DataEvent {
  return { participantId: sender, topic: body.topic, data: body.data, lossy: body.lossy };
}

type Timing = Omit<WireTransport, 'click'>;

export function transportOf({
  tempo,
  startTime,
  click,
  ...rest
}: Timing & { readonly click?: Click | undefined }): Transport {
  const { beatsPerBar, running, beatsBefore } = rest;
  return { bpm: tempo / 1000, beatsPerBar, running, startTimeUs: startTime, beatsBefore, ...(click && { click }) };
}

export function wireTransportOf({ bpm, startTimeUs, click, ...rest }: Transport): WireTransport {
  const wire = { ...rest, tempo: Math.round(bpm * 1000), startTime: Math.round(startTimeUs) };
  return click === undefined ? wire : { ...wire, click: { ...click, accents: [...click.accents] } };
}

export function playoutModeOf({ matched, commonDelay, intervalBars }: WirePlayoutMode): PlayoutMode {
  return { matched, commonDelayUs: commonDelay, intervalBars };
}

export function ownershipOfferOf({ state, expiresAt, ...rest }: WireOwnershipOffer): OwnershipOffer {
  return { ...rest, state: offerStates.get(state) ?? 'withdrawn', expiresAtUs: expiresAt };
}

export function leaveReasonOf(reason: WireLeaveReason): LeaveReason {
  return leaveReasons.get(reason) ?? 'left';
}

export function closeReasonOf(reason: WireRoomCloseReason): 'deleted' | 'inactive' {
  return reason === WireRoomCloseReason.INACTIVE ? 'inactive' : 'deleted';
}
