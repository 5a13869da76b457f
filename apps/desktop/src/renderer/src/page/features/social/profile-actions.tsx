import { Ban, Check, MessageCircle, UserRoundMinus, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useHasAccount } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import type { Person } from '../../app/social/messenger.ts';
import { useFriendActions } from '../../app/social/use-friend-actions.ts';
import { useRelation } from '../../app/social/use-relation.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';

/** The relation to a user, and buttons to change it. */
export function ProfileActions({ person }: { readonly person: Person }) {
  const hasAccount = useHasAccount();
  const relation = useRelation(person.userId);
  const actions = useFriendActions();
  const [isRequesting, setRequesting] = useState(false);
  const words = strings.profile;
  if (!hasAccount) return <p className="muted profile-own">{words.guest}</p>;
  const sendRequest = async () => {
    setRequesting(true);
    await actions.sendRequest(person.userId).catch((error: unknown) => notify(failureText(error)));
    setRequesting(false);
  };
  if (relation === 'blocked') {
    return (
      <div className="profile-acts">
        <span className="muted">{words.isBlocked}</span>
        <Button onClick={() => actions.unblock(person)}>{strings.friends.unblock}</Button>
      </div>
    );
  }
  return (
    <div className="profile-acts" aria-busy={relation === 'unknown'}>
      {relation === 'friend' && (
        <>
          <Link className="button main large" href={pathTo('conversation', { name: person.username })}>
            <MessageCircle />
            {strings.friends.write}
          </Link>
          <Button size="large" onClick={() => actions.remove(person)}>
            <UserRoundMinus />
            {strings.friends.remove}
          </Button>
        </>
      )}
      {relation === 'request-received' && (
        <>
          <span className="muted">{words.askedYou}</span>
          <Button kind="main" size="large" onClick={() => void actions.accept(person)}>
            <Check />
            {strings.friends.accept}
          </Button>
          <Button size="large" onClick={() => actions.decline(person)}>
            {strings.friends.decline}
          </Button>
        </>
      )}
      {relation === 'request-sent' && (
        <>
          <Badge>{words.asked}</Badge>
          <Button size="large" onClick={() => actions.withdraw(person)}>
            {strings.friends.withdraw}
          </Button>
        </>
      )}
      {(relation === 'none' || relation === 'unknown') && (
        <Button
          kind="main"
          size="large"
          busy={isRequesting || relation === 'unknown'}
          onClick={() => void sendRequest()}
        >
          <UserRoundPlus />
          {words.addFriend}
        </Button>
      )}
      <Button kind="quiet" size="large" onClick={() => actions.block(person)}>
        <Ban />
        {strings.friends.block}
      </Button>
    </div>
  );
}
