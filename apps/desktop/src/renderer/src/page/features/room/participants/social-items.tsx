import type { Participant } from '@roomtone/sdk';
import { Ban, MessageSquare, UserPlus } from 'lucide-react';
import { useHasAccount } from '../../../app/identity/account-store.ts';
import { useFriendActions } from '../../../app/social/use-friend-actions.ts';
import { type Relation, useRelation } from '../../../app/social/use-relation.ts';
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
  const relation = useRelation(userId);
  const { sendRequest, accept, block, unblock } = useFriendActions();
  const words = strings.people;
  const message = () => {
    showPanel('chat');
    useDraft.setState(({ calls }) => ({ text: `/msg ${username} `, calls: calls + 1 }));
  };
  const befriend = () =>
    relation === 'request-received'
      ? void accept(participant)
      : void sendRequest(userId).catch((error: unknown) => notify(failureText(error)));
  return (
    <>
      <MenuItem icon={<UserPlus />} disabled={!hasAccount || !befriendable.has(relation)} onSelect={befriend}>
        {friendWords(relation)}
      </MenuItem>
      <MenuItem icon={<MessageSquare />} disabled={relation !== 'friend'} onSelect={message}>
        {words.message}
      </MenuItem>
      <MenuItem
        icon={<Ban />}
        disabled={!hasAccount}
        onSelect={() => (relation === 'blocked' ? unblock(participant) : block(participant))}
      >
        {relation === 'blocked' ? words.unblock : words.block}
      </MenuItem>
      {!hasAccount && <MenuLabel>{words.membersOnly}</MenuLabel>}
      {hasAccount && relation !== 'friend' && <MenuLabel>{words.friendsOnly}</MenuLabel>}
    </>
  );
}

/** Relations in which the user can send or accept a friend request. */
const befriendable: ReadonlySet<Relation> = new Set(['none', 'request-received']);

function friendWords(relation: Relation): string {
  switch (relation) {
    case 'friend':
      return strings.people.isFriend;
    case 'request-received':
      return strings.people.acceptFriend;
    case 'request-sent':
      return strings.people.isAsked;
    default:
      return strings.people.addFriend;
  }
}
