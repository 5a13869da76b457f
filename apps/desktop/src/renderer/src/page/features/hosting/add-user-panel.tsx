import { useQueryClient } from '@tanstack/react-query';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';

interface NewUser {
  readonly username: string;
  readonly displayName?: string;
  readonly password: string;
}

interface AddUserPanelProps {
  /** @throws {CallError} */
  readonly add: (user: NewUser) => Promise<unknown>;
}

/** Creates an account for somebody, who gets name and first password in person. */
export function AddUserPanel({ add }: AddUserPanelProps) {
  const queries = useQueryClient();
  const words = strings.host.people;
  const { register, submit, errorOf, failure, isBusy, reset } = useServerForm({
    defaultValues: { displayName: '', username: '', password: '' },
    send: async ({ displayName, username, password }) => {
      const [name, shown] = [username.trim(), displayName.trim()];
      await add({ username: name, password, ...(shown !== '' && { displayName: shown }) });
      notify(words.added({ name: isolated(shown || name) }));
      reset();
      await queries.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <Panel title={words.title} hint={words.hint}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          {...register('displayName')}
          label={strings.welcome.nameOptional}
          hint={strings.account.displayNameHint}
          error={errorOf('displayName')}
          autoComplete="off"
        />
        <TextField
          {...register('username')}
          label={strings.welcome.username}
          error={errorOf('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...register('password')}
          label={words.password}
          hint={words.passwordHint}
          error={errorOf('password')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FailureNotice error={failure} />
        <div className="form-actions">
          <Button type="submit" busy={isBusy}>
            {words.add}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
