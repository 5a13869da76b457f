import { create } from 'zustand';
import type { Line } from './lines.ts';

interface ConversationState {
  /** loading: what this device keeps is being read. */
  readonly status: 'loading' | 'ready';
  /** Of the account in use, in the order of their times. */
  readonly lines: readonly Line[];
  /** With whom one is reading and writing now. */
  readonly openWith: string | undefined;
}

export const noConversations: ConversationState = { status: 'loading', lines: [], openWith: undefined };

export const useConversations = create<ConversationState>()(() => noConversations);
