import { useParts } from '../app-parts.ts';
import { CallError } from '../connection/worker-client.ts';
import { strings } from '../strings.ts';
import { failureText } from '../ui/failure-text.ts';
import { Field } from '../ui/field.tsx';
import { textOf, useForm } from '../ui/use-form.ts';

/** Username and password. */
export function SignInForm() {
  const { account } = useParts();
  const { isBusy, issues, failure, onSubmit } = useForm(
    (values) =>
      account.login({
        username: textOf(values, 'username').trim(),
        password: textOf(values, 'password'),
        rememberMe: values.has('remember_me'),
      }),
    ['username', 'password'],
    (error) =>
      error instanceof CallError && error.code === 'AUTHENTICATION_ERROR'
        ? strings.welcome.badLogin
        : failureText(error),
  );
  return (
    <form className="form" onSubmit={onSubmit} noValidate>
      <Field
        name="username"
        label={strings.welcome.usernameOrEmail}
        error={issues['username']}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        name="password"
        type="password"
        label={strings.welcome.password}
        error={issues['password']}
        autoComplete="current-password"
      />
      {failure !== undefined && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      <div className="sign-in-foot">
        <label className="check">
          <input type="checkbox" name="remember_me" />
          {strings.welcome.rememberMe}
        </label>
        <button type="submit" className="button main large" disabled={isBusy}>
          {strings.welcome.signIn}
        </button>
      </div>
    </form>
  );
}
