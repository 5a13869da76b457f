import { create } from 'zustand';
import type { ChatLine } from './chat-lines.ts';

interface ChatState {
  readonly lines: readonly ChatLine[];
  /** Messages of others that came while the chat was folded away. */
  readonly unread: number;
}

export const useChat = create<ChatState>()(() => ({ lines: [], unread: 0 }));
