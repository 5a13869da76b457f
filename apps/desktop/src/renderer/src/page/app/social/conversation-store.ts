import { create } from 'zustand';
import type { Line } from './lines.ts';

interface ConversationState {
  /** loading: the stored messages are being read. */
  readonly status: 'loading' | 'ready';
  /** Messages of the user's account, sorted by time. */
  readonly lines: readonly Line[];
  /** The user whose conversation is open. */
  readonly openWith: string | undefined;
}

export const noConversations: ConversationState = { status: 'loading', lines: [], openWith: undefined };

export const useConversations = create<ConversationState>()(() => noConversations);
