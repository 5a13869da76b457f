import type { ProfileView } from '@roomtone/sdk';
import { useParts } from '../../app/app-parts.ts';
import { useUpdateProfile } from '../../app/identity/use-profile.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';

export function ProfileForm({ profile }: { readonly profile: ProfileView }) {
  const { account } = useParts();
  const { mutateAsync: update } = useUpdateProfile();
  const { register, submit, errorOf, failure, isBusy, reset, formState } = useServerForm({
    defaultValues: { username: profile.username, email: profile.email, current_password: '' },
    send: async ({ username, email, current_password }) => {
      const { username: newName, email: newEmail } = await update({
        username: username.trim(),
        email: email.trim(),
        ...(current_password === '' ? {} : { currentPassword: current_password }),
      });
      reset({ username: newName, email: newEmail, current_password: '' });
      notify(strings.account.saved);
      // The header shows the name from the sign-in. If the refresh fails, the name is saved nevertheless.
      await account.refresh().catch(() => {});
    },
  });
  return (
    <Panel title={strings.account.profile}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          {...register('username')}
          label={strings.welcome.username}
          hint={strings.account.usernameHint}
          error={errorOf('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...register('email')}
          type="email"
          label={strings.welcome.email}
          hint={strings.account.emailHint}
          error={errorOf('email')}
          autoComplete="email"
        />
        {formState.dirtyFields.email === true && (
          <TextField
            {...register('current_password')}
            type="password"
            label={strings.account.password.current}
            error={errorOf('current_password')}
            autoComplete="current-password"
          />
        )}
        <FailureNotice error={failure} />
        <div className="form-actions">
          <Button type="submit" kind="main" busy={isBusy} disabled={!formState.isDirty}>
            {strings.account.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
