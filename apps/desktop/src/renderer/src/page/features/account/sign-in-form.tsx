import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { useIsSignInTemporary } from './use-is-sign-in-temporary.ts';

export function SignInForm() {
  const { account } = useParts();
  const isSignInTemporary = useIsSignInTemporary();
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { username: '', password: '', rememberMe: false },
    send: ({ username, password, rememberMe }) =>
      account.login({ username: username.trim(), password, rememberMe: rememberMe }),
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
      <FailureNotice error={failure} textOf={signInFailureText} />
      {isSignInTemporary && <Notice>{strings.welcome.noKeychain}</Notice>}
      <div className="sign-in-foot">
        <Checkbox {...register('rememberMe')}>{strings.welcome.rememberMe}</Checkbox>
        <Button type="submit" kind="main" size="large" busy={isBusy}>
          {strings.welcome.signIn}
        </Button>
      </div>
    </form>
  );
}

function signInFailureText(error: unknown): string {
  const isWrong = error instanceof CallError && error.code === 'AUTHENTICATION_ERROR';
  return isWrong ? strings.welcome.badLogin : failureText(error);
}
