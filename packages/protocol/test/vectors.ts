import { readFileSync } from 'node:fs';
import { type MemberName, memberNumbers } from '../src/index.ts';

/** A frame that decodes. */
export interface Vector {
  readonly name: string;
  readonly from: 'client' | 'server';
  readonly hex: string;
  /** The message in ProtoJSON; null for a frame that clients ignore. */
  readonly json: Record<string, unknown> | null;
}

/** A frame that must be refused. */
export interface InvalidVector {
  readonly name: string;
  readonly from: 'client' | 'server';
  readonly hex: string;
  readonly error: 'VALIDATION_ERROR';
  /** Our wording; other implementations choose their own. */
  readonly issue: string;
  /** `midi`: the frame itself decodes, but its notes are malformed. */
  readonly layer?: 'midi';
}

/** At least one frame of every member, encoded canonically: fields in order, no zeros. */
export const frames = read<Vector & { json: Record<string, unknown> }>('frames');

/** Frames in unusual forms that protobuf allows. */
export const tolerated = read<Vector>('tolerated');

/** Frames that must be refused. */
export const invalid = read<InvalidVector>('invalid');

/** The bytes of the frame. */
export function bytesOf(vector: { readonly hex: string }): Uint8Array {
  return Uint8Array.from(Buffer.from(vector.hex, 'hex'));
}

/** The member in a vector's JSON. */
export function memberOf(vector: { readonly json: Record<string, unknown> }): MemberName {
  const member = (Object.keys(memberNumbers) as MemberName[]).find((name) => name in vector.json);
  if (member === undefined) throw new Error('a vector without a member');
  return member;
}

function read<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')) as T[];
}
