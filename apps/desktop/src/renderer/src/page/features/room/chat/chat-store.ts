import { create } from 'zustand';
import type { ChatLine } from './chat-lines.ts';

interface ChatState {
  readonly lines: readonly ChatLine[];
  /** The newest lines are on screen. */
  readonly isWatched: boolean;
  /** Messages of others that came while nobody watched. */
  readonly unread: number;
  /** The first of them; it stays marked until one looks away. */
  readonly firstUnread: string | undefined;
  /** Whether one of them names oneself. */
  readonly isMentioned: boolean;
  /** Numbers of the participants who are typing. */
  readonly typing: ReadonlySet<number>;
}

export const silentChat: ChatState = {
  lines: [],
  isWatched: false,
  unread: 0,
  firstUnread: undefined,
  isMentioned: false,
  typing: new Set(),
};

export const useChat = create<ChatState>()(() => silentChat);

/** Says whether the newest lines are on screen: what is watched is read. */
export function watchChat(isWatched: boolean): void {
  if (useChat.getState().isWatched === isWatched) return;
  useChat.setState(isWatched ? { isWatched, unread: 0, isMentioned: false } : { isWatched, firstUnread: undefined });
}
