import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { ChatController } from './chat/chat-controller.ts';
import type { ModerationController } from './moderation/moderation-controller.ts';
import type { RoomController } from './room-controller.ts';
import type { TimeController } from './time-controller.ts';

/** The controllers behind a room's screens, which show what is in the stores. */
export interface RoomParts {
  readonly room: RoomController;
  readonly chat: ChatController;
  readonly moderation: ModerationController;
  readonly time: TimeController;
}

export const RoomContext = createContext<RoomParts | undefined>(undefined);

/** Only valid inside the app. */
export function useRoomParts(): RoomParts {
  return useRequiredContext(RoomContext);
}
