import { useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { profileKey } from '../../app/identity/use-profile.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { sessionsKey } from './use-sessions.ts';

const empty = { currentPassword: '', newPassword: '' };

/** Changes the password, which signs out all other devices, or sets the first one. */
export function PasswordForm({ hasPassword }: { readonly hasPassword: boolean }) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = strings.account.password;
  const { register, submit, errorOf, failure, isBusy, reset } = useServerForm({
    defaultValues: empty,
    send: async ({ newPassword, ...current }) => {
      await client.api.account.changePassword({ newPassword, ...(hasPassword && current) });
      reset(empty);
      notify(hasPassword ? words.changed : words.set);
      await queries.invalidateQueries({ queryKey: profileKey });
      await queries.invalidateQueries({ queryKey: sessionsKey });
    },
  });
  return (
    <Panel title={hasPassword ? words.title : words.setTitle} hint={hasPassword ? words.hint : words.setHint}>
      <form className="form" onSubmit={submit} noValidate>
        <div className="two-fields">
          {hasPassword && (
            <TextField
              {...register('currentPassword')}
              type="password"
              label={words.current}
              error={errorOf('currentPassword')}
              autoComplete="current-password"
            />
          )}
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
            {hasPassword ? words.change : words.setTitle}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
