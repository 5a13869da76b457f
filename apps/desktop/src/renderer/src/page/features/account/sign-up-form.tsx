import { useParts } from '../../app/app-parts.ts';
import { useHeldInvitation } from '../../app/servers/use-held-invitation.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

/** Creates an account. The server says what is wrong with each field. */
export function SignUpForm() {
  const { account } = useParts();
  const server = useServerView();
  const invitation = useHeldInvitation();
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { displayName: '', username: '', email: '', password: '', confirmPassword: '' },
    check: (values) => signUpIssues(values, server?.email !== 'optional'),
    send: ({ displayName, username, email, password, confirmPassword }) =>
      account.register({
        displayName: displayName.trim(),
        username: username.trim(),
        email: email.trim(),
        password,
        confirmPassword,
      }),
  });
  if (server?.registration === 'closed' && invitation?.admitsAccounts !== true) {
    const closed = server.guests === 'off' ? strings.welcome.closedWithoutGuests : strings.welcome.closed;
    return <p className="muted">{closed({ server: isolated(server.name) })}</p>;
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        {...register('displayName')}
        label={strings.welcome.nameOptional}
        hint={strings.account.displayNameHint}
        error={errorOf('displayName')}
        autoComplete="nickname"
      />
      <TextField
        {...register('username')}
        label={strings.welcome.username}
        error={errorOf('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...register('email')}
        type="email"
        label={server?.email === 'optional' ? strings.welcome.emailOptional : strings.welcome.email}
        error={errorOf('email')}
        autoComplete="email"
      />
      <div className="field-pair">
        <TextField
          {...register('password')}
          type="password"
          label={strings.welcome.password}
          hint={strings.welcome.passwordHint}
          error={errorOf('password')}
          autoComplete="new-password"
        />
        <TextField
          {...register('confirmPassword')}
          type="password"
          label={strings.welcome.confirmPassword}
          error={errorOf('confirmPassword')}
          autoComplete="new-password"
        />
      </div>
      <FailureNotice error={failure} />
      <div className="form-actions">
        <Button type="submit" kind="main" size="large" busy={isBusy}>
          {strings.welcome.signUp}
        </Button>
      </div>
    </form>
  );
}

interface SignUpValues {
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/**
 * Problems of a sign-up that the server finds only in a second round, once each field by itself is valid.
 * @param needsEmail true if the host wants one from everybody.
 */
export function signUpIssues(values: SignUpValues, needsEmail: boolean): Readonly<Record<string, string>> {
  return {
    ...(needsEmail && values.email.trim() === '' && { email: strings.issues.required }),
    ...(values.password !== values.confirmPassword && { confirmPassword: strings.issues.mismatch }),
  };
}
