import { createContext } from 'react';
import { useGiven } from '../../given.ts';
import type { ChatDesk } from './chat/chat-desk.ts';
import type { OrderDesk } from './moderation/order-desk.ts';
import type { RoomSession } from './room-session.ts';
import type { TimeKeeping } from './time-keeping.ts';

/** What a room's screens act through; what they show is in the stores. */
export interface RoomParts {
  readonly room: RoomSession;
  readonly chat: ChatDesk;
  readonly order: OrderDesk;
  readonly time: TimeKeeping;
}

export const RoomContext = createContext<RoomParts | undefined>(undefined);

/** The parts, inside the app. */
export function useRoomParts(): RoomParts {
  return useGiven(RoomContext);
}
