import { Users } from 'lucide-react';
import { useMemo } from 'react';
import { useConversations } from '../../app/social/conversation-store.ts';
import { conversationsOf } from '../../app/social/lines.ts';
import { useSocial } from '../../app/social/use-social.ts';
import { strings } from '../../strings.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel, ScreenHead } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { AddFriend } from './add-friend.tsx';
import { ConversationView, NoConversation } from './conversation-view.tsx';
import { FriendRow } from './friend-row.tsx';
import { OwnPresence } from './own-presence.tsx';
import { Blocks, ReceivedRequests, SentRequests } from './requests.tsx';
import './social.css';

/** Friends, requests and blocks, beside the conversation with one friend. */
export function FriendsScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const name = params['name'];
  useTitle(strings.friends.title);
  const people = useSocial(true);
  return (
    <div className="people" data-open={name === undefined ? undefined : ''}>
      <div className="people-list">
        <ScreenHead title={strings.friends.title}>
          <OwnPresence />
        </ScreenHead>
        <AddFriend />
        {people.requests.length > 0 && <ReceivedRequests requests={people.requests} />}
        <Friends people={people} openWith={name} />
        {people.sentRequests.length > 0 && <SentRequests people={people.sentRequests} />}
        {people.blocks.length > 0 && <Blocks blocks={people.blocks} />}
      </div>
      {name === undefined ? <NoConversation /> : <ConversationView name={name} friends={people.friends} />}
    </div>
  );
}

interface FriendsProps {
  readonly people: ReturnType<typeof useSocial>;
  readonly openWith: string | undefined;
}

function Friends({ people: { friends, isLoading, error, refetch }, openWith }: FriendsProps) {
  const lines = useConversations((state) => state.lines);
  const unread = useMemo(() => new Map(conversationsOf(lines).map((each) => [each.withId, each.unread])), [lines]);
  const words = strings.friends;
  return (
    <Panel title={words.list}>
      {isLoading && <Skeleton lines={3} />}
      {error !== null && friends.length > 0 && <Notice>{words.offline}</Notice>}
      {error !== null && friends.length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!isLoading && error === null && friends.length === 0 && (
        <EmptyState icon={<Users />} title={words.empty} hint={words.emptyHint} />
      )}
      <ul className="rows">
        {friends.map((friend) => (
          <FriendRow
            key={friend.userId}
            friend={friend}
            unread={unread.get(friend.userId) ?? 0}
            isCurrent={friend.username.toLowerCase() === openWith?.toLowerCase()}
          />
        ))}
      </ul>
    </Panel>
  );
}
