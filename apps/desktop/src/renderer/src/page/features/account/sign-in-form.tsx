import type { SecondFactorChallenge } from '@roomtone/sdk';
import { useEffect, useState } from 'react';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { SecondFactorForm } from './second-factor-form.tsx';

/** Signs in: with the password, then with a second factor if the account has one. */
export function SignInForm() {
  const [needed, setNeeded] = useState<SecondFactorChallenge>();
  const [hasEnded, setEnded] = useState(false);
  if (needed === undefined) return <PasswordForm hasEnded={hasEnded} onSecondFactor={setNeeded} />;
  const back = (isOver: boolean) => {
    setEnded(isOver);
    setNeeded(undefined);
  };
  return <SecondFactorForm needed={needed} onBack={back} />;
}

interface PasswordFormProps {
  /** A sign-in has waited too long for its second step. */
  readonly hasEnded: boolean;
  readonly onSecondFactor: (needed: SecondFactorChallenge) => void;
}

function PasswordForm({ hasEnded, onSecondFactor }: PasswordFormProps) {
  const { account } = useParts();
  const isSignInTemporary = useIsSignInTemporary();
  const server = useServerView();
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { username: '', password: '', rememberMe: false },
    send: async ({ username, password, rememberMe }) => {
      try {
        await account.login({ username: username.trim(), password, rememberMe });
      } catch (error) {
        const needed = error instanceof CallError ? error.details.secondFactor : undefined;
        if (needed === undefined) throw error;
        onSecondFactor(needed);
      }
    },
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
      {hasEnded && failure === undefined && <Notice>{strings.welcome.secondFactor.ended}</Notice>}
      <FailureNotice error={failure} textOf={signInFailureText} />
      {server?.recovery === 'email' && (
        <Link href={pathTo('recoverPassword')} className="forgot-password">
          {strings.welcome.forgotPassword}
        </Link>
      )}
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

/** True if the sign-in is lost when the app closes, because there is no keychain to store it. */
export function useIsSignInTemporary(): boolean {
  const { vault } = useParts().bridge;
  const [isSignInTemporary, setSignInTemporary] = useState(false);
  useEffect(() => {
    vault.storage().then(
      (keeping) => setSignInTemporary(keeping === 'memory'),
      // A broken connection to the app will show in the next call.
      () => {},
    );
  }, [vault]);
  return isSignInTemporary;
}
