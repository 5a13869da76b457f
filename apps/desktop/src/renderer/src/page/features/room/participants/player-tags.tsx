import type { Participant } from '@roomtone/protocol';
import { useFriends } from '../../../app/social/use-friends.ts';
import { strings } from '../../../strings.ts';
import { useOwnAccount } from '../moderation/use-powers.ts';
import { useRoom } from '../room-store.ts';
import { usePerson } from './use-person.ts';

/** In larger rooms nobody's account is asked for only to call them Pro: a user has 100 requests a minute. */
const asksAtMost = 24;

/** What somebody is here: host, moderator, Pro; and how they are, where one is told. */
export function PlayerTags({ participant }: { readonly participant: Participant }) {
  const { userId, number, guest } = participant;
  const isSelf = useRoom((state) => state.self === number);
  const isAlone = useRoom((state) => state.isAlone);
  const isHost = useRoom((state) => userId !== '' && state.room?.roomOwner === userId);
  const isSmall = useRoom((state) => state.participants.length <= asksAtMost);
  const account = useOwnAccount();
  const person = usePerson(isSmall && !isAlone && !guest ? userId : '').data;
  const status = useFriends().data?.friends.find((friend) => friend.user_id === userId)?.status;
  const words = strings.people;
  const ownRole = isSelf ? ['admin', 'moderator'].find((role) => account?.roles.includes(role)) : undefined;
  return (
    <>
      {isHost && <span className="player-tag host">{strings.room.owner}</span>}
      {ownRole !== undefined && (
        <span className="player-tag">{ownRole === 'admin' ? words.admin : words.moderator}</span>
      )}
      {person?.is_pro && <span className="player-tag">{words.pro}</span>}
      {isSelf && !isAlone && <span className="visually-hidden">{strings.room.you}</span>}
      {(status === 'away' || status === 'busy') && <span className="player-tag">{words.statuses[status]}</span>}
    </>
  );
}
