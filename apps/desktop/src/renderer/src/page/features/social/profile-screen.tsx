import type { PublicUserView } from '@roomtone/sdk';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import { useAccount, useHasAccount, userIdOf } from '../../app/identity/account-store.ts';
import { Picture } from '../../app/identity/picture.tsx';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { roomStrings } from '../../room-strings.ts';
import { agoText, figure, momentText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import './social.css';
import { Ban, Check, MessageCircle, UserRoundMinus, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../app/social/messenger.ts';
import { useFriendActions } from '../../app/social/use-friend-actions.ts';
import { useRelation } from '../../app/social/use-relation.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';

/** A user's public profile. */
export function ProfileScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { client } = useParts();
  const name = params['name'] ?? '';
  const {
    data: user,
    error,
    refetch,
  } = useQuery<PublicUserView>({
    queryKey: ['user', name.toLowerCase()],
    queryFn: () => client.api.users.get(name),
  });
  useTitle(user?.displayName);
  if (user !== undefined) return <Profile user={user} />;
  if (error === null) return <LoadingState />;
  if (error instanceof CallError && error.problem === undefined && error.code === 'RESOURCE_NOT_FOUND') {
    return (
      <EmptyState level={1} title={roomStrings.profile.notFound} hint={roomStrings.profile.notFoundHint}>
        <Link className="button large" href={pathTo('lobby')}>
          {strings.frame.toLobby}
        </Link>
      </EmptyState>
    );
  }
  return <ErrorState error={error} onRetry={() => void refetch()} />;
}

function Profile({ user }: { readonly user: PublicUserView }) {
  const isSelf = useAccount(userIdOf) === user.userId;
  const words = roomStrings.profile;
  return (
    <div className="profile">
      <header className="profile-head">
        <Picture name={user.displayName} path={user.avatarUrl} size="large" />
        <div>
          <h1>
            <bdi>{user.displayName}</bdi>
          </h1>
          {user.displayName !== user.username && <p className="muted">{user.username}</p>}
          <p className="badges">
            {user.isPro ? (
              <Badge tone="good">{roomStrings.roles.pro}</Badge>
            ) : (
              <Badge>{roomStrings.roles.member}</Badge>
            )}
          </p>
        </div>
      </header>
      {isSelf ? (
        <p className="profile-own">
          <span className="muted">{words.you}</span>{' '}
          <Link className="linked" href={pathTo('account')}>
            {words.toAccount}
          </Link>
        </p>
      ) : (
        <ProfileActions person={user} />
      )}
      <Panel title={words.stats}>
        <dl className="facts">
          <Fact name={words.notes} value={figure(user.publicStats.totalNotes)} />
          <Fact name={words.time} value={lengthText(user.publicStats.timePlayed)} />
          <Fact name={words.lastSeen} value={agoText(user.lastSeen)} title={momentText(user.lastSeen)} />
        </dl>
      </Panel>
    </div>
  );
}

function Fact({ name, value, title }: { readonly name: string; readonly value: string; readonly title?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{value}</dd>
    </div>
  );
}

/** @param seconds played in total. */
function lengthText(seconds: number): string {
  const words = roomStrings.profile;
  return seconds < 3_600
    ? words.minutes({ minutes: figure(Math.floor(seconds / 60)) })
    : words.hours({ hours: figure(seconds / 3_600, 1) });
}

/** The relation to a user, and buttons to change it. */
function ProfileActions({ person }: { readonly person: Person }) {
  const hasAccount = useHasAccount();
  const relation = useRelation(person.userId);
  const actions = useFriendActions();
  const [isRequesting, setRequesting] = useState(false);
  const words = roomStrings.profile;
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
