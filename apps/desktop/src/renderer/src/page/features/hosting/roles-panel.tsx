import type { PublicUserView } from '@roomtone/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UserRoles } from './user-roles.tsx';

/** Finds a user by name, to change their roles. */
export function RolesPanel() {
  const { client } = useParts();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const { data, error, isFetching } = useQuery<PublicUserView>({
    queryKey: ['user', wanted.toLowerCase()],
    queryFn: () => client.api.users.get(wanted),
    enabled: wanted !== '',
    retry: false,
  });
  const find = (event: FormEvent) => {
    event.preventDefault();
    setWanted(typed.trim());
  };
  const words = strings.host;
  return (
    <Panel title={words.roles} hint={words.rolesHint}>
      <form className="find-user" onSubmit={find}>
        <TextField
          label={words.find}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={isFetching}>
          {words.findAct}
        </Button>
      </form>
      {error !== null && !isFetching && <Notice tone="bad">{failureText(error)}</Notice>}
      {data !== undefined && <UserRoles key={data.userId} user={data} />}
    </Panel>
  );
}
