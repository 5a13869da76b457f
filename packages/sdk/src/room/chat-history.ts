// Chat from before one came, or while one was away.
import type { Caller } from '../bots.ts';
import type { CallOptions } from '../call-options.ts';
import { inPath } from '../calls/send.ts';
import { ConnectionError } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';
import type { ChatPageView } from '../views.ts';
import { type ChatMessage, chatMessageOf } from './from-wire.ts';
import type { Room } from './room.ts';
import type { RoomParts } from './room-types.ts';

/** The messages that are wanted. */
export interface ChatRange {
  /** Only messages with a lower position; the newest by default. */
  readonly before?: number;
  /** At most so many, up to 100; 50 by default. */
  readonly limit?: number;
}

export interface ChatPage {
  /** The oldest first. */
  readonly messages: readonly ChatMessage[];
  /** True if the room has older messages: they are before the first one's position. */
  readonly more: boolean;
}

const parts = new WeakMap<Room, RoomParts>();

/**
 * Reads the chat that a room keeps, up to 1,000 messages; guests may, too. Messages of users whom one blocks are left out, and
 * deleted ones.
 */
export async function chatHistory(room: Room, range: ChatRange = {}, options?: CallOptions): Promise<ChatPage> {
  checkKeys(range, known, 'chatHistory()');
  const { before = 0, limit = 0 } = range;
  const { requests } = partsOf(room);
  const answer = await requests.ask(
    { kind: 'chatHistory', body: { before, limit, messages: [], more: false } },
    options,
  );
  if (answer.kind !== 'chatHistory') {
    throw new ConnectionError('unexpectedAnswer', `The server answered with ${answer.kind}.`);
  }
  const { messages, more } = answer.body;
  return { messages: messages.map(chatMessageOf), more };
}

const known = 'before limit';

function partsOf(room: Room): RoomParts {
  const made = parts.get(room) ?? room.extend(() => {});
  parts.set(room, made);
  return made;
}

/**
 * The same over REST: for those who are inside the room or moderate it.
 * @param client a RoomtoneClient.
 */
export function chatCalls({ call }: Caller, roomId: string) {
  return {
    read: async (range: ChatRange = {}, options?: CallOptions): Promise<ChatPage> => {
      checkKeys(range, known, 'read()');
      const query = new URLSearchParams(Object.entries(range).map(([name, value]) => [name, String(value)]));
      const path = `/api/rooms/${inPath(roomId)}/chat?${query}`;
      const { messages, more } = await call<ChatPageView>({ method: 'GET', path }, options);
      return { messages: messages.map(({ sentAt, ...message }) => ({ ...message, timestamp: sentAt })), more };
    },
  };
}
