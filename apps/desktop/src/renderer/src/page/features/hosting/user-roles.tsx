import type { ListedUserView, RoleName } from '@roomtone/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useAccount, userIdOf } from '../../app/identity/account-store.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { roomStrings } from '../../room-strings.ts';
import { isolated, listText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { doUnlessUndone, notify } from '../../ui/toast-store.ts';
import { UserActs } from './user-acts.tsx';

const choices = ['pro', 'moderator', 'admin'] as const;
type Choice = (typeof choices)[number];

/** A user's roles. The server replaces the whole list, so all roles are set together. */
export function UserRoles({ user }: { readonly user: ListedUserView }) {
  const { client, account } = useParts();
  const queries = useQueryClient();
  const isSelf = useAccount(userIdOf) === user.userId;
  const sellsPro = useServerView()?.payments === 'on';
  const [roles, setRoles] = useState<ReadonlySet<Choice>>(
    () => new Set(choices.filter((role) => user.roles.includes(role))),
  );
  const { mutate, error, isPending } = useMutation({
    // Those that this page does not show stay.
    mutationFn: () => client.api.users.setRoles(user.userId, [...user.roles.filter(isHidden), ...roles]),
    onSuccess: async ({ displayName, roles: given }) => {
      const names = given.map((role) => roomStrings.roles[role as RoleName]);
      notify(strings.host.rolesSet({ name: isolated(displayName), roles: listText(names) }));
      await queries.invalidateQueries({ queryKey: ['users'] });
      if (isSelf) await account.refresh();
    },
  });
  const forceSignOut = () =>
    doUnlessUndone(
      strings.host.signingOut({ name: isolated(user.displayName) }),
      () => void client.api.users.signOut(user.userId).catch((failure: unknown) => notify(failureText(failure))),
      () => {},
    );
  const words = strings.host;
  return (
    <div className="user-roles">
      <fieldset>
        <legend className="visually-hidden">{words.found({ name: isolated(user.displayName) })}</legend>
        {choices
          .filter((role) => role !== 'pro' || sellsPro || user.roles.includes(role))
          .map((role) => (
            <Switch
              key={role}
              label={words.choices[role].name}
              hint={words.choices[role].hint}
              checked={roles.has(role)}
              onChange={(event) =>
                setRoles(event.currentTarget.checked ? new Set([...roles, role]) : without(roles, role))
              }
            />
          ))}
      </fieldset>
      {isSelf && !roles.has('admin') && <Notice>{words.lastAdmin}</Notice>}
      <FailureNotice error={error ?? undefined} />
      <div className="user-roles-acts">
        <Button kind="main" busy={isPending} onClick={() => mutate()}>
          {words.set}
        </Button>
        {!isSelf && (
          <Button kind="danger" onClick={forceSignOut}>
            {words.signOut}
          </Button>
        )}
      </div>
      {!isSelf && <p className="muted small-words">{words.signOutHint}</p>}
      {!isSelf && <UserActs user={user} />}
    </div>
  );
}

function isHidden(role: string): role is Exclude<RoleName, Choice> {
  return !choices.some((choice) => choice === role);
}

function without(roles: ReadonlySet<Choice>, role: Choice): ReadonlySet<Choice> {
  return new Set([...roles].filter((each) => each !== role));
}
