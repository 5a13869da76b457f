import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { AdmitForm, invitationsKey } from '../../app/servers/admit-form.tsx';
import { LinkToCopy } from '../../app/servers/link-to-copy.tsx';
import { useInvitations } from '../../app/servers/use-invitations.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { roomStrings } from '../../room-strings.ts';
import { dateText, isolated } from '../../strings/formats.ts';
import { appName, strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';

/** Makes invitations to the whole server, and shows everybody's invitations that admit people, to be revoked. */
export function InvitationsPanel() {
  const { client } = useParts();
  const queries = useQueryClient();
  const [made, setMade] = useState<{ readonly token: string; readonly invitationId: string }>();
  const mayMake = useServerView()?.invitations !== 'off';
  const { link, reach } = useInvitations()(undefined, made?.token);
  const { data, error } = useQuery({
    queryKey: invitationsKey,
    queryFn: () => client.api.invitations.list(),
    staleTime: 0,
  });
  const revoke = useMutation({
    mutationFn: (invitationId: string) => client.api.invitations.revoke(invitationId),
    onSuccess: (_, revoked) => {
      notify(roomStrings.invite.admit.revoked);
      setMade((now) => (now?.invitationId === revoked ? undefined : now));
      void queries.invalidateQueries({ queryKey: invitationsKey });
    },
  });
  const [words, admit] = [strings.host.invitations, roomStrings.invite.admit];
  return (
    <Panel title={words.title} hint={words.hint}>
      {mayMake && <AdmitForm onMade={setMade} />}
      {made !== undefined && (
        <div className="made-invitation">
          <LinkToCopy
            label={reach === 'others' ? roomStrings.invite.link : roomStrings.invite.linkHere}
            link={link}
            isForOthers={reach === 'others'}
            title={appName}
          />
        </div>
      )}
      <FailureNotice error={error ?? revoke.error ?? undefined} />
      {data?.length === 0 && <p className="muted">{words.none}</p>}
      <ul className="rows" aria-label={words.title}>
        {data?.map(({ invitationId, roomName, madeBy, madeByDisplayName, uses, maxUses, expiresAt }) => (
          <li key={invitationId}>
            <span className="row-words">
              <bdi className="row-name">{roomName === '' ? words.toServer : shownRoomName(roomName)}</bdi>
              <span className="muted">
                {madeBy === '' ? words.byHost : words.by({ name: isolated(madeByDisplayName) })},{' '}
                {admit.used({ uses, maxUses })}, {admit.until({ date: dateText(expiresAt) })}
              </span>
            </span>
            <span className="row-acts">
              <Button kind="quiet" busy={revoke.isPending} onClick={() => revoke.mutate(invitationId)}>
                {admit.revoke}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
