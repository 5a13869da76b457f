import { useParts } from '../app-parts.ts';
import { CallError } from '../connection/worker-client.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useServerForm } from '../ui/use-server-form.ts';

/** Username and password. */
export function SignInForm() {
  const { account } = useParts();
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { username: '', password: '', remember_me: false },
    send: ({ username, password, remember_me }) =>
      account.login({ username: username.trim(), password, rememberMe: remember_me }),
    failureOf: (error) =>
      error instanceof CallError && error.code === 'AUTHENTICATION_ERROR'
        ? strings.welcome.badLogin
        : failureText(error),
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        {...register('username')}
        label={strings.welcome.usernameOrEmail}
        error={errorOf('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...register('password')}
        type="password"
        label={strings.welcome.password}
        error={errorOf('password')}
        autoComplete="current-password"
      />
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <div className="sign-in-foot">
        <label className="check">
          <input type="checkbox" {...register('remember_me')} />
          {strings.welcome.rememberMe}
        </label>
        <Button type="submit" kind="main" size="large" busy={isBusy}>
          {strings.welcome.signIn}
        </Button>
      </div>
    </form>
  );
}
