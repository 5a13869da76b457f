import { useConversations } from './conversation-store.ts';
import { useSocial } from './use-social.ts';

/** Counts of unread messages and unanswered friend requests. */
export function useSocialCounts(): { readonly messages: number; readonly requests: number } {
  const messages = useConversations((state) => state.lines.reduce((count, { isRead }) => count + (isRead ? 0 : 1), 0));
  const { requests } = useSocial();
  return { messages, requests: requests.length };
}
