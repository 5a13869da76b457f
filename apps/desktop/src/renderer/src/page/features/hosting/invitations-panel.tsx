import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { dateText, isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';

const queryKey = ['invitations'];

/** Everybody's invitations that admit people, to be revoked. */
export function InvitationsPanel() {
  const { client } = useParts();
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey, queryFn: () => client.api.invitations.list(), staleTime: 0 });
  const revoke = useMutation({
    mutationFn: (invitationId: string) => client.api.invitations.revoke(invitationId),
    onSuccess: () => {
      notify(strings.invite.admit.revoked);
      void queries.invalidateQueries({ queryKey });
    },
  });
  const [words, admit] = [strings.host.invitations, strings.invite.admit];
  return (
    <Panel title={words.title} hint={words.hint}>
      <FailureNotice error={error ?? revoke.error ?? undefined} />
      {data?.length === 0 && <p className="muted">{words.none}</p>}
      <ul className="rows" aria-label={words.title}>
        {data?.map(({ invitationId, roomName, madeBy, madeByDisplayName, uses, maxUses, expiresAt }) => (
          <li key={invitationId}>
            <span className="row-words">
              <bdi className="row-name">{roomName === '' ? words.toServer : shownRoomName(roomName)}</bdi>
              <span className="muted">
                {madeBy === '' ? words.byHost : words.by(isolated(madeByDisplayName))}, {admit.used(uses, maxUses)},{' '}
                {admit.until(dateText(expiresAt))}
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
