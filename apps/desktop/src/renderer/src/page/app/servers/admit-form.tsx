import { serviceLimits } from '@roomtone/protocol';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Select } from '../../ui/select.tsx';
import { useParts } from '../app-parts.ts';
import './admit-form.css';

/** The list of invitations that admit people. */
export const invitationsKey = ['invitations'] as const;

const { uses } = serviceLimits.invitations;
const peopleChoices = [1, 5, uses.default, 25, uses.max];
const dayChoices = [1, 7, 30];
const defaultDays = 7;
const secondsPerDay = 24 * 3600;

interface AdmitFormProps {
  /** Undefined for the whole server. */
  readonly roomId?: string;
  readonly onMade: (made: { readonly token: string; readonly invitationId: string }) => void;
}

/** Makes an invitation that lets people in without an account. */
export function AdmitForm({ roomId, onMade }: AdmitFormProps) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = roomStrings.invite.admit;
  const [maxUses, setMaxUses] = useState<number>(uses.default);
  const [days, setDays] = useState(defaultDays);
  const make = useMutation({
    mutationFn: () =>
      client.api.invitations.create({
        ...(roomId !== undefined && { roomId }),
        ...{ maxUses, seconds: days * secondsPerDay },
      }),
    onSuccess: (made) => {
      onMade(made);
      void queries.invalidateQueries({ queryKey: invitationsKey });
    },
  });
  return (
    <>
      <div className="admit-choices">
        <Select
          label={words.people}
          value={maxUses}
          onChange={(event) => setMaxUses(Number(event.currentTarget.value))}
          options={peopleChoices.map((value) => ({ value, name: words.peopleValue({ people: value }) }))}
        />
        <Select
          label={words.time}
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          options={dayChoices.map((value) => ({ value, name: words.days({ days: value }) }))}
        />
        <Button size="large" busy={make.isPending} onClick={() => make.mutate()}>
          {words.make}
        </Button>
      </div>
      <FailureNotice error={make.error ?? undefined} />
    </>
  );
}
