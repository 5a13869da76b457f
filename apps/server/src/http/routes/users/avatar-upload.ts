import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { type Issue, issues, limits, type Problem, serviceLimits, validationError } from '@roomtone/protocol';
import type { FastifyRequest } from 'fastify';
import { freeChunk, ownsMemory } from '../../plugins/free-chunk.ts';

/** A little more than a form with one picture needs, so that the error can name what is too much. */
export const uploadLimits = {
  fileSize: limits.avatar.bytes,
  files: 2,
  fields: 2,
  parts: 4,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 20,
} as const;

/**
 * Reads the picture of an upload. The form is read to its end even if it is refused, since a client may send everything before
 * it reads the answer.
 * @throws {RoomtoneError} VALIDATION_ERROR on `avatar`, or on a field that the form should not have.
 */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  const problems: Problem[] = [];
  let picture: Uint8Array | undefined;
  try {
    for await (const part of request.parts()) {
      const problem = problemOf(part, picture !== undefined);
      if (problem !== undefined) problems.push(problem);
      const bytes = part.type === 'file' ? await readFile(part) : undefined;
      if (problem === undefined) picture = bytes;
    }
  } catch (error) {
    // The parser's errors are the form's fault, and their messages are not for users.
    problems.push({ field: 'avatar', ...issueOf(error) });
  }
  if (problems.length > 0) throw validationError(problems);
  if (picture === undefined) throw validationError([{ field: 'avatar', ...issues.required }]);
  return picture;
}

/** Undefined for a file that is too large, which the parser of the form reports at its end. */
async function readFile({ file }: MultipartFile): Promise<Uint8Array | undefined> {
  const arriving = new ArrivingPicture();
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      if (file.truncated) freeChunk(chunk);
      else arriving.add(chunk);
    }
    return file.truncated ? undefined : arriving.take();
  } finally {
    arriving.close();
  }
}

/**
 * Resolves as `reading` does, if that takes no longer than `ms`.
 * @throws {RoomtoneError} VALIDATION_ERROR on `avatar` if it takes longer; then the rest must not be waited for.
 */
export async function inTime(reading: Promise<Uint8Array>, ms: number): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const issue = `must arrive within ${serviceLimits.uploads.arrivalMs / 1000} s`;
    timer = setTimeout(() => reject(validationError([{ field: 'avatar', issue }])), ms);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `avatar` for any other media type than a form's. */
export async function requireForm(request: FastifyRequest): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data(;|$)/i.test(type.trim())) return;
  throw validationError([{ field: 'avatar', issue: 'must be sent as multipart/form-data' }]);
}

function problemOf(part: Multipart, isSecond: boolean): Problem | undefined {
  if (part.fieldname !== 'avatar') return { field: part.fieldname, ...issues.unknownField };
  if (part.type !== 'file') return { field: 'avatar', issue: 'must be a file' };
  return isSecond ? { field: 'avatar', issue: 'must be one file' } : undefined;
}

function issueOf(error: unknown): Issue {
  const { code } = error as { code?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return issues.pictureBytes(limits.avatar.bytes / 1024 / 1024);
  return issues.invalid('must be one file in a form');
}

/**
 * What has arrived of a picture. It waits in a message channel, which belongs to no heap: V8 would count it, and mark its whole heap
 * again and again while large pictures arrive.
 */
export class ArrivingPicture {
  readonly #channel = new MessageChannel();
  #bytes = 0;

  /** Takes a chunk, which must not be used afterwards. */
  add(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    const own = ownsMemory(chunk) ? chunk : new Uint8Array(chunk);
    this.#channel.port1.postMessage(own, [own.buffer]);
  }

  /** All of it; call it once. */
  take(): Uint8Array {
    const picture = Buffer.allocUnsafeSlow(this.#bytes);
    for (let at = 0; at < this.#bytes; ) {
      const chunk = Buffer.from(receiveMessageOnPort(this.#channel.port2)?.message.buffer as ArrayBuffer);
      picture.set(chunk, at);
      at += freeChunk(chunk);
    }
    return picture;
  }

  /** Frees what was not taken. */
  close(): void {
    // The port where it waits; the other one closes with it.
    this.#channel.port2.close();
  }
}
