import { create } from 'zustand';
import type { ChatLine } from './chat-lines.ts';

interface ChatState {
  readonly lines: readonly ChatLine[];
  /** The room has messages from before the first line. */
  readonly hasOlder: boolean;
  /** Older messages are on their way. */
  readonly isReading: boolean;
  /** True while the newest lines are on screen. */
  readonly isNewestVisible: boolean;
  /** Messages of others that arrived while the newest lines were off screen. */
  readonly unread: number;
  /** The first unread message; it stays marked until the list is off screen again. */
  readonly firstUnread: string | undefined;
  /** True if an unread message mentions the user. */
  readonly isMentioned: boolean;
  /** Numbers of the participants who are typing. */
  readonly typing: ReadonlySet<number>;
}

export const emptyChat: ChatState = {
  lines: [],
  hasOlder: false,
  isReading: false,
  isNewestVisible: false,
  unread: 0,
  firstUnread: undefined,
  isMentioned: false,
  typing: new Set(),
};

export const useChat = create<ChatState>()(() => emptyChat);

/** Records whether the newest lines are on screen, which marks them as read. */
export function setNewestVisible(isNewestVisible: boolean): void {
  if (useChat.getState().isNewestVisible === isNewestVisible) return;
  useChat.setState(
    isNewestVisible ? { isNewestVisible, unread: 0, isMentioned: false } : { isNewestVisible, firstUnread: undefined },
  );
}
