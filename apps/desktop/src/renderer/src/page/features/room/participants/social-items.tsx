import type { Participant } from '@roomtone/protocol';
import { Ban, MessageSquare, UserPlus } from 'lucide-react';
import { useHasAccount } from '../../../app/identity/account-store.ts';
import { useFriendActs } from '../../../app/social/use-friend-acts.ts';
import { type Standing, useStanding } from '../../../app/social/use-standing.ts';
import { strings } from '../../../strings.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { MenuItem, MenuLabel } from '../../../ui/menu.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useDraft } from '../chat/draft-store.ts';
import { showPanel } from '../layout-store.ts';

/** Menu items for friend requests, messages and blocking. Unavailable ones say why. */
export function SocialItems({ participant }: { readonly participant: Participant }) {
  const { userId, username } = participant;
  const hasAccount = useHasAccount();
  const standing = useStanding(userId);
  const { ask, accept, block, unblock } = useFriendActs();
  const words = strings.people;
  const message = () => {
    showPanel('chat');
    useDraft.setState(({ calls }) => ({ text: `/msg ${username} `, calls: calls + 1 }));
  };
  const befriend = () =>
    standing === 'asks'
      ? void accept(participant)
      : void ask(userId).catch((error: unknown) => notify(failureText(error)));
  return (
    <>
      <MenuItem icon={<UserPlus />} disabled={!hasAccount || !befriendable.has(standing)} onSelect={befriend}>
        {friendWords(standing)}
      </MenuItem>
      <MenuItem icon={<MessageSquare />} disabled={standing !== 'friend'} onSelect={message}>
        {words.message}
      </MenuItem>
      <MenuItem
        icon={<Ban />}
        disabled={!hasAccount}
        onSelect={() => (standing === 'blocked' ? unblock(participant) : block(participant))}
      >
        {standing === 'blocked' ? words.unblock : words.block}
      </MenuItem>
      {!hasAccount && <MenuLabel>{words.membersOnly}</MenuLabel>}
      {hasAccount && standing !== 'friend' && <MenuLabel>{words.friendsOnly}</MenuLabel>}
    </>
  );
}

/** Relations in which the own user can send or accept a friend request. */
const befriendable: ReadonlySet<Standing> = new Set(['stranger', 'asks']);

function friendWords(standing: Standing): string {
  switch (standing) {
    case 'friend':
      return strings.people.isFriend;
    case 'asks':
      return strings.people.acceptFriend;
    case 'asked':
      return strings.people.isAsked;
    default:
      return strings.people.addFriend;
  }
}
