import type { ModerationTarget, RoomModeration, RoomUser } from '@roomtone/sdk';
import { DoorOpen, Ellipsis, MicOff, ShieldBan } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../../app/identity/account-store.ts';
import { Picture } from '../../app/identity/picture.tsx';
import { denialReason } from '../../app/rooms/permissions.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { roomStrings } from '../../room-strings.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import type { LobbyRoom } from './lobby-rooms.ts';
import '../../ui/panel.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { DurationField, durations } from '../../app/rooms/duration-field.tsx';
import { ModerationForm } from '../../app/rooms/moderation-form.tsx';
import { MuteScopeField, muteOf } from '../../app/rooms/mute-scope-field.tsx';
import { ReasonField } from '../../app/rooms/reason-field.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { notify, notifyUndoable } from '../../ui/toast-store.ts';

interface ManageRoomDialogProps {
  readonly room: LobbyRoom;
  readonly onClose: () => void;
}

/** Shows who is in a room, and moderates it without joining. */
export function ManageRoomDialog({ room, onClose }: ManageRoomDialogProps) {
  const [acting, setActing] = useState<{ readonly kind: ModerationKind; readonly user: RoomUser }>();
  const { data: users, error, refetch } = useRoomUsers(room.id);
  const words = strings.lobby;
  if (acting !== undefined) {
    return <ModerationDialog {...acting} roomId={room.id} onClose={() => setActing(undefined)} />;
  }
  return (
    <Dialog
      title={words.manageTitle({ room: isolated(shownRoomName(room.name)) })}
      description={words.manageHint}
      onClose={onClose}
    >
      {users === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {users === undefined && error === null && <Skeleton lines={3} />}
      {users?.length === 0 && <EmptyState title={words.manageEmpty} />}
      <ul className="rows" aria-label={words.manageUsers}>
        {users?.map((user) => (
          <UserRow key={user.participantId} room={room} user={user} onChoose={(kind) => setActing({ kind, user })} />
        ))}
      </ul>
    </Dialog>
  );
}

interface UserRowProps {
  readonly room: LobbyRoom;
  readonly user: RoomUser;
  readonly onChoose: (kind: ModerationKind) => void;
}

function UserRow({ room, user, onChoose }: UserRowProps) {
  const account = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  const moderate = useModerateRoom(room.id);
  const guest = user.userId === '';
  const why = denialReason({ roomOwner: room.ownerId, roomType: room.type }, account, { userId: user.userId, guest });
  const isDenied = why !== undefined;
  const words = strings.moderation;
  return (
    <li>
      <Picture name={user.displayName} path={user.avatarUrl} />
      <span className="row-words">
        <bdi className="row-name">{user.displayName}</bdi>
      </span>
      {guest && <Badge>{strings.lobby.guest}</Badge>}
      {user.bot && <Badge>{roomStrings.people.bot}</Badge>}
      {user.userId === room.ownerId && <Badge>{strings.lobby.owner}</Badge>}
      <Menu
        trigger={
          <IconButton label={strings.lobby.moreAbout({ name: user.displayName })}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<MicOff />} disabled={isDenied || guest} onSelect={() => onChoose('mute')}>
          {words.mute}
        </MenuItem>
        <MenuItem icon={<MicOff />} disabled={isDenied || guest} onSelect={() => void moderate.unmute(user)}>
          {words.unmute}
        </MenuItem>
        <MenuItem icon={<DoorOpen />} disabled={isDenied} onSelect={() => onChoose('kick')}>
          {words.kick}
        </MenuItem>
        <MenuItem icon={<ShieldBan />} danger disabled={isDenied} onSelect={() => onChoose('ban')}>
          {words.ban}
        </MenuItem>
        {why !== undefined && <MenuLabel>{words.hindrances[why]}</MenuLabel>}
      </Menu>
    </li>
  );
}

type ModerationKind = 'kick' | 'ban' | 'mute';

interface ModerationDialogProps {
  readonly kind: ModerationKind;
  readonly user: RoomUser;
  readonly roomId: string;
  readonly onClose: () => void;
}

/** Asks what a moderation of somebody in the room needs to know. */
function ModerationDialog({ kind, user, roomId, onClose }: ModerationDialogProps) {
  const moderate = useModerateRoom(roomId);
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState('both');
  const [seconds, setSeconds] = useState<number>(kind === 'ban' ? durations[1] : durations[0]);
  const words = strings.moderation;
  const guest = user.userId === '';
  const texts = {
    kick: { title: words.kickTitle({ name: user.displayName }), hint: words.kickHint },
    ban: { title: words.banTitle({ name: user.displayName }), hint: guest ? words.banGuestHint : words.banHint },
    mute: { title: words.muteTitle({ name: user.displayName }), hint: words.muteHint },
  }[kind];
  const act = () => {
    if (kind === 'kick') return moderate.kick(user, reason);
    if (kind === 'ban') return moderate.ban(user, seconds, reason);
    return moderate.mute(user, { ...muteOf(scope), seconds });
  };
  return (
    <ModerationForm title={texts.title} description={texts.hint} act={words[kind]} onAct={act} onClose={onClose}>
      {kind === 'mute' && <MuteScopeField value={scope} onChange={setScope} />}
      {kind !== 'kick' && <DurationField value={seconds} onChange={setSeconds} />}
      {kind !== 'mute' && <ReasonField value={reason} onChange={setReason} />}
    </ModerationForm>
  );
}

/** How often the list of people is read again while it is shown. */
const rereadMs = 3_000;

const usersKey = (roomId: string) => ['room', roomId, 'users'] as const;

/** The people in a room now. */
function useRoomUsers(roomId: string) {
  const { client } = useParts();
  return useQuery({
    queryKey: usersKey(roomId),
    queryFn: async () => (await client.api.rooms.get(roomId)).users,
    refetchInterval: rereadMs,
    gcTime: 0,
  });
}

type Muting = Pick<RoomModeration, 'chat' | 'notes' | 'seconds'>;

/** Moderates a room that this user need not be in. Actions that can be undone offer an undo. */
function useModerateRoom(roomId: string) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = strings.moderation;
  const act = async (moderation: RoomModeration) => {
    await client.api.rooms.moderate(roomId, moderation);
    await queries.invalidateQueries({ queryKey: usersKey(roomId) });
  };
  const undo = (action: 'unban' | 'unmute', user: RoomUser, done: (values: { readonly name: string }) => string) =>
    act({ action, target: targetOf(user) }).then(
      () => notify(done({ name: user.displayName })),
      (error: unknown) => notify(failureText(error)),
    );
  const unmute = (user: RoomUser) => undo('unmute', user, words.unmuted);
  return {
    unmute,
    async kick(user: RoomUser, reason: string) {
      await act({ action: 'kick', target: targetOf(user), reason });
      notify(words.kicked({ name: user.displayName }));
    },
    async ban(user: RoomUser, seconds: number, reason: string) {
      await act({ action: 'ban', target: targetOf(user), seconds, reason });
      notifyUndoable(words.banned({ name: user.displayName }), () => void undo('unban', user, words.unbanned));
    },
    async mute(user: RoomUser, muting: Muting) {
      await act({ action: 'mute', target: targetOf(user), ...muting });
      notifyUndoable(words.muted({ name: user.displayName }), () => void unmute(user));
    },
  };
}

/** A user is targeted on all connections; a guest has only one. */
function targetOf({ userId, participantId }: RoomUser): ModerationTarget {
  return userId === '' ? { participantId } : { userId };
}
