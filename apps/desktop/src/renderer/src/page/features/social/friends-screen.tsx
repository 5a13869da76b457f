import { Ban, ChevronDown, Ellipsis, UserRound, UserRoundMinus, UserRoundPlus, Users } from 'lucide-react';
import { useMemo } from 'react';
import { useConversations } from '../../app/social/conversation-store.ts';
import { conversationsOf } from '../../app/social/lines.ts';
import { useSocial } from '../../app/social/use-social.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel, ScreenHead } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ConversationView, NoConversation } from './conversation-view.tsx';
import { Blocks, ReceivedRequests, SentRequests } from './requests.tsx';
import './social.css';
import { limits } from '@roomtone/protocol';
import type { FriendEntry, OwnPresence as Status } from '@roomtone/sdk';
import { create } from 'zustand';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import { Link } from '../../app/link.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { useRoomDetails } from '../../app/rooms/use-room-details.ts';
import { navigate, pathTo, roomPath } from '../../app/router.ts';
import { useFriendActions } from '../../app/social/use-friend-actions.ts';
import { isolated } from '../../strings/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/count.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { PersonRow } from './person-row.tsx';
import { Presence } from './presence.tsx';

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

/** Sends a friend request by name. */
function AddFriend() {
  const { sendRequest } = useFriendActions();
  const { register, submit, errorOf, failure, isBusy, reset } = useServerForm({
    defaultValues: { user: '' },
    send: async ({ user }) => {
      await sendRequest(user.trim());
      reset({ user: '' });
    },
  });
  return (
    <form className="add-friend" onSubmit={submit} noValidate>
      <TextField
        {...register('user')}
        label={strings.friends.add}
        placeholder={strings.friends.addHint}
        maxLength={limits.username.max}
        error={errorOf('user')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" busy={isBusy}>
        <UserRoundPlus />
        {strings.friends.ask}
      </Button>
      <FailureNotice error={failure} textOf={requestFailureText} />
    </form>
  );
}

function requestFailureText(error: unknown): string {
  const isUnknownUser = error instanceof CallError && error.code === 'RESOURCE_NOT_FOUND';
  return isUnknownUser ? roomStrings.profile.notFound : failureText(error);
}

const statuses = ['online', 'away', 'busy'] as const satisfies readonly Status[];

/** Presence chosen since signing in. The server tells it to friends, but not to the user. */
const useOwnPresence = create<{ readonly status: Status }>()(() => ({ status: 'online' }));

/** Sets the user's presence, until it is changed or the app closes. */
function OwnPresence() {
  const { client } = useParts();
  const { status } = useOwnPresence();
  const words = strings.friends;
  const choose = (next: Status) => {
    useOwnPresence.setState({ status: next });
    client.call('setPresence', { status: next }).catch((error: unknown) => {
      useOwnPresence.setState({ status });
      notify(failureText(error));
    });
  };
  return (
    <Menu
      trigger={
        <Button size="large" aria-label={`${words.yourPresence}: ${words.yourPresences[status]}`}>
          <Presence status={status} />
          {words.yourPresences[status]}
          <ChevronDown />
        </Button>
      }
    >
      <MenuChoice
        label={words.yourPresence}
        value={status}
        options={statuses.map((value) => ({ value, name: words.yourPresences[value] }))}
        onChange={choose}
      />
    </Menu>
  );
}

interface FriendRowProps {
  readonly friend: FriendEntry;
  /** The number of unread messages. */
  readonly unread: number;
  /** True if this conversation is open. */
  readonly isCurrent: boolean;
}

/** A friend with presence, current room and actions. The name opens the conversation. */
function FriendRow({ friend, unread, isCurrent }: FriendRowProps) {
  const { remove, block } = useFriendActions();
  const room = useRoomDetails(friend.currentRoom || undefined);
  const words = strings.friends;
  const { username, displayName: name } = friend;
  const isInRoom = friend.currentRoom !== '';
  const roomText =
    room === undefined ? words.inSomeRoom : words.inRoom({ room: isolated(shownRoomName(room.roomName)) });
  return (
    <PersonRow
      person={friend}
      picture={friend.avatarUrl}
      presence={friend.status}
      href={pathTo('conversation', { name: username })}
      isCurrent={isCurrent}
      words={isInRoom ? `${words.presence[friend.status]}, ${roomText}` : words.presence[friend.status]}
    >
      <Count count={unread} words={strings.messages.unread({ count: unread })} />
      {isInRoom && (
        <Link className="button" href={roomPath(friend.currentRoom)} aria-label={words.joinThem({ name })}>
          {words.join}
        </Link>
      )}
      <Menu
        trigger={
          <IconButton label={words.more({ name })}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<UserRound />} onSelect={() => navigate(pathTo('profile', { name: username }))}>
          {words.profile}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<UserRoundMinus />} danger onSelect={() => remove(friend)}>
          {words.remove}
        </MenuItem>
        <MenuItem icon={<Ban />} danger onSelect={() => block(friend)}>
          {words.block}
        </MenuItem>
      </Menu>
    </PersonRow>
  );
}
