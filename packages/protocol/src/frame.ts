import protobuf from 'protobufjs/minimal.js';
import type { BorrowedNotes } from './borrowed-notes.ts';
import { RoomtoneError, validationError } from './errors.ts';
import { roomtone } from './gen/codec.js';
import {
  type Loop,
  type LoopNews,
  type Members,
  memberNumbers,
  memberReaders,
  readLoop,
  readLoopNews,
} from './gen/messages.ts';
import { limits } from './limits.ts';

const codec = roomtone.v1;

/** Names the member of ServerMessage that a frame carries. */
export type MemberName = keyof Members;

/** The envelope's own fields (R8.14). A field that does not apply is 0. */
export interface Envelope {
  requestId: number;
  /** Participant number; servers only. */
  sender: number;
  /** Service clock, µs; servers only. */
  serverTime: number;
  /** Position in the reliable stream, from 1; servers only. */
  sequence: number;
  /** Counts the midiMessages of a client's connection, or of the participant in `sender`, from 1 (R17.2). */
  noteNumber: number;
}

/** One decoded frame: `kind` names the member, `body` is its content. */
export type Message<K extends MemberName = MemberName> = {
  [Kind in K]: Envelope & { readonly kind: Kind; readonly body: Members[Kind] };
}[K];

/** A frame of notes as received. The message, too, is valid only until the next frame is read. */
export type BorrowedNotesMessage = Envelope & { readonly kind: 'midiMessage'; readonly body: BorrowedNotes };

/** Everything needed to encode a frame; envelope fields left out are 0. */
export type Outgoing<K extends MemberName = MemberName> = {
  [Kind in K]: Partial<Envelope> & {
    readonly kind: Kind;
    readonly body: Kind extends 'midiMessage' ? BorrowedNotes : Members[Kind];
  };
}[K];

/** The members a client may send; any other from a client is a VALIDATION_ERROR. */
export const clientMembers = [
  'createRoomCommand',
  'joinRoomCommand',
  'chatMessage',
  'midiMessage',
  'heartbeat',
  'leaveRoomCommand',
  'userCommand',
  'updateRoomCommand',
  'moderationCommand',
  'transport',
  'lobbyCommand',
  'quality',
  'playoutMode',
  'datagramOffer',
  'datagramReport',
  'loopCommand',
  'turnCommand',
  'chatHistory',
  'dataMessage',
  'directSignal',
  'voiceRequest',
  'voiceAnswer',
] as const satisfies readonly MemberName[];

export type ClientMember = (typeof clientMembers)[number];

const memberNames = new Map<number, MemberName>(
  (Object.keys(memberNumbers) as MemberName[]).map((name) => [memberNumbers[name], name]),
);
const fromClients: ReadonlySet<string> = new Set(clientMembers);

/**
 * Decodes a frame that a client sent.
 * @throws {RoomtoneError} VALIDATION_ERROR for any bytes that are not a valid frame, and nothing else: not protobuf,
 *   over 64 KiB, a member missing or different from messageType, a server-only member, an integer above 2^53 - 1.
 */
export function decodeClientFrame(bytes: Uint8Array): Message<ClientMember> {
  if (bytes.byteLength > limits.clientFrameBytes) throw refused('is larger than 64 KiB');
  const message = decode(bytes);
  if (message === undefined) throw refused('is of a type that does not exist');
  if (!isFromClient(message)) throw refused(`is a ${message.kind}, which only servers send`);
  return message;
}

/**
 * Decodes a frame that a server sent; undefined for a type that this version does not know, which clients ignore.
 * @throws {RoomtoneError} VALIDATION_ERROR for any other bytes that are not a valid frame, and nothing else.
 */
export function decodeServerFrame(bytes: Uint8Array): Message | undefined {
  if (bytes.byteLength > limits.serverFrameBytes) throw refused('is larger than 1 MiB');
  return decode(bytes);
}

/** Encodes a complete frame. */
export function encodeFrame(message: Outgoing): Uint8Array {
  const { kind, body, requestId = 0, sender = 0, serverTime = 0, sequence = 0, noteNumber = 0 } = message;
  const envelope = { messageType: memberNumbers[kind], requestId, sender, serverTime, sequence, noteNumber };
  return codec.ServerMessage.encode({ ...envelope, [kind]: body }).finish();
}

/**
 * Adds requestId and sequence to a frame encoded without them. Protobuf fields may come in any order, so a frame for
 * many readers is encoded once, and only these few bytes differ per reader.
 */
export function appendDelivery(frame: Uint8Array, requestId: number, sequence: number): Uint8Array {
  if (requestId === 0 && sequence === 0) return frame;
  const writer = new protobuf.Writer();
  if (requestId !== 0) writer.uint32((12 << 3) | 0).uint32(requestId);
  if (sequence !== 0) writer.uint32((15 << 3) | 0).uint64(sequence);
  const tail = writer.finish();
  const whole = new Uint8Array(frame.byteLength + tail.byteLength);
  whole.set(frame);
  whole.set(tail, frame.byteLength);
  return whole;
}

/** One loop by itself, as servers store it. */
export function encodeLoop(loop: Loop): Uint8Array {
  return codec.Loop.encode(loop).finish();
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `frame` for bytes that are no Loop, and nothing else. */
export function decodeLoop(bytes: Uint8Array): Loop {
  return readLoop(decoded('Loop', codec.Loop, bytes));
}

/** Changes of loops that no command caused, as processes share them. */
export function encodeLoopNews(news: LoopNews): Uint8Array {
  return codec.LoopNews.encode(news).finish();
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `frame` for bytes that are no LoopNews, and nothing else. */
export function decodeLoopNews(bytes: Uint8Array): LoopNews {
  return readLoopNews(decoded('LoopNews', codec.LoopNews, bytes));
}

function isFromClient(message: Message): message is Message<ClientMember> {
  return fromClients.has(message.kind);
}

function decode(bytes: Uint8Array): Message | undefined {
  const raw = decoded('ServerMessage', codec.ServerMessage, bytes);
  const type = Number(raw['messageType']);
  const member = raw['message'];
  const kind = memberNames.get(type);
  if (kind === undefined) {
    if (type !== 0 && member === undefined) return undefined;
    throw refused(type === 0 ? 'has no messageType' : 'has a member that its messageType does not name');
  }
  if (member !== kind) throw refused(`has messageType ${kind} but carries ${member ?? 'nothing'}`);
  return {
    kind,
    body: memberReaders[kind](raw[kind]),
    requestId: raw['requestId'],
    sender: raw['sender'],
    // The default of an absent 64-bit field is a Long.
    serverTime: Object.hasOwn(raw, 'serverTime') ? raw['serverTime'] : 0,
    sequence: Object.hasOwn(raw, 'sequence') ? raw['sequence'] : 0,
    noteNumber: raw['noteNumber'],
    // The readers are typed per member; their relation to `kind` cannot be expressed without a cast.
  } as Message;
}

function refused(issue: string, cause?: unknown): RoomtoneError {
  const { details } = validationError([{ field: 'frame', issue }]);
  return new RoomtoneError('VALIDATION_ERROR', `The frame ${issue}.`, details, { cause });
}

function decoded(name: string, type: typeof codec.ServerMessage, bytes: Uint8Array): Record<string, unknown> {
  try {
    return type.decode(new CheckedReader(bytes));
  } catch (cause) {
    throw cause instanceof RoomtoneError ? cause : refused(`is not a ${name}`, cause);
  }
}

/** Reads 64-bit integers as plain numbers and refuses those that a plain number cannot hold. */
class CheckedReader extends protobuf.Reader {
  // The base class promises a Long; the writer takes plain numbers.
  override uint64(): never {
    const value: unknown = super.uint64();
    const number = typeof value === 'number' ? value : (value as { toNumber(): number }).toNumber();
    if (number > Number.MAX_SAFE_INTEGER) throw refused('holds an integer beyond 2^53 - 1');
    return number as never;
  }
}
