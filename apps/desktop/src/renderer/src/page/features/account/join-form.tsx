import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

/** Asks for a name only and makes an account of it without a password. For servers that allow this. */
export function JoinForm() {
  const { account } = useParts();
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { username: '' },
    check: ({ username }): Readonly<Record<string, string>> =>
      username.trim() === '' ? { username: strings.issues.empty({}) ?? '' } : {},
    send: ({ username }) => account.joinAs(username.trim()),
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        {...register('username')}
        label={strings.welcome.yourName}
        hint={strings.welcome.yourNameHint}
        error={errorOf('username')}
        autoComplete="nickname"
        maxLength={64}
        autoFocus
      />
      <FailureNotice error={failure} />
      <Button type="submit" kind="main" size="large" busy={isBusy}>
        {strings.welcome.joinAndPlay}
      </Button>
    </form>
  );
}
