import type { Participant } from '@roomtone/sdk';
import { useFriends } from '../../../app/social/use-friends.ts';
import { strings } from '../../../strings.ts';
import { useOwnAccount } from '../moderation/use-permissions.ts';
import { useRoom } from '../room-store.ts';
import { usePerson } from './use-person.ts';

/** Larger rooms do not look up every account for its Pro badge: a user may make 100 requests a minute. */
const maxLookups = 24;

/** Badges of a participant: owner, moderator, Pro, and the presence if it is visible. */
export function PlayerTags({ participant }: { readonly participant: Participant }) {
  const { userId, participantId, guest, bot } = participant;
  const isSelf = useRoom((state) => state.self === participantId);
  const isAlone = useRoom((state) => state.isAlone);
  const isOwner = useRoom((state) => userId !== '' && state.room?.roomOwner === userId);
  const isSmall = useRoom((state) => state.participants.length <= maxLookups);
  const account = useOwnAccount();
  const person = usePerson(isSmall && !isAlone && !guest ? userId : '').data;
  const status = useFriends().data?.friends.find((friend) => friend.userId === userId)?.status;
  const words = strings.people;
  const isNamed = useRoom((state) => userId !== '' && state.room?.moderators?.includes(userId) === true);
  const ownRole = isSelf && !isNamed ? ['admin', 'moderator'].find((role) => account?.roles.includes(role)) : undefined;
  return (
    <>
      {isOwner && <span className="player-tag host">{strings.room.owner}</span>}
      {bot && <span className="player-tag">{words.bot}</span>}
      {isNamed && <span className="player-tag">{words.moderator}</span>}
      {ownRole !== undefined && (
        <span className="player-tag">{ownRole === 'admin' ? words.admin : words.moderator}</span>
      )}
      {person?.isPro && <span className="player-tag">{words.pro}</span>}
      {isSelf && !isAlone && <span className="visually-hidden">{strings.room.you}</span>}
      {(status === 'away' || status === 'busy') && <span className="player-tag">{words.statuses[status]}</span>}
    </>
  );
}
