import type { Participant } from '@roomtone/sdk';
import {
  Ban,
  Crown,
  DoorOpen,
  MessageSquare,
  MicOff,
  Music,
  ShieldBan,
  ShieldMinus,
  ShieldPlus,
  SlidersHorizontal,
  User,
  UserPlus,
} from 'lucide-react';
import { useHasAccount } from '../../../app/identity/account-store.ts';
import { denialReason } from '../../../app/rooms/permissions.ts';
import { useFriendActions } from '../../../app/social/use-friend-actions.ts';
import { type Relation, useRelation } from '../../../app/social/use-relation.ts';
import { roomStrings } from '../../../room-strings.ts';
import { strings } from '../../../strings.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { replyInRoom } from '../chat/draft-store.ts';
import { useOwnAccount, usePermissions } from '../moderation/use-permissions.ts';
import { openRoomDialog } from '../room-dialog-store.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { QualityText } from './quality-indicator.tsx';

interface PlayerActionsProps {
  readonly participant: Participant;
  /** Shows the participant's volume. */
  readonly onMix: () => void;
}

/** The menu of actions for another participant. */
export function PlayerActions({ participant, onMix }: PlayerActionsProps) {
  const { participantId, displayName, guest } = participant;
  return (
    <>
      <MenuLabel>
        <QualityText number={participantId} />
      </MenuLabel>
      {!guest && (
        <>
          <MenuItem icon={<SlidersHorizontal />} movesFocus onSelect={onMix}>
            {roomStrings.mix.open({ name: displayName })}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<User />} onSelect={() => openRoomDialog({ kind: 'profile', participant })}>
            {roomStrings.people.profile}
          </MenuItem>
          <SocialItems participant={participant} />
        </>
      )}
      <ModerationItems participant={participant} />
    </>
  );
}

/** Menu items for friend requests, messages and blocking. Unavailable ones say why. */
function SocialItems({ participant }: { readonly participant: Participant }) {
  const { userId, username } = participant;
  const hasAccount = useHasAccount();
  const relation = useRelation(userId);
  const { sendRequest, accept, block, unblock } = useFriendActions();
  const words = roomStrings.people;
  const message = () => replyInRoom(username);
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
      return roomStrings.people.isFriend;
    case 'request-received':
      return roomStrings.people.acceptFriend;
    case 'request-sent':
      return roomStrings.people.isAsked;
    default:
      return roomStrings.people.addFriend;
  }
}

/** Moderation actions for a participant, or the reason why they are not available; nothing for those who moderate nobody. */
function ModerationItems({ participant }: { readonly participant: Participant }) {
  const { moderation } = useRoomParts();
  const room = useRoom((state) => state.room);
  const account = useOwnAccount();
  const { mayManage, mayModerate } = usePermissions();
  const why = denialReason(room, account, participant);
  const isDenied = why !== undefined;
  const isOwner = participant.userId === room?.roomOwner;
  const isNamed = room?.moderators?.includes(participant.userId) === true;
  const isListed = room?.players?.includes(participant.userId) === true;
  const isListKept = room?.settings?.mayPlay === 'named' || room?.settings?.mayPlay === 'members';
  const words = strings.moderation;
  const open = (kind: 'kick' | 'ban' | 'mute' | 'transfer') => () => openRoomDialog({ kind, participant });
  let hint: string | undefined = why && words.hindrances[why];
  if (!isDenied && participant.guest) hint = words.guestHint;
  else if (!isDenied && !mayManage) hint = words.transferHint;
  if (why === 'not-moderator') return null;
  return (
    <>
      <MenuSeparator />
      {participant.muted && (
        <MenuItem icon={<MicOff />} disabled={isDenied} onSelect={() => void moderation.unmute(participant)}>
          {words.unmute}
        </MenuItem>
      )}
      <MenuItem icon={<MicOff />} disabled={isDenied || participant.guest} onSelect={open('mute')}>
        {words.mute}
      </MenuItem>
      <MenuItem icon={<DoorOpen />} disabled={isDenied} onSelect={open('kick')}>
        {words.kick}
      </MenuItem>
      <MenuItem icon={<ShieldBan />} danger disabled={isDenied} onSelect={open('ban')}>
        {words.ban}
      </MenuItem>
      {isNamed ? (
        <MenuItem
          icon={<ShieldMinus />}
          disabled={!mayManage}
          onSelect={() => void moderation.setModerator(participant, false)}
        >
          {words.dismissModerator}
        </MenuItem>
      ) : (
        <MenuItem
          icon={<ShieldPlus />}
          disabled={isDenied || !mayManage || participant.guest || isOwner}
          onSelect={() => void moderation.setModerator(participant, true)}
        >
          {words.makeModerator}
        </MenuItem>
      )}
      {isListKept && !participant.guest && !isOwner && (
        <MenuItem
          icon={<Music />}
          disabled={!mayModerate}
          onSelect={() => void moderation.namePlayer(participant, !isListed)}
        >
          {isListed ? strings.turns.unnamePlayer : strings.turns.namePlayer}
        </MenuItem>
      )}
      <MenuItem
        icon={<Crown />}
        disabled={isDenied || !mayManage || participant.guest || participant.bot || isOwner}
        onSelect={open('transfer')}
      >
        {words.transfer}
      </MenuItem>
      {hint !== undefined && <MenuLabel>{hint}</MenuLabel>}
    </>
  );
}
