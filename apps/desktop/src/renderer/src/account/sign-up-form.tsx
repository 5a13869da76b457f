import { useParts } from '../app-parts.ts';
import { strings } from '../strings.ts';
import { Field } from '../ui/field.tsx';
import { textOf, useForm } from '../ui/use-form.ts';

/** A new account; the server says what is wrong with each field. */
export function SignUpForm() {
  const { account } = useParts();
  const { isBusy, issues, failure, onSubmit } = useForm(
    (values) =>
      account.register({
        username: textOf(values, 'username').trim(),
        email: textOf(values, 'email').trim(),
        password: textOf(values, 'password'),
        confirmPassword: textOf(values, 'confirm_password'),
      }),
    ['username', 'email', 'password', 'confirm_password'],
  );
  return (
    <form className="form" onSubmit={onSubmit} noValidate>
      <Field
        name="username"
        label={strings.welcome.username}
        error={issues['username']}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field name="email" type="email" label={strings.welcome.email} error={issues['email']} autoComplete="email" />
      <div className="field-pair">
        <Field
          name="password"
          type="password"
          label={strings.welcome.password}
          hint={strings.welcome.passwordHint}
          error={issues['password']}
          autoComplete="new-password"
        />
        <Field
          name="confirm_password"
          type="password"
          label={strings.welcome.confirmPassword}
          error={issues['confirm_password']}
          autoComplete="new-password"
        />
      </div>
      {failure !== undefined && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      <div className="form-actions">
        <button type="submit" className="button main large" disabled={isBusy}>
          {strings.welcome.signUp}
        </button>
      </div>
    </form>
  );
}
