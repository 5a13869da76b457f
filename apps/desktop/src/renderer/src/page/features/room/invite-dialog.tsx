import type { RoomInfo } from '@roomtone/sdk';
import { useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { AdmitForm, invitationsKey } from '../../app/servers/admit-form.tsx';
import { LinkToCopy } from '../../app/servers/link-to-copy.tsx';
import { useHostState } from '../../app/servers/use-host-state.ts';
import { useInvitations } from '../../app/servers/use-invitations.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { roomStrings } from '../../room-strings.ts';
import { dateText, isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { finishStep } from './first-run-store.ts';
import './invite.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../app/identity/account-store.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { notify } from '../../ui/toast-store.ts';

interface InviteDialogProps {
  readonly room: RoomInfo;
  readonly onClose: () => void;
}

/** The room's invitation: to copy, to share where the device can, and as a QR code. */
export function InviteDialog({ room, onClose }: InviteDialogProps) {
  const words = roomStrings.invite;
  useEffect(() => finishStep('invited'), []);
  const [token, setToken] = useState<string>();
  const isClosed = useServerView()?.guests === 'off';
  const mayAdmit = useMayAdmit(room);
  const { link, reach } = useInvitations()(room.roomId, token);
  const isForOthers = reach === 'others';
  return (
    <Dialog
      title={words.title({ room: isolated(shownRoomName(room.roomName)) })}
      description={isForOthers ? hintOf(room, isClosed && token === undefined) : words.onlyHere}
      className="invite-dialog"
      onClose={onClose}
    >
      {!isForOthers && <Opening reach={reach} />}
      <LinkToCopy
        label={isForOthers ? words.link : words.linkHere}
        link={link}
        isForOthers={isForOthers}
        title={shownRoomName(room.roomName)}
      />
      {isForOthers && mayAdmit && <AdmitSection room={room} onToken={setToken} isAdmitting={token !== undefined} />}
      {isForOthers && (
        <figure className="invite-code">
          <QrCode text={link} label={words.code} />
          <figcaption className="muted">{words.codeHint}</figcaption>
        </figure>
      )}
    </Dialog>
  );
}

/** Says how to open the server to others: in the app by a click, elsewhere by the command. */
function Opening({ reach }: { readonly reach: 'here' | 'no-network' }) {
  const { hosting } = useParts().bridge;
  const state = useHostState(hosting);
  const words = roomStrings.invite;
  if (reach === 'no-network') return <Notice>{strings.host.hosting.noNetwork}</Notice>;
  if (hosting === undefined) {
    return (
      <p className="invite-opening">
        {words.openByCommand} <code>npm start -- --lan</code>
      </p>
    );
  }
  return (
    <div className="invite-opening">
      <p>{words.openHint}</p>
      <Button
        kind="main"
        size="large"
        busy={state?.status !== 'ready'}
        onClick={() => void hosting.open({ joining: 'anyone', outside: false, guests: true })}
      >
        {strings.host.hosting.open}
      </Button>
    </div>
  );
}

/** Says what else somebody needs to join, apart from the link. @param isClosed true if the server lets in no guests. */
function hintOf({ hasPassword, settings }: RoomInfo, isClosed: boolean): string {
  const words = roomStrings.invite;
  const needed = [];
  if (hasPassword) needed.push(words.password);
  needed.push(isClosed || settings?.allowGuests === false ? words.membersOnly : words.guestsToo);
  return needed.join(' ');
}

interface AdmitSectionProps {
  readonly room: RoomInfo;
  /** Gets the token of a new invitation, and undefined once one was revoked. */
  readonly onToken: (token: string | undefined) => void;
  /** True while the link above admits. */
  readonly isAdmitting: boolean;
}

/** Makes links that let in people without an account, where the host lets in nobody else, and revokes them. */
function AdmitSection({ room, onToken, isAdmitting }: AdmitSectionProps) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = roomStrings.invite.admit;
  const { data = [] } = useQuery({
    queryKey: invitationsKey,
    queryFn: () => client.api.invitations.list(),
    staleTime: 0,
  });
  const revoke = useMutation({
    mutationFn: (invitationId: string) => client.api.invitations.revoke(invitationId),
    onSuccess: () => {
      onToken(undefined);
      notify(words.revoked);
      void queries.invalidateQueries({ queryKey: invitationsKey });
    },
  });
  const ofRoom = data.filter(({ roomId }) => roomId === room.roomId);
  return (
    <section className="invite-admit" aria-label={words.title}>
      <h3>{words.title}</h3>
      <p className="muted">{words.hint}</p>
      <AdmitForm roomId={room.roomId} onMade={({ token }) => onToken(token)} />
      <FailureNotice error={revoke.error ?? undefined} />
      {isAdmitting && <p role="status">{words.made}</p>}
      {ofRoom.length > 0 && (
        <ul className="invite-admit-list" aria-label={words.list}>
          {ofRoom.map(({ invitationId, uses: used, maxUses: most, expiresAt }) => (
            <li key={invitationId}>
              <span>
                {words.used({ uses: used, maxUses: most })},{' '}
                <span className="muted">{words.until({ date: dateText(expiresAt) })}</span>
              </span>
              <Button kind="quiet" onClick={() => revoke.mutate(invitationId)}>
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** True if the server lets in nobody without an account, and this user may change that for the room. */
function useMayAdmit(room: RoomInfo): boolean {
  const server = useServerView();
  const account = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  if (server === undefined || account === undefined) return false;
  const isClosed = server.registration === 'closed' || server.guests === 'off';
  const isAdmin = account.roles.includes('admin');
  if (!isClosed || server.invitations === 'off') return false;
  return isAdmin || (server.invitations === 'members' && account.userId === room.roomOwner);
}
