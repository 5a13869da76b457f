import { useConversations } from './conversation-store.ts';
import { usePeople } from './use-people.ts';

/** What waits for one among friends: messages not read, and requests not answered. */
export function useNews(): { readonly messages: number; readonly requests: number } {
  const messages = useConversations((state) => state.lines.reduce((count, { isRead }) => count + (isRead ? 0 : 1), 0));
  const { requests } = usePeople();
  return { messages, requests: requests.length };
}
