// Messages between processes that leave no trace: the first byte is the kind.
import type { DataMessage } from '@roomtone/protocol';
import { parsed } from './shared-fields.ts';

/** The messages that one process asks or tells the others that follow a room. */
export const messageKinds = {
  /** Frames of notes, as they are sent to the others in the room. */
  notes: 1,
  /** Please say what sounds. */
  ask: 2,
  /** The notes that sound of those who are connected there. */
  sounding: 3,
  typing: 4,
  quality: 5,
  data: 6,
  /** One side of a direct channel, for somebody who is connected elsewhere. */
  signal: 7,
} as const;

export type MessageKind = (typeof messageKinds)[keyof typeof messageKinds];

const heads = new Map(Object.values(messageKinds).map((kind) => [kind, Uint8Array.of(kind)]));
const encoder = new TextEncoder();

export function headOf(kind: MessageKind): Uint8Array {
  return heads.get(kind) ?? Uint8Array.of(kind);
}

export function asMessage(kind: MessageKind, body: unknown): Uint8Array[] {
  return [headOf(kind), encoder.encode(JSON.stringify(body))];
}

/** The body of a message that asMessage() made. */
export function bodyOf<T>(message: Buffer): T | undefined {
  return parsed<T>(message.toString('utf8', 1));
}

/** The notes that sound of those who are connected to a process. */
export interface AllSounding {
  /** The process was cut off: the others may have missed something of theirs. */
  readonly isAnew: boolean;
  readonly all: readonly Sounding[];
}

export interface Signal {
  /** The participant that it comes from, and the one that it is for. */
  readonly number: number;
  readonly to: number;
  /** The frame for the recipient; base64. */
  readonly frame: string;
}

export interface Sounding {
  readonly number: number;
  /** Base64. */
  readonly data: string;
  readonly noteNumber: number;
}

/** Data of a participant, with the bytes in Base64. */
export interface SentData extends Omit<DataMessage, 'data'> {
  readonly number: number;
  readonly data: string;
}
