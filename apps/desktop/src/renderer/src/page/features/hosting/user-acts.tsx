import type { ListedUserView } from '@roomtone/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';

type Asked = 'password' | 'suspend' | 'delete';

interface AboutUser {
  readonly user: ListedUserView;
  readonly onClose: () => void;
}

/** The buttons to set somebody's password, to suspend them and to delete them. */
export function UserActs({ user }: { readonly user: ListedUserView }) {
  const { client } = useParts();
  const changed = useUsersChanged();
  const [asked, setAsked] = useState<Asked>();
  const words = strings.host;
  const name = isolated(user.displayName);
  const { submit, failure, isBusy } = useServerForm({
    defaultValues: {},
    send: async () => {
      await client.api.admins.unsuspend(user.userId);
      notify(words.unsuspended({ name }));
      await changed();
    },
  });
  const onClose = () => setAsked(undefined);
  return (
    <>
      <div className="user-roles-acts">
        <Button onClick={() => setAsked('password')}>{words.resetPassword}</Button>
        {user.suspended ? (
          <Button busy={isBusy} onClick={() => void submit()}>
            {words.unsuspend}
          </Button>
        ) : (
          <Button kind="danger" onClick={() => setAsked('suspend')}>
            {words.suspend}
          </Button>
        )}
        <Button kind="danger" onClick={() => setAsked('delete')}>
          {words.deleteUser}
        </Button>
      </div>
      <FailureNotice error={failure} />
      {asked === 'password' && <SetPassword user={user} onClose={onClose} />}
      {asked === 'suspend' && (
        <Confirm
          title={words.suspendOf({ name })}
          hint={words.suspendHint}
          act={words.suspend}
          done={words.isSuspended({ name })}
          send={() => client.api.admins.suspend(user.userId)}
          onClose={onClose}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={words.deleteUserOf({ name })}
          hint={words.deleteUserHint}
          act={words.deleteUser}
          done={words.deleted({ name })}
          send={() => client.api.admins.deleteUser(user.userId)}
          onClose={onClose}
        />
      )}
    </>
  );
}

function useUsersChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['users'] });
}

function SetPassword({ user, onClose }: AboutUser) {
  const { client } = useParts();
  const words = strings.host;
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { password: '' },
    send: async ({ password }) => {
      await client.api.admins.setPassword(user.userId, password);
      notify(words.passwordSet({ name: isolated(user.displayName) }));
      onClose();
    },
  });
  return (
    <Dialog
      title={words.resetPasswordOf({ name: isolated(user.displayName) })}
      description={words.resetPasswordHint}
      onClose={onClose}
    >
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          {...register('password')}
          label={words.newPassword}
          hint={words.people.passwordHint}
          error={errorOf('password')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FailureNotice error={failure} />
        <FormActions act={words.resetPassword} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly hint: string;
  readonly act: string;
  /** Said afterwards. */
  readonly done: string;
  readonly send: () => Promise<unknown>;
  readonly onClose: () => void;
}

function Confirm({ title, hint, act, done, send, onClose }: ConfirmProps) {
  const changed = useUsersChanged();
  const { submit, failure, isBusy } = useServerForm({
    defaultValues: {},
    send: async () => {
      await send();
      notify(done);
      onClose();
      await changed();
    },
  });
  return (
    <Dialog title={title} description={hint} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <FailureNotice error={failure} />
        <FormActions act={act} kind="danger" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
