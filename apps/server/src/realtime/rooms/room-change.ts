import type {
  ChatMessage,
  LeaveReason,
  OwnershipOfferState,
  Participant as ParticipantInfo,
  PlayoutMode,
  Transport,
} from '@roomtone/protocol';
import type { Mute, Turns } from '@roomtone/room';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Offer, OfferUser } from './ownership-offers.ts';

/** An event in a room with one order for everybody inside, wherever they are connected. */
export type RoomChange =
  | { readonly kind: 'chat'; readonly message: ChatMessage; readonly sender: number }
  | { readonly kind: 'chatRemoved'; readonly messageId: string; readonly by: number }
  /** A user is muted, or no longer if `mute` is absent. */
  | { readonly kind: 'muted'; readonly userId: string; readonly mute?: Mute | undefined; readonly by: number }
  /** With it, the plans of loops change: `news` is a LoopNews in Base64, and `revision` its count. */
  | {
      readonly kind: 'transport';
      readonly transport: Readonly<Transport>;
      readonly sender: number;
      readonly news: string;
      readonly revision: number;
    }
  /** Loops change; with them, the metronome may start. */
  | {
      readonly kind: 'loops';
      readonly news: string;
      readonly revision: number;
      readonly sender: number;
      readonly transport?: Readonly<Transport> | undefined;
    }
  | { readonly kind: 'playout'; readonly mode: PlayoutMode; readonly sender: number }
  /** The turn and the queue, decided from the turns `before`: undefined if there were none. */
  | {
      readonly kind: 'turns';
      readonly turns: Turns;
      readonly before: Turns | undefined;
      readonly sender: number;
    }
  | { readonly kind: 'offered'; readonly by: OfferUser; readonly to: OfferUser }
  | { readonly kind: 'offerEnded'; readonly offer: Offer; readonly state: OwnershipOfferState };

/** A participant, as the processes share it. */
export interface Entry {
  readonly info: Readonly<ParticipantInfo>;
  readonly personId: string;
  readonly address: string;
  /** As it was when they joined; a later one is shared by itself. */
  readonly mute?: Mute | undefined;
  /** The process that they are connected to. */
  readonly home: string;
  /** Their connection, which may go on in another process. */
  readonly connection: string;
  /** Their auth session; "" for a guest. */
  readonly session: string;
  /** The address block that they are connected from. */
  readonly from: string;
  /** Service clock, µs. */
  readonly joinedUs: number;
  /** Their socket is lost, and they may still resume. */
  readonly isDetached: boolean;
}

/** Somebody leaves. */
export interface Leaving {
  readonly number: number;
  readonly reason: LeaveReason;
  readonly note: string;
  /** The number of the participant who removed them; 0 for the server, their own if they left by themselves. */
  readonly by: number;
}

/** A change of a room that several processes share: one that a room alone has as well, or one of its participants. */
export type SharedChange =
  | RoomChange
  /** Chat was stored of which only one process could tell its own participants: from this position on, there may be more. */
  | { readonly kind: 'chatSince'; readonly position: number }
  /** Somebody joins, in place of those who leave. */
  | { readonly kind: 'joined'; readonly entry: Entry; readonly leaving: readonly Leaving[] }
  | { readonly kind: 'left'; readonly leaving: Leaving }
  | { readonly kind: 'updated'; readonly entry: Entry }
  /** The stored fields of the room, but not its password's hash. */
  | {
      readonly kind: 'record';
      readonly record: RoomRecord;
      /** The key by which these changes are counted from now on. */
      readonly count: string;
      /** Nobody plays or waits from before. */
      readonly endsTurns: boolean;
      readonly sender: number;
    };
