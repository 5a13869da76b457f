import type { Participant } from '@roomtone/protocol';
import { Ban, MessageSquare, UserPlus } from 'lucide-react';
import { useIsMember } from '../../app-parts.ts';
import { strings } from '../../strings.ts';
import { MenuItem, MenuLabel } from '../../ui/menu.tsx';
import { useDraft } from '../chat/draft-store.ts';
import { unfoldPanel } from '../layout-store.ts';
import { useBlocks, useFriends, useTie } from './use-ties.ts';

/** Friendship, messages and blocking, in somebody's menu. What is not possible now says why. */
export function TieItems({ participant }: { readonly participant: Participant }) {
  const { userId, username } = participant;
  const isMember = useIsMember();
  const friends = useFriends();
  const isFriend = friends?.friends.some((friend) => friend.user_id === userId) ?? false;
  const hasAsked = friends?.pending_requests.some((request) => request.user_id === userId) ?? false;
  const isBlocked = useBlocks().some((block) => block.user_id === userId);
  const { mutate } = useTie();
  const words = strings.people;
  const message = () => {
    unfoldPanel('chat');
    useDraft.setState(({ calls }) => ({ text: `/msg ${username} `, calls: calls + 1 }));
  };
  let friendWords: string = words.addFriend;
  if (isFriend) friendWords = words.isFriend;
  else if (hasAsked) friendWords = words.acceptFriend;
  return (
    <>
      <MenuItem
        icon={<UserPlus />}
        disabled={!isMember || isFriend || isBlocked}
        onSelect={() =>
          hasAsked
            ? mutate({ userId, act: 'accept', done: words.accepted(username) })
            : mutate({ userId, act: 'request', done: words.requested(username) })
        }
      >
        {friendWords}
      </MenuItem>
      <MenuItem icon={<MessageSquare />} disabled={!isFriend} onSelect={message}>
        {words.message}
      </MenuItem>
      <MenuItem
        icon={<Ban />}
        disabled={!isMember}
        onSelect={() =>
          isBlocked
            ? mutate({ userId, act: 'unblock', done: words.unblocked(username) })
            : mutate({ userId, act: 'block', done: words.blocked(username) })
        }
      >
        {isBlocked ? words.unblock : words.block}
      </MenuItem>
      {!isMember && <MenuLabel>{words.membersOnly}</MenuLabel>}
      {isMember && !isFriend && <MenuLabel>{words.friendsOnly}</MenuLabel>}
    </>
  );
}
