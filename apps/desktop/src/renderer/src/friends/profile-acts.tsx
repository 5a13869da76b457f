import { Ban, Check, MessageCircle, UserRoundMinus, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useIsMember } from '../app-parts.ts';
import { pathTo } from '../router.ts';
import { strings } from '../strings.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Link } from '../ui/link.tsx';
import { notify } from '../ui/toast-store.ts';
import type { Person } from './messenger.ts';
import { useFriendActs } from './use-friend-acts.ts';
import { usePeople } from './use-people.ts';

/** How one stands with somebody, and what one can do about it. */
export function ProfileActs({ person }: { readonly person: Person }) {
  const isMember = useIsMember();
  const people = usePeople();
  const acts = useFriendActs();
  const [isAsking, setAsking] = useState(false);
  const words = strings.profile;
  if (!isMember) return <p className="muted profile-own">{words.guest}</p>;
  const { userId } = person;
  const isIn = (list: readonly { readonly user_id: string }[]) => list.some(({ user_id }) => user_id === userId);
  const isAsked = people.asked.some((each) => each.userId === userId);
  const ask = async () => {
    setAsking(true);
    await acts.ask(userId).catch((error: unknown) => notify(failureText(error)));
    setAsking(false);
  };
  if (isIn(people.blocks)) {
    return (
      <div className="profile-acts">
        <span className="muted">{words.isBlocked}</span>
        <Button onClick={() => acts.unblock(person)}>{strings.friends.unblock}</Button>
      </div>
    );
  }
  return (
    <div className="profile-acts" aria-busy={people.isLoading}>
      {isIn(people.friends) ? (
        <>
          <Link className="button main large" href={pathTo('conversation', { name: person.username })}>
            <MessageCircle />
            {strings.friends.write}
          </Link>
          <Button size="large" onClick={() => acts.remove(person)}>
            <UserRoundMinus />
            {strings.friends.remove}
          </Button>
        </>
      ) : isIn(people.requests) ? (
        <>
          <span className="muted">{words.askedYou}</span>
          <Button kind="main" size="large" onClick={() => void acts.accept(person)}>
            <Check />
            {strings.friends.accept}
          </Button>
          <Button size="large" onClick={() => acts.decline(person)}>
            {strings.friends.decline}
          </Button>
        </>
      ) : isAsked ? (
        <>
          <Badge>{words.asked}</Badge>
          <Button size="large" onClick={() => acts.withdraw(person)}>
            {strings.friends.withdraw}
          </Button>
        </>
      ) : (
        <Button kind="main" size="large" busy={isAsking || people.isLoading} onClick={() => void ask()}>
          <UserRoundPlus />
          {words.addFriend}
        </Button>
      )}
      <Button kind="quiet" size="large" onClick={() => acts.block(person)}>
        <Ban />
        {strings.friends.block}
      </Button>
    </div>
  );
}
