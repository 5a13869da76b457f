import { useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { sessionsKey } from './use-sessions.ts';

const empty = { currentPassword: '', newPassword: '' };

/** Changes the password, which signs out all other devices. */
export function PasswordForm() {
  const { client } = useParts();
  const queries = useQueryClient();
  const { register, submit, errorOf, failure, isBusy, reset } = useServerForm({
    defaultValues: empty,
    send: async (values) => {
      await client.api.account.changePassword(values);
      reset(empty);
      notify(strings.account.password.changed);
      await queries.invalidateQueries({ queryKey: sessionsKey });
    },
  });
  const words = strings.account.password;
  return (
    <Panel title={words.title} hint={words.hint}>
      <form className="form" onSubmit={submit} noValidate>
        <div className="two-fields">
          <TextField
            {...register('currentPassword')}
            type="password"
            label={words.current}
            error={errorOf('currentPassword')}
            autoComplete="current-password"
          />
          <TextField
            {...register('newPassword')}
            type="password"
            label={words.next}
            hint={strings.welcome.passwordHint}
            error={errorOf('newPassword')}
            autoComplete="new-password"
          />
        </div>
        <FailureNotice error={failure} />
        <div className="form-actions">
          <Button type="submit" busy={isBusy}>
            {words.change}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
