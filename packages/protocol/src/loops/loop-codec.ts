import { RoomtoneError, validationError } from '../errors.ts';
import { checkedReader } from '../frame.ts';
import * as codec from '../gen/loop-codec.js';
import {
  type Loop,
  type LoopCommand,
  type LoopNews,
  readLoop,
  readLoopCommand,
  readLoopNews,
} from '../gen/messages.ts';

type Reader = Parameters<typeof codec.Loop.decode>[0];

/** The body of a `loopCommand` frame. */
export function encodeLoopCommand(command: LoopCommand): Uint8Array {
  return codec.LoopCommand.encode(command).finish();
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `frame` for bytes that are no LoopCommand, and nothing else. */
export function decodeLoopCommand(bytes: Uint8Array): LoopCommand {
  return decoded('LoopCommand', () => readLoopCommand(codec.LoopCommand.decode(checkedReader(bytes) as Reader)));
}

/** The body of a `loopNews` frame. */
export function encodeLoopNews(news: LoopNews): Uint8Array {
  return codec.LoopNews.encode(news).finish();
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `frame` for bytes that are no LoopNews, and nothing else. */
export function decodeLoopNews(bytes: Uint8Array): LoopNews {
  return decoded('LoopNews', () => readLoopNews(codec.LoopNews.decode(checkedReader(bytes) as Reader)));
}

/** One loop by itself, as servers store it. */
export function encodeLoop(loop: Loop): Uint8Array {
  return codec.Loop.encode(loop).finish();
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `frame` for bytes that are no Loop, and nothing else. */
export function decodeLoop(bytes: Uint8Array): Loop {
  return decoded('Loop', () => readLoop(codec.Loop.decode(checkedReader(bytes) as Reader)));
}

function decoded<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RoomtoneError) throw cause;
    const { details } = validationError([{ field: 'frame', issue: `is not a ${name}` }]);
    throw new RoomtoneError('VALIDATION_ERROR', `The frame is not a ${name}.`, details, { cause });
  }
}
