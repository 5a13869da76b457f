import type { ProfileView } from '@roomtone/sdk';
import { useMutation } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { useUpdateProfile } from '../../app/identity/use-profile.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
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
    defaultValues: {
      displayName: profile.displayName,
      username: profile.username,
      email: profile.email,
      currentPassword: '',
    },
    send: async ({ displayName, username, email, currentPassword }) => {
      // A name that was the username stays the username when that changes.
      const wanted = displayName.trim();
      const isUsername = wanted === username.trim() || (wanted === profile.username && profile.displayName === wanted);
      const after = await update({
        displayName: isUsername ? '' : wanted,
        username: username.trim(),
        email: email.trim(),
        ...(currentPassword === '' ? {} : { currentPassword }),
      });
      reset({ displayName: after.displayName, username: after.username, email: after.email, currentPassword: '' });
      notify(strings.account.saved);
      // The header shows the name from the sign-in. If the refresh fails, the name is saved nevertheless.
      await account.refresh().catch(() => {});
    },
  });
  return (
    <Panel title={strings.account.profile}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          {...register('displayName')}
          label={strings.account.displayName}
          hint={strings.account.displayNameHint}
          error={errorOf('displayName')}
          autoComplete="nickname"
        />
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
        {profile.hasPassword && formState.dirtyFields.email === true && (
          <TextField
            {...register('currentPassword')}
            type="password"
            label={strings.account.password.current}
            error={errorOf('currentPassword')}
            autoComplete="current-password"
          />
        )}
        {formState.dirtyFields.email !== true && <EmailState profile={profile} />}
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

/** Tells if the user's email is verified, and sends a link that does it; nothing on a server that sends no mails. */
function EmailState({ profile }: { readonly profile: ProfileView }) {
  const { client } = useParts();
  const server = useServerView();
  const words = strings.account.email;
  const ask = useMutation({
    mutationFn: () => client.api.mailLinks.requestEmailVerification(),
    onSuccess: () => notify(words.sent({ email: profile.email })),
  });
  if (server?.recovery !== 'email' || profile.email === '') return null;
  if (profile.emailVerified) {
    return (
      <p className="email-state">
        <Badge tone="good">{words.verified}</Badge>
      </p>
    );
  }
  return (
    <>
      <p className="email-state">
        <Badge>{words.notVerified}</Badge>
        <Button busy={ask.isPending} onClick={() => ask.mutate()}>
          {words.verify}
        </Button>
      </p>
      <FailureNotice error={ask.error ?? undefined} />
    </>
  );
}
