import { serviceLimits } from '@roomtone/protocol';
import type { RoomInfo } from '@roomtone/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { dateText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Select } from '../../ui/select.tsx';
import { notify } from '../../ui/toast-store.ts';

interface AdmitSectionProps {
  readonly room: RoomInfo;
  /** Gets the token of a new invitation, and undefined once one was revoked. */
  readonly onToken: (token: string | undefined) => void;
  /** True while the link above admits. */
  readonly isAdmitting: boolean;
}

const { uses } = serviceLimits.invitations;
const peopleChoices = [1, 5, uses.default, 25, uses.max];
const dayChoices = [1, 7, 30];
const defaultDays = 7;
const secondsPerDay = 24 * 3600;

/** Makes links that let in people without an account, where the host lets in nobody else, and revokes them. */
export function AdmitSection({ room, onToken, isAdmitting }: AdmitSectionProps) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = strings.invite.admit;
  const [maxUses, setMaxUses] = useState<number>(uses.default);
  const [days, setDays] = useState(defaultDays);
  const queryKey = ['invitations'];
  const { data = [] } = useQuery({ queryKey, queryFn: () => client.api.invitations.list(), staleTime: 0 });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const make = useMutation({
    mutationFn: () => client.api.invitations.create({ roomId: room.roomId, maxUses, seconds: days * secondsPerDay }),
    onSuccess: ({ token }) => {
      onToken(token);
      void refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: (invitationId: string) => client.api.invitations.revoke(invitationId),
    onSuccess: () => {
      onToken(undefined);
      notify(words.revoked);
      void refresh();
    },
  });
  const ofRoom = data.filter(({ roomId }) => roomId === room.roomId);
  return (
    <section className="invite-admit" aria-label={words.title}>
      <h3>{words.title}</h3>
      <p className="muted">{words.hint}</p>
      <div className="invite-admit-choices">
        <Select
          label={words.people}
          value={maxUses}
          onChange={(event) => setMaxUses(Number(event.currentTarget.value))}
          options={peopleChoices.map((value) => ({ value, name: words.peopleValue(value) }))}
        />
        <Select
          label={words.time}
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          options={dayChoices.map((value) => ({ value, name: words.days(value) }))}
        />
        <Button size="large" busy={make.isPending} onClick={() => make.mutate()}>
          {words.make}
        </Button>
      </div>
      <FailureNotice error={make.error ?? revoke.error ?? undefined} />
      {isAdmitting && <p role="status">{words.made}</p>}
      {ofRoom.length > 0 && (
        <ul className="invite-admit-list" aria-label={words.list}>
          {ofRoom.map(({ invitationId, uses: used, maxUses: most, expiresAt }) => (
            <li key={invitationId}>
              <span>
                {words.used(used, most)}, <span className="muted">{words.until(dateText(expiresAt))}</span>
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
export function useMayAdmit(room: RoomInfo): boolean {
  const server = useServerView();
  const account = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  if (server === undefined || account === undefined) return false;
  const isClosed = server.registration === 'closed' || server.guests === 'off';
  const isAdmin = account.roles.includes('admin');
  if (!isClosed || server.invitations === 'off') return false;
  return isAdmin || (server.invitations === 'members' && account.userId === room.roomOwner);
}
